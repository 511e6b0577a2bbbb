import type { MenuEntry } from "../layout/menu.ts";

export const trackingMenu: readonly MenuEntry[] = [
  { name: "Tracking", icon: "radar", location: "/dashboard/tracking", place: 60, permission: "manageLoans" },
];
