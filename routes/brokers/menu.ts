import { countOpenRequests } from "../../lib/features/brokers/mod.ts";
import type { MenuEntry } from "../layout/menu.ts";

export const brokersMenu: readonly MenuEntry[] = [
  {
    name: "Manage Brokers",
    icon: "users",
    location: "/dashboard/brokers",
    within: ["/dashboard/viewbroker", "/dashboard/createbroker"],
    place: 30,
    permission: "manageBrokers",
    badge: { count: countOpenRequests, one: "request", many: "requests", pulse: true },
  },
  {
    menu: "create",
    name: "New broker",
    icon: "plus",
    location: "/dashboard/viewbroker?id=new",
    place: 20,
    permission: "manageBrokers",
  },
];
