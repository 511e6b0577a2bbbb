/** Two editors of one document: what each changed is in the merged one, and where both changed a cell, mine stands. */
import assert from "node:assert/strict";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { documentChanges } from "../../../lib/domain/settings/document_changes.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";
import { mergeDocuments as merge } from "../../../lib/domain/settings/merge_documents.ts";
import { moveItem, valueAt, withValue } from "../../../lib/domain/settings/paths.ts";
import fc from "../../support/properties.ts";

/** The merged document, and the paths of what both changed. */
function mergeDocuments<T>(base: T, mine: T, theirs: T): { document: T; both: string[] } {
  const { document, clashes } = merge(base, mine, theirs);
  return { document, both: clashes.map(({ path }) => path) };
}

const base = completeSettings(defaults as LendingSettings);
const { dsc, lit } = base.ratings;
const set = (path: string, value: unknown, of = base) => withValue(of, path, value);
const rowsOf = (document: LendingSettings, path: string) => valueAt(document, path) as { value: unknown }[];
const values = (document: LendingSettings, path: string) => rowsOf(document, path).map(({ value }) => value);

Deno.test("changes of different cells are merged, in one row too", () => {
  const mine = set("ratings.dsc.2.score", 5, set("maxLtv.limit", 70));
  const theirs = set("ratings.dsc.2.weight", 0.2, set("justQuote.utilities", 350));
  const { document, both } = mergeDocuments(base, mine, theirs);
  assert.deepEqual(both, []);
  assert.deepEqual(document.ratings.dsc[2], { value: 0.8, score: 5, weight: 0.2 });
  assert.deepEqual([document.maxLtv.limit, document.justQuote.utilities], [70, 350]);
  assert.equal(documentChanges(base, document).length, 4);
});

Deno.test("where both changed one cell mine counts, and it is named; the same change is no conflict", () => {
  const mine = set("maxLtv.limit", 70, set("justQuote.utilities", 350));
  const theirs = set("maxLtv.limit", 75, set("justQuote.utilities", 350));
  assert.deepEqual(mergeDocuments(base, mine, theirs), { document: mine, both: ["maxLtv.limit"] });
});

Deno.test("rows that either side added, removed or moved", () => {
  const row = (value: number) => ({ value, score: 1, weight: 0.15 });
  const mine = set("ratings.dsc", [...dsc.filter(({ value }) => value !== 0.9), row(0.85)]);
  const theirs = set("ratings.dsc", [...dsc.filter(({ value }) => value !== 1.5), row(3)]);
  const { document, both } = mergeDocuments(base, mine, theirs);
  assert.deepEqual(both, []);
  assert.deepEqual(
    values(document, "ratings.dsc").toSorted((a, b) => Number(a) - Number(b)),
    [0, 0.6, 0.8, 0.85, 1, 1.1, 1.25, 2, 3],
  );
  const turned = set("ratings.lit", moveItem(lit, 0, 1)), scored = set("ratings.lit.3.score", 7);
  for (const [one, other] of [[turned, scored], [scored, turned]]) {
    const { document } = mergeDocuments(base, one, other);
    assert.deepEqual(values(document, "ratings.lit"), ["Settled", "None", "Threatened", "Active"]);
    assert.equal(document.ratings.lit[3].score, 7);
  }
});

Deno.test("a row removed by one and changed by the other follows mine", () => {
  const removed = set("ratings.lit", lit.slice(0, 3)), scored = set("ratings.lit.3.score", 7);
  const gone = mergeDocuments(base, removed, scored), kept = mergeDocuments(base, scored, removed);
  assert.deepEqual([values(gone.document, "ratings.lit").length, gone.both], [3, ["ratings.lit[Active]"]]);
  assert.deepEqual([kept.document.ratings.lit[3].score, kept.both], [7, ["ratings.lit[Active]"]]);
});

