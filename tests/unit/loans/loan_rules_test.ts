/**
 * Conditions, statuses, history, client codes and option lists: loans specification 3.5, 4 and 5.6;
 * docs/decisions/loan-records.md.
 */
import assert from "node:assert/strict";
import { OVERVIEW_STATUSES } from "../../../lib/domain/lending/overview.ts";
import { PRESET_CONDITIONS } from "../../../db/seed/preset_conditions.ts";
import { clientCode } from "../../../lib/domain/loans/client_code.ts";
import {
  actOnCondition,
  type BrokerCondition,
  completedCount,
  CONDITION_PRESETS,
  conditionRights,
  customConditionId,
  isSettled,
  PRESET_COUNT,
  sortConditions,
} from "../../../lib/domain/loans/conditions.ts";
import {
  ASSUMED_TAXES,
  EXIT_STRATEGIES,
  PENALTIES,
  RATING_OVERRIDES,
  structureOf,
  STRUCTURES,
  termMonths,
  TERMS,
} from "../../../lib/domain/loans/deal_options.ts";
import { applicantKey, historyColour, shadedHistory } from "../../../lib/domain/loans/history.ts";
import {
  datesAfterStatus,
  daysFunded,
  daysFundedLabel,
  LOAN_STATUSES,
  needsConfirmation,
  needsDeclineReason,
  statusLabel,
  wasEverFunded,
} from "../../../lib/domain/loans/status.ts";
import { additionalPropertiesFrom, applicationFrom } from "../../../lib/domain/loans/application.ts";
import fc from "../../support/properties.ts";

const condition = (id: number, changes: Partial<BrokerCondition> = {}): BrokerCondition => ({
  id,
  type: 1,
  title: `Condition ${id}`,
  restriction: "none",
  completed: false,
  ...changes,
});
const account = (role: number) => ({ id: 1, role, name: "A" });

Deno.test("presets: 20, ids 1 to 20, the retainer alone restricted, the same as in the database", () => {
  assert.equal(PRESET_COUNT, 20);
  assert.deepEqual(CONDITION_PRESETS.map(({ id }) => id), Array.from({ length: 20 }, (_, i) => i + 1));
  assert.deepEqual(CONDITION_PRESETS.filter((p) => p.restriction === "admin").map(({ id }) => id), [4]);
  assert.deepEqual([CONDITION_PRESETS[3].type, CONDITION_PRESETS[4].type], [0, 2]);
  const stored = PRESET_CONDITIONS.map(({ id, type, title, restriction }) => ({ id, type, title, restriction }));
  assert.deepEqual([...CONDITION_PRESETS], stored);
});

Deno.test("conditions: incomplete first, else in their order", () => {
  const list = [condition(1, { completed: true }), condition(2), condition(3, { completed: true }), condition(4)];
  assert.deepEqual(sortConditions(list).map(({ id }) => id), [2, 4, 1, 3]);
  assert.deepEqual(list.map(({ id }) => id), [1, 2, 3, 4]);
  assert.equal(completedCount(list), 2);
});

Deno.test("custom ids: preset count + list length + 1, never one in use", () => {
  assert.equal(customConditionId([]), 21);
  assert.equal(customConditionId([condition(1), condition(2)]), 23);
  // 22 was deleted from a list of 21, 22 and 23.
  assert.equal(customConditionId([condition(21), condition(23)]), 24);
  // 22 and 23 are off the list and stored until it is saved, and 24 was added for the first of them.
  assert.equal(customConditionId([condition(11), condition(24)], [condition(11), condition(22), condition(23)]), 25);
});

Deno.test("rights: brokers act on what is not restricted, administrators on all, others on nothing", () => {
  const open = condition(7);
  const restricted = condition(4, { type: 0, restriction: "admin" });
  assert.deepEqual([0, 9, 99, 5].map((role) => conditionRights(account(role), open).act), [true, true, true, false]);
  const acts = [0, 9, 99, 5].map((role) => conditionRights(account(role), restricted).act);
  assert.deepEqual(acts, [false, true, true, false]);
  assert.equal(conditionRights(null, open).act, false);
  assert.deepEqual([0, 9].map((role) => conditionRights(account(role), open).manage), [false, true]);
  const viewable = [1, 2, 3, 5, 6, 7].filter((id) => conditionRights(account(9), condition(id)).viewFile);
  assert.deepEqual(viewable, [5, 7]);
  assert.equal(conditionRights(account(0), open).viewFile, false);
});

