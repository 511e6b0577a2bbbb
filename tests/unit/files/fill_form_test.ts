import assert from "node:assert/strict";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { fillForm, formFromDraft, type ReadFile, settleClashes, toDraft } from "../../../lib/client/loans/fill_form.ts";
import { EMPTY_FORM } from "../../../lib/client/loans/submission_form.ts";
import { isEmptyDraft } from "../../../lib/domain/loans/draft.ts";
import { shownConfig } from "../../../lib/domain/settings/shown_config.ts";

const config = shownConfig(SCORING_CONFIG, "broker");
const file: ReadFile = {
  key: 3,
  name: "report.pdf",
  type: "bureau",
  data: { creditScore: "668", total_other_credits: "36000", lastName: "SMITHERS", nosuch: "1" },
  pages: { creditScore: 2 },
  missed: ["DOB"],
  note: null,
};

Deno.test("empty fields are filled, equal ones stay, for the rest the form asks", () => {
  const form = { ...EMPTY_FORM, entries: { lastName: "Smithers", creditScore: "701", employer: "Own" } };
  const filling = fillForm(config, "broker", { form, marks: {} }, file);
  assert.deepEqual(filling.form.entries, { ...form.entries, total_other_credits: "36,000" });
  assert.deepEqual(filling.marks, { total_other_credits: { type: "bureau", file: "report.pdf", page: 1 } });
  const mark = { type: "bureau", file: "report.pdf", page: 2 } as const;
  const clash = {
    field: "creditScore",
    label: "Credit score",
    theirs: "668",
    mark,
  };
  assert.deepEqual(filling.clashes, [clash]);
  assert.deepEqual([filling.filled, filling.of], [2, 5]);
  assert.deepEqual(settleClashes(filling, filling.clashes, new Set()).form, filling.form);
  const taken = settleClashes(filling, filling.clashes, new Set(["creditScore"]));
  assert.equal(taken.form.entries.creditScore, "668");
  assert.deepEqual(taken.marks.creditScore, mark);
});

Deno.test("a file of no known type fills nothing", () => {
  const { form, filled, clashes } = fillForm(config, "broker", { form: EMPTY_FORM, marks: {} }, {
    ...file,
    type: "other",
  });
  assert.deepEqual([form, filled, clashes], [EMPTY_FORM, 0, []]);
});

Deno.test("a draft is restored as it was saved, and entries made meanwhile win", () => {
  const row = { key: 7, entries: { address: "4 Cottage Rd" } };
  const form = { entries: { lastName: "Smithers", city: "Hamilton" }, rows: [row], exit: "Yes", comments: "Soon" };
  const listed = { key: 1, name: "a.pdf", size: 1, type: "bureau", part: 1 } as const;
  const files = [{ ...listed, state: "kept" as const, id: "x" }, { ...listed, state: "sending" as const }];
  const draft = toDraft(form, {}, files);
  assert.deepEqual(draft.files, [{ id: "x", type: "bureau" }], "only what the server has");
  assert.deepEqual(formFromDraft(draft), { ...form, rows: [{ ...row, key: 0 }] });
  const typed = { ...EMPTY_FORM, entries: { lastName: "Smith", city: " " } };
  assert.deepEqual(formFromDraft(draft, typed).entries, { lastName: "Smith", city: "Hamilton" });
  assert.equal(isEmptyDraft(draft), false);
  assert.equal(isEmptyDraft(toDraft(EMPTY_FORM, {}, [])), true);
});
