import assert from "node:assert/strict";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import {
  EMPTY_FORM,
  entriesOf,
  formErrors,
  liveFigures,
  namedFields,
  openInExit,
  openInSection,
  outlineOf,
  progressOf,
  rankProblem,
  remainingFields,
  submissionBody,
  type SubmissionForm,
  tidyNumber,
  typeProblem,
} from "../../../lib/client/loans/submission_form.ts";
import { refusedText } from "../../../lib/client/loans/refused_files.ts";
import { type ListedFile, splitDuplicates, suggestedType, withType } from "../../../lib/client/loans/upload_queue.ts";
import { sizeRefusal } from "../../../lib/domain/files/received.ts";
import { SECTION_NAMES, type ShownInput } from "../../../lib/domain/settings/form_config.ts";
import { shownConfig } from "../../../lib/domain/settings/shown_config.ts";
import { submissionProblems } from "../../../lib/domain/loans/submission.ts";
import { APPLICATION } from "../../support/application.ts";

const config = shownConfig(SCORING_CONFIG, "broker");
const outline = outlineOf(config, "broker");
const filled: SubmissionForm = { ...EMPTY_FORM, entries: { ...APPLICATION }, exit: "No" };
const withEntries = (entries: Record<string, string>): SubmissionForm => ({
  ...filled,
  entries: { ...filled.entries, ...entries },
});
const input = (unit: ShownInput["unit"]): ShownInput => ({
  id: "x",
  label: "X",
  type: "number",
  required: false,
  options: [],
  unit,
});

Deno.test("a form without scores has every input that its view shows, in its order, and no other", () => {
  for (const name of SECTION_NAMES) {
    assert.deepEqual(config[name].inputs.map(({ id }) => id), SCORING_CONFIG[name].settings.brokerOrder);
    for (const shown of config[name].inputs) {
      assert.ok(!("active" in shown));
      for (const option of shown.options) {
        assert.deepEqual(Object.keys(option).filter((key) => /score|weight/.test(key)), []);
      }
    }
  }
  const hidden = structuredClone(SCORING_CONFIG);
  hidden.loanInfo.settings.brokerOrder = ["newLoanAmount", "firstOrSecond"];
  const brokers = shownConfig(hidden, "broker").loanInfo;
  assert.deepEqual(brokers.inputs.map(({ id }) => id), ["newLoanAmount", "firstOrSecond"]);
  assert.deepEqual(brokers.settings.order, ["newLoanAmount", "firstOrSecond"], "what is hidden is not named either");
  assert.equal(shownConfig(hidden, "admin").loanInfo.inputs.length, SCORING_CONFIG.loanInfo.settings.order.length);
});

Deno.test("fields are called by their labels, in the form's order, a property's with its number", () => {
  const form = { ...EMPTY_FORM, rows: [1, 2].map((key) => ({ key, entries: {} })) };
  const paths = new Set(["exitStrategy", "additionalProperties.1.value", "lastName", "firstOrSecond", "nothing"]);
  assert.deepEqual(namedFields(config, "broker", form, paths), [
    { path: "firstOrSecond", label: "Position" },
    { path: "lastName", label: "Last name" },
    { path: "additionalProperties.1.value", label: "Value, property 2" },
    { path: "exitStrategy", label: "Exit strategy" },
  ]);
});

Deno.test("every problem is named at its field, and the first one is the refusal", () => {
  const problems = submissionProblems(config, {}, "broker");
  const required = SECTION_NAMES.flatMap((name) =>
    name === "additionalProperties" ? [] : SCORING_CONFIG[name].inputs.filter((one) => one.required)
  );
  assert.equal(problems.length, required.length + 1, "and the property's value");
  assert.deepEqual(problems[0], { field: "firstOrSecond", message: "Position is required!" });
  assert.deepEqual(problems.at(-1), { field: "appraisedValue", message: "Appraised Value is required!" });
  const entries = { ...APPLICATION, propertyType: "time share", yoe: "70" };
  assert.deepEqual(submissionProblems(config, entries, "broker"), [
    { field: "yoe", message: "Years employed cannot be 70 or more" },
    { field: "propertyType", message: "We do not fund time shares" },
  ]);
  assert.deepEqual(submissionProblems(config, entries, "admin"), []);
  const unknown = [{ field: "sector", message: "Choose one of the list." }];
  for (const view of ["admin", "broker"] as const) {
    assert.deepEqual(submissionProblems(config, { ...APPLICATION, sector: "Astrology" }, view), unknown);
    assert.deepEqual(submissionProblems(config, { ...APPLICATION, sector: " con struction" }, view), []);
  }
  assert.deepEqual(submissionProblems(config, APPLICATION, "broker"), []);
});

