// What signed-in pages do by script: the side menu, the filters and rows of lists, what news was read, and keys.
import { runFilters } from "../../lib/client/shell/filters.ts";
import { runMenu } from "../../lib/client/shell/menu.ts";
import { runNews } from "../../lib/client/shell/news.ts";
import { rememberPage } from "../../lib/client/shell/recent.ts";
import { runRows } from "../../lib/client/shell/rows.ts";
import { runShortcuts } from "../../lib/client/shell/shortcuts.ts";

runMenu();
runFilters();
runNews();
rememberPage();
runRows();
runShortcuts();
