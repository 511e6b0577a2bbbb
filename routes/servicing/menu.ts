import type { MenuEntry } from "../layout/menu.ts";

export const servicingMenu: readonly MenuEntry[] = [
  {
    name: "Servicing",
    icon: "landmark",
    location: "/dashboard/servicing",
    within: [
      "/dashboard/participants",
      "/dashboard/duepayments",
      "/dashboard/bankpayments",
      "/dashboard/transfers",
      "/dashboard/transferfile",
      "/dashboard/returns",
    ],
    place: 25,
    permission: "manageLoans",
  },
];
