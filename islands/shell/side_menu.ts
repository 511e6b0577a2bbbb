// What every signed-in page does by script: the same as every page, and the side menu.
import { runMenu } from "../../lib/client/shell/menu.ts";
import "./every_page.ts";

runMenu();
