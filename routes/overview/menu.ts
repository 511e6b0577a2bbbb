import type { MenuEntry } from "../layout/menu.ts";

export const overviewMenu: readonly MenuEntry[] = [
  { name: "Overview", icon: "chart-pie", location: "/dashboard/overview", place: 50, permission: "manageLoans" },
];
