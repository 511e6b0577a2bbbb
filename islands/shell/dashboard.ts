// What signed-in pages do by script: the side menu, the filters of lists, and what news was read.
import { runFilters } from "../../lib/client/shell/filters.ts";
import { runMenu } from "../../lib/client/shell/menu.ts";
import { runNews } from "../../lib/client/shell/news.ts";

runMenu();
runFilters();
runNews();