Deno.test("acting completes: a check toggles, a text needs words, a file its name", () => {
  const check = condition(4, { type: 0 });
  assert.equal(actOnCondition(check, { state: true })?.completed, true);
  assert.equal(actOnCondition({ ...check, completed: true }, { state: false })?.completed, false);
  assert.equal(actOnCondition(check, { text: "x" }), null);
  const text = condition(5, { type: 2 });
  assert.equal(actOnCondition(text, { text: "  " }), null);
  assert.deepEqual(actOnCondition(text, { text: " A. Lawyer " }), { ...text, text: "A. Lawyer", completed: true });
  const answered = { ...text, text: "A. Lawyer", completed: true };
  assert.deepEqual(actOnCondition(answered, { state: false }), { ...answered, completed: false });
  const file = condition(6);
  assert.deepEqual(actOnCondition(file, { fileName: "a.pdf" }), { ...file, fileName: "a.pdf", completed: true });
  assert.equal(actOnCondition(condition(6), { state: true }), null);
});

Deno.test("a condition is settled once it is completed and accepted; the lender's own needs no acceptance", () => {
  const settled = (completed: boolean, acceptedAt: number | null, restriction: "none" | "admin" = "none") =>
    isSettled({ completed, acceptedAt, restriction });
  assert.deepEqual([settled(true, 5), settled(true, null), settled(false, 5)], [true, false, false]);
  assert.deepEqual([settled(true, null, "admin"), settled(false, null, "admin")], [true, false]);
});

Deno.test("statuses: labels, and those that charts count", () => {
  assert.deepEqual(LOAN_STATUSES.map(statusLabel), ["Pending", "Funded", "Repaid", "Declined", "Loss", "Trash"]);
  assert.deepEqual(OVERVIEW_STATUSES.map(statusLabel), ["Pending", "Funded", "Repaid", "Declined"]);
});

Deno.test("statuses: going back asks first, forward and to the trash does not", () => {
  const back = [["Repaid", "NA"], ["Repaid", "Funded"], ["Loss", "Funded"], ["Funded", "NA"], ["Funded", "Declined"]];
  for (const [from, to] of back) assert.ok(needsConfirmation(from as "NA", to as "NA"), `${from} to ${to}`);
  const forward = [["NA", "Funded"], ["Funded", "Repaid"], ["NA", "Declined"], ["Trash", "NA"], ["Funded", "Funded"]];
  for (const [from, to] of forward) assert.ok(!needsConfirmation(from as "NA", to as "NA"), `${from} to ${to}`);
  for (const from of LOAN_STATUSES) assert.ok(!needsConfirmation(from, "Trash"), from);
  assert.deepEqual([needsDeclineReason("NA", "Declined"), needsDeclineReason("Declined", "Declined")], [true, false]);
});

Deno.test("statuses: Funded and Repaid fill their date if it is empty", () => {
  const none = { dateFunded: "", dateRepaid: null };
  assert.equal(datesAfterStatus(none, "Funded", "2026-11-20").dateFunded, "2026-11-20");
  assert.deepEqual(datesAfterStatus(none, "Repaid", "2026-11-20"), { dateFunded: "", dateRepaid: "2026-11-20" });
  assert.deepEqual(datesAfterStatus(none, "Declined", "2026-11-20"), none);
  const set = { dateFunded: "2026-01-01", dateRepaid: "2026-02-01" };
  assert.deepEqual(datesAfterStatus(set, "Repaid", "2026-11-20"), set);
});

Deno.test("days funded: to now while Funded, to the repayment once Repaid, else Not Available", () => {
  const dates = { dateFunded: "2026-11-01", dateRepaid: "2026-11-11" };
  const days = ["Funded", "Repaid", "NA", "Declined"].map((status) => daysFunded(status, dates, "2026-11-20"));
  assert.deepEqual(days, [19, 10, null, null]);
  assert.equal(daysFunded("Funded", { dateFunded: null, dateRepaid: null }, "2026-11-20"), null);
  assert.deepEqual([null, 0, 1, 19].map(daysFundedLabel), ["Not Available", "0 days", "1 day", "19 days"]);
});

Deno.test("a loan that was ever funded is told by its status or its dates", () => {
  const none = { dateFunded: "", dateRepaid: null };
  const ever = LOAN_STATUSES.filter((status) => wasEverFunded(status, none));
  assert.deepEqual(ever, ["Funded", "Repaid", "Loss"]);
  assert.equal(wasEverFunded("Trash", { dateFunded: "2026-01-01", dateRepaid: null }), true);
});

