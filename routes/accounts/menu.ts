import type { MenuEntry } from "../layout/menu.ts";

const own = {
  icon: "user-cog",
  location: "/dashboard/accountsettings",
  within: ["/dashboard/secondfactor"],
} as const;

export const accountsMenu: readonly MenuEntry[] = [
  { ...own, name: "Account Settings", place: 100, permission: "manageSettings" },
  { ...own, name: "Settings", place: 100, permission: "signedIn", except: "manageSettings" },
  { name: "Staff Sign-in", icon: "lock", location: "/dashboard/staffsignin", place: 97, permission: "manageSecurity" },
  { ...own, menu: "user", name: "Settings", place: 30, permission: "signedIn" },
];
