/** What is asked where someone else saved first, and what comes of the answers. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type DocumentText, settleStale, staleOf, staleQuestion } from "../../../lib/client/stale.ts";

interface Row {
  id: number;
  title: string;
}
interface Terms {
  rate: number;
  fee: number;
  note: string;
  rows: Row[];
}
const BASE: Terms = { rate: 10, fee: 500, note: "", rows: [{ id: 1, title: "Survey" }] };
const WORDS: DocumentText<Terms> = {
  nameOf: (path) => path.toUpperCase(),
  textOf: (_path, value) => value === undefined ? "none" : JSON.stringify(value),
};
const question = (mine: Partial<Terms>, theirs: Partial<Terms>, words = WORDS) =>
  staleQuestion({ base: BASE, mine: { ...BASE, ...mine }, theirs: { ...BASE, ...theirs } }, words);

Deno.test("only a refusal with the code is stale", () => {
  const stale = { response: false as const, status: 409, code: "stale", who: "Omar", at: 5, theirs: BASE };
  assert.equal(staleOf(stale), stale);
  assert.equal(staleOf({ response: false, status: 409, reason: "No." }), null);
  assert.equal(staleOf({ ...stale, response: true }), null);
});

Deno.test("what they alone changed is listed, with before and after", () => {
  assert.deepEqual(question({ rate: 9 }, { fee: 450 }), {
    own: true,
    changes: [{ path: "fee", name: "FEE", before: "500", after: "450" }],
    clashes: [],
  });
});

Deno.test("a field that both changed is a question and is not listed; the same change is neither", () => {
  assert.deepEqual(question({ rate: 9, note: "same" }, { rate: 8, note: "same" }), {
    own: true,
    changes: [],
    clashes: [{ path: "rate", name: "RATE", mine: "9", theirs: "8" }],
  });
});

Deno.test("a row changed here and deleted there is a conflict of that row alone", () => {
  const { changes, clashes } = question({ rows: [{ id: 1, title: "A new survey" }] }, { rows: [] });
  assert.deepEqual(clashes.map(({ path, theirs }) => [path, theirs]), [["rows[1]", "none"]]);
  assert.deepEqual(changes, []);
});

Deno.test("without changes of one's own there is nothing to choose", () => {
  const { own, changes, clashes } = question({}, { fee: 450 });
  assert.deepEqual([own, changes.length, clashes.length], [false, 1, 0]);
});

Deno.test("changes without a label are left out, conflicts never", () => {
  const words = { ...WORDS, shows: (path: string) => path !== "fee" };
  assert.deepEqual(question({ rate: 9 }, { fee: 450 }, words).changes, []);
  assert.equal(question({ fee: 400 }, { fee: 450 }, words).clashes.length, 1);
});

Deno.test("values that mean the same are no conflict", () => {
  const same = (_path: string, a: unknown, b: unknown) => String(a).trim() === String(b).trim();
  assert.equal(question({ note: "ok " }, { note: "ok" }, { ...WORDS, same }).clashes.length, 0);
  assert.equal(question({ note: "ok " }, { note: "ok" }).clashes.length, 1);
});

Deno.test("settled: both sides' changes, mine where both changed one, theirs where that was chosen", () => {
  const docs = { base: BASE, mine: { ...BASE, rate: 9, note: "mine" }, theirs: { ...BASE, rate: 8, fee: 450 } };
  assert.deepEqual(settleStale(docs, new Set()), { ...BASE, rate: 9, fee: 450, note: "mine" });
  assert.deepEqual(settleStale(docs, new Set(["rate"])), { ...BASE, rate: 8, fee: 450, note: "mine" });
});

Deno.test("property: every field holds mine or theirs, and the other's where one side did not change it", () => {
  const terms = fc.record({
    rate: fc.integer({ min: 9, max: 11 }),
    fee: fc.integer({ min: 499, max: 501 }),
    note: fc.constantFrom("", "a", "b"),
    rows: fc.constant(BASE.rows),
  });
  fc.assert(fc.property(terms, terms, fc.subarray(["rate", "fee", "note"]), (mine, theirs, taken) => {
    const settled = settleStale({ base: BASE, mine, theirs }, new Set(taken));
    const { clashes } = staleQuestion({ base: BASE, mine, theirs }, WORDS);
    for (const name of ["rate", "fee", "note"] as const) {
      const clashing = clashes.some(({ path }) => path === name);
      const expected = clashing ? (taken.includes(name) ? theirs : mine) : mine[name] === BASE[name] ? theirs : mine;
      assert.equal(settled[name], expected[name], name);
    }
  }));
});