Deno.test("history: the button's colour, and shades against the submission before", () => {
  assert.deepEqual([0, 1, 2, 3, 9].map(historyColour), [null, "blue", "yellow", "red", "red"]);
  const first = { appraisedValue: 880_000, primaryIncome: 114_000, secondaryIncome: 0, otherIncome: 5 };
  const second = { appraisedValue: 850_000, primaryIncome: 120_000, secondaryIncome: 0, otherIncome: 5 };
  const [one, two] = shadedHistory([first, second]).map(({ shades }) => shades);
  assert.deepEqual(Object.values(one), [null, null, null, null]);
  assert.deepEqual([two.appraisedValue, two.primaryIncome, two.secondaryIncome], ["green", "red", null]);
});

Deno.test("history: one applicant is recognised despite accents and case, nobody without a birth date", () => {
  const key = applicantKey({ firstName: "André", lastName: "O'Brien", DOB: "1980-01-02" });
  assert.equal(key, applicantKey({ firstName: " ANDRE ", lastName: "O’BRIEN", DOB: "1980-01-02" }));
  assert.notEqual(key, applicantKey({ firstName: "Andre", lastName: "O'Brien", DOB: "1980-02-01" }));
  assert.equal(applicantKey({ firstName: "Andre", lastName: "O'Brien", DOB: "" }), "");
});

const codes: [string, string][] = [
  ["Smithers", "SMI-1042"],
  ["O'Brien", "OBR-1042"],
  ["de Souza", "DES-1042"],
  ["Ng", "NG-1042"],
  ["Élan", "ELA-1042"],
  ["Øster", "OST-1042"],
  ["Łuk", "LUK-1042"],
  ["weiß", "WEI-1042"],
  ["Saint-Jean", "SAI-1042"],
  ["李", "LOA-1042"],
  ["  ", "LOA-1042"],
  ["123", "LOA-1042"],
];
for (const [name, code] of codes) {
  Deno.test(`client code of "${name}" is ${code}`, () => assert.equal(clientCode(name, 1042), code));
}

Deno.test("a client code is one to three capitals, a dash and the number, for any name", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.nat(), (name, id) => {
    assert.match(clientCode(name, id), new RegExp(`^[A-Z]{1,3}-${id}$`));
  }));
});

Deno.test("option lists are the specification's (loans specification 5.6)", () => {
  const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label).join(", ");
  assert.equal(labels(RATING_OVERRIDES), "Nil, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 6, 7, 8");
  assert.equal(labels(TERMS), "3 months, 6 months, 9 months, 1 year, 2 years");
  assert.equal(labels(STRUCTURES), "Interest Only, Bridge, P+I");
  assert.equal(labels(PENALTIES), "3 months, 2 months, 1 month, none, closed");
  assert.equal(labels(EXIT_STRATEGIES), "No, Yes");
  assert.equal(labels(ASSUMED_TAXES), "0%, 25%, 35%, 50%");
  assert.deepEqual(TERMS.map(({ value }) => termMonths(value)), [3, 6, 9, 12, 24]);
  assert.deepEqual([termMonths(""), structureOf("P+I"), structureOf("Other")], [null, "P+I", null]);
});

Deno.test("an application is read from entries: amounts lose their marks, rows give the totals", () => {
  const read = applicationFrom({
    newLoanAmount: "$120,000",
    yoe: "2.5",
    utilities: "310.50",
    lastName: "  Smithers ",
    phone: 4165550123,
    odsOverride: "",
    unknown: 1,
    additionalProperties: '[{"address":"1 Oak St","value":"400,000","mortgage":250000},{"address":" "}]',
  });
  assert.deepEqual(
    [read.newLoanAmount, read.yoe, read.utilities, read.lastName, read.phone, read.odsOverride],
    [120_000, 2.5, 311, "Smithers", "4165550123", null],
  );
  assert.deepEqual(
    [read.otherPropertiesCount, read.otherPropertiesTotal, read.otherPropertiesMtgTotal],
    [1, 400_000, 250_000],
  );
  assert.equal("unknown" in read, false);
  assert.deepEqual(additionalPropertiesFrom("not json"), []);
});

Deno.test("reading an application twice changes nothing", () => {
  const entry = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  fc.assert(fc.property(fc.dictionary(fc.constantFrom("newLoanAmount", "yoe", "city", "odsOverride"), entry), (raw) => {
    const once = applicationFrom(raw);
    assert.deepEqual(applicationFrom(once), once);
  }));
});
