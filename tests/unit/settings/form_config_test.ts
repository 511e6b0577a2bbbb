/** Loans specification 3.6, 5.2, 5.3 and 5.4, and the configuration that a new database starts with. */
import assert from "node:assert/strict";
import settings from "../../../db/seed/default_settings.json" with { type: "json" };
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { NUMBER_FIELDS, TEXT_FIELDS } from "../../../lib/domain/loans/application.ts";
import {
  errorOption,
  fieldFlag,
  type FormConfig,
  type FormEntries,
  type FormInput,
  type FormOption,
  formScore,
  type FormView,
  SECTION_NAMES,
  type ShownConfig,
} from "../../../lib/domain/settings/form_config.ts";
import { inputsOf, sectionsOf, visitedInputs } from "../../../lib/domain/settings/form_order.ts";
import { submissionProblems } from "../../../lib/domain/loans/submission.ts";
import fc from "../../support/properties.ts";

const option = (value: string | number, flag: FormOption["flag"], score = 0, message?: string): FormOption => ({
  value,
  flag,
  score,
  weight: 0.1,
  message,
});
const input = (type: FormInput["type"], options: FormOption[]): FormInput => ({
  id: "x",
  label: "X",
  type,
  required: false,
  active: true,
  options,
});
const dropdown = input("dropdown", [
  option("Self-Employed", "Yellow", 1.5),
  option("Retired", "Green", -0.5),
  option("Mobile Home", "Error", 0, "Not funded"),
]);
const number = input("number", [
  option(100, "Yellow", 1),
  option(0, "Green", 0.5),
  option(500, "Red", 2.5),
  option(900, "Error", 8, "Too high"),
  option(950, "Error", 8, "Far too high"),
]);

/** The default configuration with some inputs made active and changed. */
function withInput(id: string, changes: Partial<FormInput>): FormConfig {
  const config = structuredClone(SCORING_CONFIG);
  for (const name of SECTION_NAMES) {
    for (const one of config[name].inputs) if (one.id === id) Object.assign(one, changes);
  }
  return config;
}
const inputNamed = (id: string) =>
  SECTION_NAMES.flatMap((name) => SCORING_CONFIG[name].inputs).find((one) => one.id === id)!;

const flags: [FormInput, unknown, string][] = [
  [dropdown, "self - employed", "Yellow"],
  [dropdown, " RETIRED", "Green"],
  [dropdown, "Retired person", "None"],
  [dropdown, "", "None"],
  [dropdown, "Mobile Home", "Red"],
  [number, 0, "Green"],
  [number, 99.9, "Green"],
  [number, "1,00", "Yellow"],
  [number, 499, "Yellow"],
  [number, 500, "Red"],
  [number, -1, "None"],
  [number, "", "None"],
  [number, "abc", "None"],
  [input("text", [option("private", "Red"), option("bank", "Green")]), "A Private lender", "Red"],
  [input("text", [option("private", "Red"), option("", "Green")]), "Credit union", "None"],
];
for (const [field, entry, expected] of flags) {
  Deno.test(`flag of ${field.type} ${JSON.stringify(entry)} is ${expected}`, () => {
    assert.equal(fieldFlag(field, entry), expected);
  });
}

Deno.test("a number's flag is that of the highest value not above it, whatever the order of the options", () => {
  const values = fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 });
  const colours = ["Green", "Yellow", "Red"] as const;
  fc.assert(fc.property(values, fc.integer({ min: -10, max: 110 }), (list, entry) => {
    const field = input("number", list.map((value) => option(value, colours[value % 3])));
    const best = Math.max(-Infinity, ...list.filter((value) => value <= entry));
    assert.equal(fieldFlag(field, entry), best === -Infinity ? "None" : colours[best % 3]);
  }));
});

Deno.test("error options: a chosen one, or the highest threshold reached; never for administrators", () => {
  assert.equal(errorOption(dropdown, "mobile home", "broker")?.message, "Not funded");
  assert.equal(errorOption(dropdown, "Retired", "broker"), null);
  const messages = [899, 900, 949, 950, 5000].map((entry) => errorOption(number, entry, "broker")?.message ?? null);
  assert.deepEqual(messages, [null, "Too high", "Too high", "Far too high", "Far too high"]);
  assert.equal(errorOption(number, 950, "admin"), null);
  assert.equal(errorOption(dropdown, "Mobile Home", "admin"), null);
});

Deno.test("form score: an exact dropdown, the first number reached from the top, 0 for anything else", () => {
  const chosen = withInput("sector", { active: true, options: dropdown.options });
  const scores = ["Self-Employed", "self-employed", "Nobody", ""].map((sector) => formScore(chosen, { sector }));
  assert.deepEqual(scores, [1.5, 0, 0, 0]);
  const numbers = withInput("creditScore", { active: true, options: number.options.slice(0, 3) });
  const reached = [-1, 0, 100, "499", 500, "", "abc", null].map((creditScore) => formScore(numbers, { creditScore }));
  assert.deepEqual(reached, [0, 0.5, 1, 1, 2.5, 0, 0, 0]);
});

Deno.test("form score: inactive inputs add nothing, active ones add up exactly, properties count row by row", () => {
  assert.equal(formScore(SCORING_CONFIG, { sector: "Unemployed", creditScore: 400 }), 0);
  const config = withInput("sector", { active: true, options: [option("A", "None", 0.1)] });
  Object.assign(config.homeInformation.inputs[0], { active: true, options: [option("B", "None", 0.2)] });
  assert.equal(formScore(config, { sector: "A", propertyType: "B" }), 0.3);
  const rows = withInput("value", { active: true, options: [option(0, "None", 0.5)] });
  assert.equal(formScore(rows, { additionalProperties: [{ value: 1 }, { value: 0 }, { value: "" }] }), 1);
});

