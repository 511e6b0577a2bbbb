/** The broker's conditions of several loans, as one list. */
import assert from "node:assert/strict";
import { renderToString } from "react-dom/server";
import { OutstandingConditions } from "../../../islands/conditions/OutstandingConditions.tsx";

Deno.test("conditions of loans that are not shown are counted in words that fit one and several", () => {
  for (const [more, says] of [[1, "1 more is on the other loans"], [2, "2 more are on the other loans"]] as const) {
    assert.ok(renderToString(<OutstandingConditions loans={[]} more={more} list="" />).includes(says), says);
  }
});
