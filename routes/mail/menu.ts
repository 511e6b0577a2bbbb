import { countOutboxProblems } from "../../lib/features/mail/mod.ts";
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
    name: "Outbox",
    icon: "upload",
    location: "/dashboard/outbox",
    place: 75,
    permission: "manageOutbox",
    badge: { count: countOutboxProblems, one: "mail to look at", many: "mails to look at" },
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
