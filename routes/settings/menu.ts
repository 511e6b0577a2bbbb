import type { MenuEntry } from "../layout/menu.ts";

export const settingsMenu: readonly MenuEntry[] = [
  {
    name: "Global Settings",
    icon: "sliders-horizontal",
    location: "/dashboard/settings",
    place: 90,
    permission: "manageSettings",
  },
];
