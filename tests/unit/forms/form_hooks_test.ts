import assert from "node:assert/strict";

const CALLS = /\b(?:callApi|sendFile|postFile|uploadForm|fetch)(?:<[^(]*)?\(/;
/** The three hooks, and what an area makes of one. */
const HOOKS = /\buse(?:Form|Document|Draft|Email|SubmissionDraft)\b/;

Deno.test("a form of an island is sent by one of the hooks, by no call of its own", () => {
  const forms: string[] = [], wrong: string[] = [];
  for (const { name: area } of Deno.readDirSync("islands")) {
    for (const { name } of Deno.readDirSync(`islands/${area}`)) {
      const file = `islands/${area}/${name}`, text = Deno.readTextFileSync(file);
      if (!name.endsWith(".tsx") || !/<form\b/.test(text)) continue;
      forms.push(file);
      if (CALLS.test(text) && !HOOKS.test(text)) wrong.push(file);
    }
  }
  assert.ok(forms.length > 30);
  assert.deepEqual(wrong, []);
});
