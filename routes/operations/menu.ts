import type { MenuEntry } from "../layout/menu.ts";

export const operationsMenu: readonly MenuEntry[] = [
  {
    name: "Status",
    icon: "monitor",
    location: "/dashboard/status",
    within: ["/dashboard/retention"],
    place: 95,
    permission: "operatePortal",
  },
];