Deno.test("a review says of a text that is no amount what its field says, and what is empty is required", () => {
  const number = "Enter 0 or more, like 1,250 or 12.5.", required = "Appraised Value is required!";
  for (const text of ["-5", "abc"]) {
    assert.deepEqual(formErrors(config, "broker", withEntries({ newLoanAmount: text })), { newLoanAmount: number });
    const values = withEntries({ appraisedValue: text, homePurPrice: "" });
    assert.deepEqual(formErrors(config, "broker", values), { appraisedValue: number });
    const price = withEntries({ appraisedValue: "", homePurPrice: text });
    assert.deepEqual(formErrors(config, "broker", price), { appraisedValue: required, homePurPrice: number });
  }
  assert.deepEqual(formErrors(config, "broker", withEntries({ newLoanAmount: "" })), {
    newLoanAmount: "Loan amount is required!",
  });
  // A score that an Error option refuses was cleared (loans specification 5.2), and is required then.
  assert.deepEqual(formErrors(config, "broker", withEntries({ creditScore: "" })), {
    creditScore: "Credit score is required!",
  });
});

Deno.test("the count of what is left has required fields, the value once, each other property and the exit", () => {
  const required = outline.filter(({ name }) => name !== "additionalProperties")
    .reduce((sum, section) => sum + section.required.length, 0);
  assert.deepEqual(remainingFields(outline, EMPTY_FORM), { left: required + 2, total: required + 2 });
  assert.equal(remainingFields(outline, filled).left, 0);
  assert.equal(remainingFields(outline, withEntries({ appraisedValue: "", homePurPrice: "1" })).left, 0);
  assert.equal(remainingFields(outline, withEntries({ appraisedValue: "0", homePurPrice: "" })).left, 1);
  assert.equal(remainingFields(outline, { ...filled, exit: "" }).left, 1);
  const rows: SubmissionForm["rows"] = [{ key: 0, entries: { address: "4 Cottage Rd" } }, { key: 3, entries: {} }];
  const others = outline.find(({ name }) => name === "additionalProperties")!;
  assert.deepEqual(progressOf(others, { ...filled, rows }), { left: 3, total: 4 });
});

Deno.test("a part says what is left in it, then what is marked in it, and is complete after both alone", () => {
  const [section] = outline.filter(({ required }) => required.length > 0);
  const [id] = section.required, elsewhere = outline.find(({ name }) => name !== section.name)!;
  const wrong = { [id]: "Enter another." };
  assert.equal(openInSection(section, withEntries({ [id]: "" }), wrong), "1 left");
  assert.equal(openInSection(section, filled, wrong), "1 to correct");
  assert.equal(openInSection(section, filled, {}), "Complete");
  assert.notEqual(openInSection(elsewhere, filled, wrong), "1 to correct");
  const others = outline.find(({ name }) => name === "additionalProperties")!;
  assert.equal(openInSection(others, filled, {}), "");
  const full = {
    ...filled,
    rows: [{ key: 0, entries: Object.fromEntries(others.required.map((name) => [name, "1"])) }],
  };
  assert.equal(
    openInSection(others, full, { "additionalProperties.0.value": "Enter 0 or more, like 1,250 or 12.5." }),
    "1 to correct",
  );
  const said = { comments: "Too long." };
  assert.deepEqual(
    [openInExit({ ...filled, exit: "" }, said), openInExit(filled, said), openInExit(filled, {})],
    ["1 left", "1 to correct", "Complete"],
  );
});

