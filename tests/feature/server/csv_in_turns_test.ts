/** A long file is written in turns, between which others are answered. */
import assert from "node:assert/strict";
import { csvText } from "../../../lib/domain/csv.ts";
import { csvInTurns } from "../../../lib/features/csv_in_turns.ts";

Deno.test("a file of many rows is the same as written at once, and others have their turn meanwhile", async () => {
  const heads = ["Name", "Note"], rows = Array.from({ length: 60_000 }, (_, i) => [`"Ann" ${i}`, `=${"x".repeat(60)}`]);
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const text = await csvInTurns(heads, rows, (row) => row);
  clearInterval(others);
  assert.equal(text, csvText(heads, rows));
  assert.ok(turns > 1, `${turns} turns`);
  assert.equal(await csvInTurns(heads, [], () => []), csvText(heads, []));
});
