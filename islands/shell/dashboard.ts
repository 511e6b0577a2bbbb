// What signed-in pages do by script: the side menu, and the filters of lists.
import { runFilters } from "../../lib/client/shell/filters.ts";
import { runMenu } from "../../lib/client/shell/menu.ts";

runMenu();
runFilters();
