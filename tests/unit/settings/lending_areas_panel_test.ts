/** The table of lending areas in the settings: its problems, its first row, and its changes in words. */
import assert from "node:assert/strict";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import { GENERAL_SECTIONS } from "../../../lib/domain/settings/general_panels.ts";
import { blankRow, isCounted, type TablePanel } from "../../../lib/domain/settings/panel.ts";
import { settingName, settingValueText } from "../../../lib/domain/settings/settings_names.ts";
import { settingsProblems } from "../../../lib/domain/settings/settings_problems.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";

const complete = completeSettings(defaults);
const panel = GENERAL_SECTIONS.flatMap(({ panels }) => panels).find(({ path }) =>
  path === "lendingAreas"
) as TablePanel;

Deno.test("a first rule proposes 65%, which counts only under a lower limit", () => {
  const row = blankRow(panel, []);
  assert.deepEqual(row, { value: "", rule: "lower", maxLtv: 65 });
  const [, , maxLtv] = panel.columns;
  assert.deepEqual(["lower", "no", "lend"].map((rule) => isCounted(maxLtv, { ...row, rule })), [true, false, false]);
});

Deno.test("a lending area twice is named, however it is written; a table of them may be empty", () => {
  const rule = (value: string) => ({ value, rule: "no" as const, maxLtv: 65 });
  const problems = settingsProblems({ ...complete, lendingAreas: [rule("N0E"), rule("n0e")] });
  assert.deepEqual(problems.map(({ path }) => path), ["lendingAreas.1.value"]);
  assert.match(problems[0].message, /^Lending areas, n0e is there twice, in rows 1 and 2\.$/);
  for (const twin of ["TORONTO", "City of Toronto", "Scarborough"]) {
    const [problem] = settingsProblems({ ...complete, lendingAreas: [rule("Toronto"), rule(twin)] });
    assert.equal(problem?.message, `Lending areas, ${twin} is there twice, in rows 1 and 2.`);
  }
  assert.deepEqual(settingsProblems({ ...complete, lendingAreas: [] }), []);
  const many = Array.from(
    { length: 201 },
    (_, i) => rule(`N${Math.trunc(i / 26) % 10}${"ABCEGHJKLMNPRSTVWXYZ"[i % 20]}`),
  );
  assert.ok(
    settingsProblems({ ...complete, lendingAreas: many }).some(({ message }) => /at most 200 rows/.test(message)),
  );
});

Deno.test("changes of lending areas are described in words", () => {
  const area = { value: "N0E", rule: "lower", maxLtv: 65 };
  assert.equal(settingName("lendingAreas[N0E].maxLtv"), "Lending areas, N0E: Max LTV");
  assert.equal(settingValueText("lendingAreas[N0E]", area), "area N0E, rule Lend up to, max LTV 65%");
  assert.equal(
    settingValueText("lendingAreas", [area, { ...area, value: "Timmins", rule: "no" }]),
    "(area N0E, rule Lend up to, max LTV 65%), (area Timmins, rule Do not lend)",
  );
});
