import { countUnread } from "../../lib/features/news/mod.ts";
import type { MenuEntry } from "../layout/menu.ts";

export const newsMenu: readonly MenuEntry[] = [
  {
    menu: "bar",
    name: "News",
    icon: "bell",
    location: "/dashboard/news",
    place: 10,
    permission: "useDashboard",
    badge: { count: countUnread, one: "unread", many: "unread" },
  },
];