Deno.test("the days of a bridge are asked, counted and sent for a bridge alone", () => {
  const demanding = structuredClone(config);
  demanding.loanInfo.inputs.find(({ id }) => id === "bridgeTerm")!.required = true;
  const parts = outlineOf(demanding, "broker");
  const typed = { bridgeTerm: "90" };
  const second = withEntries(typed), bridge = withEntries({ ...typed, firstOrSecond: "Second Bridge" });
  const about = { today: "2026-11-20", minLoan: 0 };
  assert.equal("bridgeTerm" in entriesOf(second), false);
  assert.equal(entriesOf(bridge).bridgeTerm, "90");
  const open = withEntries({ firstOrSecond: "Bridge" });
  assert.equal(remainingFields(parts, filled).left, 0);
  assert.equal(remainingFields(parts, open).left, 1);
  assert.deepEqual(Object.keys(formErrors(demanding, "broker", filled, about)), []);
  assert.deepEqual(Object.keys(formErrors(demanding, "broker", open, about)), ["bridgeTerm"]);
});

Deno.test("the live LTV is the one of lending rules 2", () => {
  assert.deepEqual(liveFigures(filled), { loan: 120_000, position: "Second", ltv: 64 }); // vectors: second, typical
  const first = (loan: string) => withEntries({ firstOrSecond: "First", newLoanAmount: loan });
  assert.equal(liveFigures(first("425,000")).ltv, 50, "a first pays the old first out");
  assert.equal(rankProblem(first("425,000")), null);
  assert.equal(liveFigures(first("120,000")).ltv, 64, "where it cannot, the old first stays");
  assert.match(rankProblem(first("120,000"))!, /^An existing first of \$420,000 stays: this would be a second\./);
  assert.equal(liveFigures(withEntries({ appraisedValue: "" })).ltv, 89, "540,000 / 610,000");
  assert.equal(liveFigures(EMPTY_FORM).ltv, null);
});

Deno.test("the form's own errors: unreadable dates and numbers, rows by position, the exit", () => {
  assert.deepEqual(formErrors(config, "broker", filled), {});
  const rows = [{ key: 7, entries: { address: "4 Cottage Rd", value: " " } }];
  const wrong = { ...withEntries({ DOB: "0984-03-19", broker_fee: ",", lastName: "" }), rows, exit: "" };
  assert.deepEqual(formErrors(config, "broker", wrong), {
    broker_fee: "Enter 0 or more, like 1,250 or 12.5.",
    lastName: "Last name is required!",
    DOB: "Enter a date from 1900 on.",
    "additionalProperties.0.value": "Value is required!",
    exitStrategy: "Exit strategy is required!",
  });
  assert.equal(Object.keys(formErrors(config, "broker", wrong))[0], "broker_fee", "in the order of the form");
});

Deno.test("a submission has the specification's field names", () => {
  const rows = [{ key: 7, entries: { address: "4 Cottage Rd", value: "1" } }];
  const { data } = submissionBody({ ...filled, rows }, { files: [], tmpUploadId: "t", brokerName: "P" });
  assert.deepEqual(Object.keys(data).filter((name) => !(name in APPLICATION)).sort(), [
    "additionalProperties",
    "brokerName",
    "comments",
    "exitStrategy",
    "files",
    "tmpUploadId",
  ]);
  assert.deepEqual(entriesOf({ ...filled, rows }).additionalProperties, [{ address: "4 Cottage Rd", value: "1" }]);
});

