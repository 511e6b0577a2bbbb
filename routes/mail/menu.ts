import type { MenuEntry } from "../layout/menu.ts";

export const mailMenu: readonly MenuEntry[] = [
  {
    name: "Emails",
    icon: "mails",
    location: "/dashboard/emails",
    within: ["/dashboard/viewemail"],
    place: 70,
    permission: "manageLoans",
  },
  {
    name: "Contact Us",
    icon: "mail",
    location: "/dashboard/contact",
    place: 110,
    permission: "useDashboard",
    except: "manageLoans",
  },
  { menu: "user", name: "Contact", icon: "mail", location: "/contact", place: 20, permission: "useDashboard" },
];
