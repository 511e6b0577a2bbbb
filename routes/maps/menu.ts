import type { MenuEntry } from "../layout/menu.ts";

export const mapsMenu: readonly MenuEntry[] = [
  { name: "Map Loans", icon: "map", location: "/dashboard/maploans", place: 40, permission: "manageLoans" },
];