Deno.test("required: the first empty input in the view's order, with its label (loans specification 5.4)", () => {
  const first = (config: ShownConfig, entries: FormEntries, view: FormView) =>
    submissionProblems(config, entries, view)[0].message;
  assert.equal(first(SCORING_CONFIG, {}, "broker"), "Position is required!");
  assert.equal(first(SCORING_CONFIG, { firstOrSecond: "  " }, "broker"), "Position is required!");
  const started = { firstOrSecond: "First", newLoanAmount: 0 };
  assert.equal(first(SCORING_CONFIG, started, "broker"), "Use of proceeds is required!");
  const hidden = structuredClone(SCORING_CONFIG);
  hidden.loanInfo.settings.brokerOrder = [];
  assert.equal(first(hidden, {}, "broker"), "First name is required!");
  assert.equal(first(hidden, {}, "admin"), "Position is required!");
});

function filled(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const entries: Record<string, unknown> = {};
  for (const { input: { id, type, options, required } } of visitedInputs(SCORING_CONFIG, {}, "broker")) {
    if (!required) continue;
    entries[id] = type === "number" ? 50 : type === "dropdown" ? options[0].value : "2000-01-01";
  }
  return { ...entries, ...changes };
}
const application = { appraisedValue: 500_000, homePurPrice: 0, newLoanAmount: 50 };

Deno.test("submission: required inputs, then the value, then entries that the configuration refuses", () => {
  const refusal = (changes: Record<string, unknown>, amounts = {}, view: "broker" | "admin" = "broker") =>
    submissionProblems(SCORING_CONFIG, filled(changes), view, { ...application, ...amounts })[0]?.message ?? null;
  assert.equal(refusal({}), null);
  assert.equal(refusal({ lastName: "" }), "Last name is required!");
  assert.equal(refusal({}, { appraisedValue: 0 }), "Appraised Value is required!");
  assert.equal(refusal({}, { appraisedValue: 0, homePurPrice: 1 }), null);
  assert.equal(refusal({}, { newLoanAmount: 0 }), "Loan amount is required!");
  assert.equal(refusal({ propertyType: "mobile home" }), "We do not fund mobile homes");
  assert.equal(refusal({ propertyType: "mobile home" }, {}, "admin"), null);
  assert.equal(refusal({ creditScore: 901 }), "Credit score cannot exceed 900");
  assert.equal(refusal({ creditScore: 900 }), null);
  assert.equal(refusal({ newLoanAmount: 2_000_001 }), "We do not fund loans above $2,000,000");
  assert.equal(refusal({ additionalProperties: [{ address: "1 Oak St", value: "" }] }), "Value is required!");
});

Deno.test("default configuration: every entered field of an application has one input, and orders name them all", () => {
  const ids: string[] = [];
  for (const name of SECTION_NAMES) {
    const own = SCORING_CONFIG[name].inputs.map(({ id }) => id);
    for (const view of ["admin", "broker"] as const) {
      assert.deepEqual(inputsOf(SCORING_CONFIG[name], view).map(({ id }) => id).sort(), [...own].sort(), name);
    }
    if (name !== "additionalProperties") ids.push(...own);
  }
  assert.deepEqual(ids.sort(), [...TEXT_FIELDS, ...NUMBER_FIELDS, "bridgeTerm"].sort());
  assert.deepEqual(SCORING_CONFIG.additionalProperties.inputs.map(({ id }) => id), ["address", "value", "mortgage"]);
  assert.deepEqual(sectionsOf(SCORING_CONFIG, "broker"), [...SECTION_NAMES]);
});

Deno.test("default configuration: dropdowns offer exactly what the settings rate", () => {
  const values = (id: string) => inputNamed(id).options.map(({ value }) => value);
  assert.deepEqual(values("sector"), settings.ratings.employer.map(({ value }) => value));
  assert.deepEqual(values("useOfProceeds"), settings.ratings.uop.map(({ value }) => value));
  assert.deepEqual(values("litigiousness"), settings.ratings.lit.map(({ value }) => value));
  assert.deepEqual(values("region"), settings.pricing.regions.map(({ value }) => value));
});

Deno.test("default configuration: nothing is active, scores keep to the sliders, errors have a message", () => {
  for (const name of SECTION_NAMES) {
    for (const { id, active, label, options } of SCORING_CONFIG[name].inputs) {
      assert.equal(active, false, id);
      assert.notEqual(label.trim(), "", id);
      for (const { flag, message, score, weight } of options) {
        // Slider bounds of loans specification 5.6.
        assert.ok(score >= -8 && score <= 8 && Number.isInteger(score * 2), id);
        assert.ok(weight >= 0 && weight <= 1, id);
        assert.equal(Boolean(message), flag === "Error", id);
      }
    }
  }
});

Deno.test("default configuration: fields have the flags of the drawn typical second", () => {
  const entries = { firstOrSecond: "Second", sector: "Construction", yoe: 4, creditScore: 668, debtInArrears: 0 };
  const shown = Object.entries(entries).map(([id, entry]) => fieldFlag(inputNamed(id), entry));
  assert.deepEqual(shown, ["Yellow", "Yellow", "Green", "Yellow", "Green"]);
});
