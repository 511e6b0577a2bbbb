import assert from "node:assert/strict";
import { type Carried, layOver, type Written } from "../../../islands/letters/letter_carried.ts";

const TERMS = { letterDate: "", expiresOn: "", term: "", retainer: "", otherFees: "", balance: "", fee: "", rate: "" };
const written = (terms: Partial<typeof TERMS>, texts: Record<string, string> = {}): Written => ({
  entries: { ...TERMS, ...terms },
  edits: Object.entries(texts).map(([id, text]) => ({ id, text, basis: "" })),
});
const texts = ({ edits }: Written) => Object.fromEntries(edits.map(({ id, text }) => [id, text]));

Deno.test("what was written here lies over what somebody else saved, and the rest is theirs", () => {
  const carried: Carried = {
    base: written({ retainer: "500" }, { offer: "Old offer", duties: "Old duties" }),
    mine: written({ retainer: "500", fee: "900" }, { offer: "My offer", duties: "Old duties" }),
  };
  const after = layOver(written({ retainer: "700" }, { offer: "Old offer", duties: "Their duties" }), carried);
  assert.deepEqual([after.entries.retainer, after.entries.fee], ["700", "900"]);
  assert.deepEqual(texts(after), { offer: "My offer", duties: "Their duties" });
  assert.deepEqual([after.terms, after.sections], [[], []]);
});

Deno.test("what both changed is told, but not where both made the same of it", () => {
  const base = written({ fee: "1", rate: "9" }, { offer: "Old", duties: "Old", parties: "Old" });
  const mine = written({ fee: "2", rate: "10" }, { offer: "Mine", duties: "Same" });
  const after = layOver(written({ fee: "3", rate: "10" }, { offer: "Theirs", duties: "Same", parties: "New" }), {
    base,
    mine,
  });
  assert.deepEqual([after.terms, after.sections], [["fee"], ["offer", "parties"]]);
  assert.deepEqual([after.entries.fee, texts(after)], ["2", { offer: "Mine", duties: "Same" }]);
});