Deno.test("parts that cannot be compared by rows stay mine as a whole", () => {
  const twice = set("ratings.dsc.1.value", 0), theirs = set("ratings.dsc.2.score", 5);
  assert.deepEqual(mergeDocuments(base, twice, theirs), { document: twice, both: ["ratings.dsc"] });
  const mine = set("partnerEmails", ["a@b.example"]), other = set("partnerEmails", ["c@d.example"]);
  assert.deepEqual(mergeDocuments(base, mine, other), { document: mine, both: ["partnerEmails"] });
});

Deno.test("the application form: a label here, an option there, a title of brokers' own", () => {
  const of = (path: string, value: unknown, from: typeof SCORING_CONFIG = SCORING_CONFIG) =>
    withValue(from, path, value);
  const mine = of("applicantEmployment.inputs.0.label", "Works for");
  const theirs = of("applicantEmployment.brokerTitle", "Work", of("loanInfo.inputs.0.options.0.score", 1));
  const { document, both } = mergeDocuments(SCORING_CONFIG, mine, theirs);
  assert.deepEqual(both, []);
  assert.equal(document.applicantEmployment.inputs[0].label, "Works for");
  assert.equal(document.applicantEmployment.brokerTitle, "Work");
  assert.equal(document.loanInfo.inputs[0].options[0].score, 1);

  const options = "applicantInformation.inputs.0.options";
  const option = (value: string) => ({ value, flag: "Red", score: 1, weight: 0 });
  assert.deepEqual(SCORING_CONFIG.applicantInformation.inputs[0].options, []);
  const added = mergeDocuments(SCORING_CONFIG, of(options, [option("Jr")]), of(options, [option("Sr")]));
  assert.deepEqual(added.both, []);
  assert.deepEqual(added.document.applicantInformation.inputs[0].options.map(({ value }) => value), ["Sr", "Jr"]);
});

Deno.test("property: all my edits and every other of theirs are in the merged document", () => {
  const paths = [...dsc.keys()].flatMap((i) => [`ratings.dsc.${i}.score`, `ratings.dsc.${i}.weight`])
    .concat("maxLtv.limit", "globalScore.redScore", "justQuote.utilities", "pricing.regions.4.score");
  const edits = fc.dictionary(fc.constantFrom(...paths), fc.integer({ min: 100, max: 103 }), { maxKeys: 8 });
  const edited = (of: Record<string, number>) =>
    Object.entries(of).reduce((document, [path, value]) => set(path, value, document), base);
  fc.assert(fc.property(edits, edits, (mine, theirs) => {
    const { document, both } = mergeDocuments(base, edited(mine), edited(theirs));
    assert.deepEqual(document, edited({ ...theirs, ...mine }));
    assert.equal(both.length, Object.keys(mine).filter((path) => path in theirs && theirs[path] !== mine[path]).length);
    assert.deepEqual(mergeDocuments(base, edited(mine), base), { document: edited(mine), both: [] });
    assert.deepEqual(mergeDocuments(base, base, edited(theirs)), { document: edited(theirs), both: [] });
  }));
});

Deno.test("where theirs is chosen it counts, and all else of mine stays", () => {
  const mine = set("maxLtv.limit", 70, set("justQuote.utilities", 350));
  const theirs = set("maxLtv.limit", 75, set("ratings.dsc.2.score", 5));
  const { document, clashes } = merge(base, mine, theirs, { takes: (path) => path === "maxLtv.limit" });
  assert.deepEqual(clashes, [{ path: "maxLtv.limit", mine: 70, theirs: 75 }]);
  assert.deepEqual([document.maxLtv.limit, document.justQuote.utilities, document.ratings.dsc[2].score], [75, 350, 5]);
});

Deno.test("values that mean the same are no change", () => {
  const rules = { same: (_path: string, a: unknown, b: unknown) => Number(a) === Number(b) };
  const { document, clashes } = merge({ a: "1000" }, { a: "1000.0" }, { a: "2000" }, {
    same: (path, a, b) => path !== "" && rules.same(path, a, b),
  });
  assert.deepEqual([document, clashes], [{ a: "2000" }, []]);
});
