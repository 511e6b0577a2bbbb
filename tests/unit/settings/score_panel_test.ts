import assert from "node:assert/strict";
import { bandOf } from "../../../lib/domain/lending/colours.ts";
import { GENERAL_SECTIONS } from "../../../lib/domain/settings/general_panels.ts";

Deno.test("the final score's panel says what holds: its green threshold colours nothing (loans specification 5.1)", () => {
  const [panel] = GENERAL_SECTIONS[0].panels;
  assert.match(
    panel.hint!,
    /^A score is red from .*, else yellow from .*, else green\. The green mark colours nothing\.$/,
  );
  const thresholds = { greenScore: 5, yellowScore: 2, redScore: 4 };
  assert.deepEqual([1.9, 2, 4, 5].map((score) => bandOf(score, thresholds)), ["green", "yellow", "red", "red"]);
});
