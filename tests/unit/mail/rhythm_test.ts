import assert from "node:assert/strict";
import { everyDaysOf } from "../../../lib/domain/mail/schedule.ts";

Deno.test("an email that goes once is saved whatever was left in the fields of its rhythm, which are gone", () => {
  const days = (type: "static" | "interval", every: string) => everyDaysOf({ type, every, unit: "week" });
  assert.deepEqual(["2", "", "0.5"].map((every) => days("interval", every)), [14, 0, 3.5]);
  for (const every of ["", "0", "0.5", "-1", "400", "x"]) assert.equal(days("static", every), 7, every);
  assert.equal(days("static", "2"), 14, "what fits is kept for when it repeats again");
  assert.equal(everyDaysOf({ type: "interval", every: "", unit: "month" }), 7);
});
