/** Every menu entry, by area. */
import { accountsMenu } from "./accounts/menu.ts";
import { brokersMenu } from "./brokers/menu.ts";
import type { MenuEntry } from "./layout/menu.ts";
import { loansMenu } from "./loans/menu.ts";
import { mailMenu } from "./mail/menu.ts";
import { mapsMenu } from "./maps/menu.ts";
import { newsMenu } from "./news/menu.ts";
import { operationsMenu } from "./operations/menu.ts";
import { overviewMenu } from "./overview/menu.ts";
import { servicingMenu } from "./servicing/menu.ts";
import { settingsMenu } from "./settings/menu.ts";
import { trackingMenu } from "./tracking/menu.ts";

export const MENU: readonly MenuEntry[] = [
  ...accountsMenu,
  ...brokersMenu,
  ...loansMenu,
  ...mailMenu,
  ...mapsMenu,
  ...newsMenu,
  ...operationsMenu,
  ...overviewMenu,
  ...servicingMenu,
  ...settingsMenu,
  ...trackingMenu,
];
