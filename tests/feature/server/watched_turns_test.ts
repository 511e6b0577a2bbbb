/** The watch of the event loop tells a turn that is too long. */
import assert from "node:assert/strict";
import { makeApp, withApp } from "../../support/app.ts";
import { assertShortTurns, calibration, inShortTurns, watchTurns } from "../../support/turns.ts";

/** A turn of some 50 calibration loops: too long by far, also where the processor slows down by half meanwhile. */
function block(): void {
  for (let n = 0; n < 10; n++) calibration();
}

const LONG = /times the calibration loop, at most 17 are allowed/;
const never = () => false;

Deno.test("a turn is measured in calibration loops, and fails where it is long", () => {
  const end = watchTurns();
  block();
  const longest = end();
  assert.ok(longest > 17 && longest < 150, `${longest}`);
  assert.throws(() => assertShortTurns(longest), LONG);
  assertShortTurns(watchTurns()());
});

Deno.test("work with a long turn fails unless it is allowed one; work that throws fails with its own error", async () => {
  const long = () => Promise.resolve(block());
  await assert.rejects(inShortTurns(long, never), LONG);
  await inShortTurns(long, () => true);
  await inShortTurns(() => Promise.resolve(void calibration()), never);
  const fails = () => Promise.resolve(block()).then(() => assert.fail("its own"));
  await assert.rejects(inShortTurns(fails, never), /its own/);
});

Deno.test("a long turn of a request or of a test on the application fails it", async () => {
  await assert.rejects(withApp(() => Promise.resolve(block())), LONG);
  const t = await makeApp();
  try {
    Object.assign(t.app, { request: () => (block(), new Response()) });
    for (const ask of [() => t.get("/"), () => t.post("/", {}), () => t.postForm("/", {})]) {
      await assert.rejects(ask, LONG);
    }
    t.longTurns("to be tested");
    assert.equal((await t.get("/")).status, 200);
  } finally {
    await t.close();
  }
});
