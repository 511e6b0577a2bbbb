import { defineListQuery, oneOf, wholeNumber } from "../list_query.ts";
import { VERSION_KINDS } from "./settings.ts";

/**
 * The list of versions on the settings' screen, newest first. It goes on below the id `before` (0: from the newest) and
 * not by pages: a save meanwhile would move every row on by one.
 */
export const versionsQuery = defineListQuery("/dashboard/settings", {
  panel: oneOf(["", "versions"], ""),
  kind: oneOf(VERSION_KINDS, "settings"),
  before: wholeNumber(9_999_999, 0),
});
