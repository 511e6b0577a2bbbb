import type { Context } from "../../db/mod.ts";
import type { Permission } from "../domain/permissions.ts";

/** A number beside a menu entry, counted anew for each page that shows the menu to somebody with the permission. */
export interface Badge {
  /** The entry's location. */
  location: string;
  permission: Permission;
  count(ctx: Context): Promise<number>;
}

/** What the application that answers a request consists of, as far as menus and links depend on it. */
export interface SiteMap {
  /** The paths of all pages, so that menus and links never lead nowhere. */
  pages: ReadonlySet<string>;
  badges: readonly Badge[];
}
