// The side menu of signed-in pages.
import { runMenu } from "../../lib/client/shell/menu.ts";

runMenu();
