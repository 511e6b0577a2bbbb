/** What islands ask of the page. */
import assert from "node:assert/strict";
import { onRestored } from "../../../lib/client/dom.ts";

/** The page is shown: for the first time, or as it was left. */
const shown = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

Deno.test("what waits for the page to be restored runs once, however often the page is left and restored", () => {
  let runs = 0;
  onRestored(() => runs++);
  shown(false);
  assert.equal(runs, 0, "a page that is still loading is not restored");
  shown(true);
  assert.equal(runs, 1);
  shown(true);
  assert.equal(runs, 1, "the listener is still there");
});
