/** Reads that are begun on what an earlier answer was before. */
import assert from "node:assert/strict";
import { readAhead } from "../../../lib/features/read_ahead.ts";

/** Reads of words, and what was asked for. */
function reader() {
  const asked: string[][] = [];
  return {
    asked,
    read: (words: string[]) => {
      asked.push(words);
      return words.includes("bad") ? Promise.reject(new Error("bad")) : Promise.resolve(words.join());
    },
  };
}

for (
  const [guess, asks] of [
    [undefined, [["a", "b"]]],
    [["a", "b"], [["a", "b"]]],
    [["a"], [["a"], ["a", "b"]]],
    // What a wrong guess throws is nobody's.
    [["bad"], [["bad"], ["a", "b"]]],
  ] as const
) {
  Deno.test(`the second read follows the first one's answer, where ${JSON.stringify(guess)} was guessed`, async () => {
    const { asked, read } = reader();
    const [told, answer] = await readAhead(Promise.resolve(["a", "b"]), guess && [...guess], read);
    assert.deepEqual([told, answer, asked], [["a", "b"], "a,b", asks]);
  });
}

Deno.test("the guessed read runs beside the first, not after it", async () => {
  const told = Promise.withResolvers<string[]>(), { asked, read } = reader();
  const both = readAhead(told.promise, ["a"], read);
  assert.deepEqual(asked, [["a"]]);
  told.resolve(["a"]);
  assert.deepEqual(await both, [["a"], "a"]);
});

Deno.test("a failure of the first read is the caller's, and so is that of a right guess", async () => {
  const { read } = reader();
  await assert.rejects(readAhead(Promise.reject(new Error("gone")), ["a"], read), /gone/);
  await assert.rejects(readAhead(Promise.resolve(["bad"]), ["bad"], read), /bad/);
});
