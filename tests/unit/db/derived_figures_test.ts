/** A derived table stays only where its absence was measured (docs/decisions/derived-data.md). */
import assert from "node:assert/strict";

const FOLDER = "db/derived";
/** What SQL cannot work out by itself, whatever that takes. */
const FOR_NO_SPEED = ["toronto_months.ts"];

Deno.test("each derived table says at its head what its absence costs", () => {
  const files = [...Deno.readDirSync(FOLDER)].map(({ name }) => [name, Deno.readTextFileSync(`${FOLDER}/${name}`)]);
  const tables = files.filter(([, text]) => /\btable\(\s*["`]/.test(text));
  assert.ok(tables.length >= 10);
  const without = tables.filter(([, text]) => !/\d m?s\b/.test(/\/\*\*[\s\S]*?\*\//.exec(text)![0]));
  assert.deepEqual(without.map(([name]) => name).sort(), FOR_NO_SPEED);
});
