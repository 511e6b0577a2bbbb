import type { MenuEntry } from "../layout/menu.ts";

export const operationsMenu: readonly MenuEntry[] = [
  { name: "Status", icon: "monitor", location: "/dashboard/status", place: 95, permission: "operatePortal" },
];