for (
  const [unit, typed, tidy, problem] of [
    ["dollars", "150k", "150k", "Enter 0 or more, like 1,250 or 12.5."],
    ["dollars", "1.2M", "1.2M", "Enter 0 or more, like 1,250 or 12.5."],
    ["dollars", "1e5", "1e5", "Enter 0 or more, like 1,250 or 12.5."],
    ["dollars", "$12a50-000", "$12a50-000", "Enter 0 or more, like 1,250 or 12.5."],
    ["dollars", "-5000", "-5,000", "Enter 0 or more, like 1,250 or 12.5."],
    ["dollars", "350,00", "35,000", null],
    ["dollars", "250,0000", "2,500,000", null],
    ["dollars", "0001", "1", null],
    ["dollars", "", "", null],
    ["dollars", "$250,000.00", "250,000", null],
    ["dollars", "1500.50", "1,501", null],
    ["dollars", "1500.", "1,500", null],
    ["dollars", "99999999999999999999", "99999999999999999999", "Enter 0 or more, like 1,250 or 12.5."],
    ["years", "2.50", "2.5", null],
    ["years", "2,5", "2,5", "Enter 0 or more, like 1,250 or 12.5."],
    ["years", "2.50x", "2.50x", "Enter 0 or more, like 1,250 or 12.5."],
    ["years", "1.2.3", "1.2.3", "Enter 0 or more, like 1,250 or 12.5."],
    ["points", "668.0", "668", null],
    [undefined, "1234", "1234", null],
  ] as const
) {
  Deno.test(`${JSON.stringify(typed)} as ${unit} is left as ${tidy}: ${problem ?? "fine"}`, () => {
    assert.equal(tidyNumber(input(unit), typed), tidy);
    assert.equal(typeProblem(input(unit), tidy), problem);
  });
}

Deno.test("files are told apart by name, and there is one file of each main kind", () => {
  assert.equal(suggestedType("Equifax-Smithers.pdf", []), "bureau");
  assert.equal(suggestedType("Equifax-2.pdf", ["bureau"]), "other");
  assert.equal(suggestedType("APPRAISAL.pdf", []), "appraisal");
  assert.equal(suggestedType("filogix.pdf", []), "application");
  assert.equal(suggestedType("notes.pdf", []), "other");
  const listed = (key: number, type: ListedFile["type"]): ListedFile => ({
    key,
    name: `${key}.pdf`,
    size: 1,
    type,
    state: "kept",
    part: 1,
  });
  const failed = { ...listed(4, "other"), state: "failed" as const };
  const chosen = [{ name: "1.pdf", size: 1 }, { name: "1.pdf", size: 2 }, { name: "4.pdf", size: 1 }, {
    name: "1.pdf",
    size: 2,
  }];
  const parted = splitDuplicates([listed(1, "bureau"), failed], chosen);
  assert.deepEqual([parted.fresh, parted.listed], [[chosen[1], chosen[2]], [chosen[0], chosen[3]]]);
  const files = [listed(1, "bureau"), listed(2, "other"), listed(3, "other")];
  assert.deepEqual(withType(files, 2, "bureau").map(({ type }) => type), ["other", "bureau", "other"]);
  assert.deepEqual(withType(files, 1, "other").map(({ type }) => type), ["other", "other", "other"]);
});

Deno.test("a file of exactly 25 MB is sent; one byte more, and none at all, are said before", () => {
  const most = 25 * 1024 * 1024;
  assert.deepEqual([most, most + 1, 1, 0].map(sizeRefusal), [
    null,
    { reason: "Too large: 25 MB is the limit. Send it in parts or at a lower resolution.", status: 413 },
    null,
    { reason: "This file is empty. Choose another.", status: 422 },
  ]);
});

Deno.test("refused files are one message: one as the specification has it, several a line each, six at most", () => {
  const empty = { name: "a.pdf", reason: "This file is empty." };
  assert.equal(refusedText([empty]), "Error: a.pdf: This file is empty.");
  assert.equal(refusedText([{ name: "a.pdf" }]), "Error: Try again");
  assert.equal(
    refusedText([empty, { name: "b.pdf" }]),
    "Error: 2 files were not taken\na.pdf: This file is empty.\nb.pdf: Try again",
  );
  const long = { ...empty, name: `${"a".repeat(60)}-1.pdf` };
  assert.match(refusedText([long, empty]), /^a{22}…a{7}-1\.pdf: This file is empty\.$/m);
  const lines = refusedText(Array.from({ length: 9 }, () => empty)).split("\n");
  assert.deepEqual([lines.length, lines.at(-1)], [8, "and 3 more"]);
});
