/** What a scoring configuration may not be, and what is only worth a warning (loans specification 3.6, 5.2 and 5.4). */
import assert from "node:assert/strict";
import * as v from "valibot";
import defaults from "../../../db/seed/default_settings.json" with { type: "json" };
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { defaultLabel, unusedFields } from "../../../lib/domain/settings/config_fields.ts";
import { configName, configValueText } from "../../../lib/domain/settings/config_names.ts";
import { configProblems } from "../../../lib/domain/settings/config_problems.ts";
import { configWarnings } from "../../../lib/domain/settings/config_warnings.ts";
import { type FormConfig, type FormInput, type SectionName } from "../../../lib/domain/settings/form_config.ts";
import { sectionsOf, withSectionMoved } from "../../../lib/domain/settings/form_order.ts";
import { submissionProblems } from "../../../lib/domain/loans/submission.ts";
import { documentChanges } from "../../../lib/domain/settings/document_changes.ts";
import { ConfigDocument } from "../../../lib/schemas/settings/settings.ts";

const SETTINGS = defaults as LendingSettings;

function edited(change: (config: FormConfig) => void): FormConfig {
  // Through JSON: the two orders of the installed configuration are one list.
  const config = JSON.parse(JSON.stringify(SCORING_CONFIG));
  change(config);
  return config;
}

function inputOf(config: FormConfig, section: SectionName, id: string): FormInput {
  return config[section].inputs.find((input) => input.id === id)!;
}

function hide(config: FormConfig, section: SectionName, ...ids: string[]): void {
  const { settings } = config[section];
  settings.order = settings.order.filter((id) => !ids.includes(id));
  settings.brokerOrder = settings.brokerOrder.filter((id) => !ids.includes(id));
}

Deno.test("the installed configuration has no problem and no warning", () => {
  assert.deepEqual(configProblems(SCORING_CONFIG), []);
  assert.deepEqual(configWarnings(SCORING_CONFIG, SETTINGS), []);
  assert.deepEqual(v.parse(ConfigDocument, JSON.parse(JSON.stringify(SCORING_CONFIG))), SCORING_CONFIG);
});

/** What is done to the configuration, the path of the first problem, what its sentence says. */
const BROKEN: [string, (config: FormConfig) => void, string, RegExp][] = [
  [
    "hiding both values",
    (c) => hide(c, "homeInformation", "appraisedValue", "homePurPrice"),
    "homeInformation.settings.order",
    /“Appraised value” or “Purchase price”/,
  ],
  [
    "removing the loan amount",
    (c) => {
      hide(c, "loanInfo", "newLoanAmount");
      c.loanInfo.inputs = c.loanInfo.inputs.filter(({ id }) => id !== "newLoanAmount");
    },
    "loanInfo.settings.order",
    /without a loan amount nothing can be submitted/,
  ],
  [
    "hiding the loan amount from brokers",
    (c) => {
      c.loanInfo.settings.brokerOrder = c.loanInfo.settings.brokerOrder.filter((id) => id !== "newLoanAmount");
    },
    "loanInfo.settings.brokerOrder",
    /must ask brokers for “Loan amount”/,
  ],
  ["hiding the position", (c) => hide(c, "loanInfo", "firstOrSecond"), "loanInfo.settings.order", /“Position”/],
  [
    "an unknown field",
    (c) => (inputOf(c, "loanInfo", "broker_fee").id = "shoeSize"),
    "loanInfo.settings.order",
    /“broker_fee” is not in this box/,
  ],
  [
    "an unknown id in an order",
    (c) => c.loanInfo.settings.brokerOrder.push("finalScore"),
    "loanInfo.settings.brokerOrder",
    /“finalScore” is not in this box/,
  ],
  [
    "an id twice in an order",
    (c) => c.loanInfo.settings.order.push("broker_fee"),
    "loanInfo.settings.order",
    /“Broker fee” is there twice/,
  ],
  [
    "a field in two boxes",
    (c) => c.loanInfo.inputs.push(inputOf(c, "applicantEmployment", "sector")),
    "applicantEmployment.inputs.1.id",
    /Sector is there twice/,
  ],
  [
    "a number as text",
    (c) => (inputOf(c, "applicantRisk", "creditScore").type = "text"),
    "applicantRisk.inputs.0.type",
    /only be entered as number/,
  ],
  [
    "a date as a dropdown",
    (c) => (inputOf(c, "applicantInformation", "DOB").type = "dropdown"),
    "applicantInformation.inputs.2.type",
    /only be entered as date/,
  ],
  [
    "a choice twice",
    (c) =>
      inputOf(c, "applicantEmployment", "sector").options.push({
        value: "health  CARE",
        flag: "None",
        score: 0,
        weight: 0,
      }),
    "applicantEmployment.inputs.1.options.13.value",
    /^Sector, option health {2}CARE is there twice/,
  ],
  [
    "a threshold that is no number",
    (c) => (inputOf(c, "applicantRisk", "creditScore").options[0].value = "low"),
    "applicantRisk.inputs.0.options.0.value",
    /enter a number/,
  ],
  [
    "a dropdown without a choice",
    (c) => (inputOf(c, "applicantEmployment", "sector").options = []),
    "applicantEmployment.inputs.1.options",
    /needs an option that can be chosen/,
  ],
  [
    "an Error option without its message",
    (c) => (inputOf(c, "applicantRisk", "creditScore").options[0].flag = "Error"),
    "applicantRisk.inputs.0.options.0.message",
    /needs the message/,
  ],
  [
    "a score out of bounds",
    (c) => (inputOf(c, "applicantRisk", "creditScore").options[0].score = 8.5),
    "applicantRisk.inputs.0.options.0.score",
    /from −8 to 8 in steps of 0\.5/,
  ],
  [
    "an Error option at nothing",
    (c) => {
      inputOf(c, "homeInformation", "propertyTax").options.push({
        value: 0,
        flag: "Error",
        score: 0,
        weight: 0,
        message: "No",
      });
    },
    "homeInformation.inputs.12.options.0.value",
    /would refuse every entry/,
  ],
  [
    "an empty label",
    (c) => (inputOf(c, "loanInfo", "broker_fee").label = " "),
    "loanInfo.inputs.4.label",
    /The label of Broker fee/,
  ],
  ["an empty title", (c) => (c.loanInfo.title = ""), "loanInfo.title", /The title of a box/],
  ["two boxes in one place", (c) => (c.loanInfo.position = 2), "applicantInformation.position", /same place as Loan/],
  ["a place that is none", (c) => (c.loanInfo.position = 7), "loanInfo.position", /no place from 1 to 6/],
];

for (const [what, change, path, says] of BROKEN) {
  Deno.test(`${what} is refused at its cell`, () => {
    const config = edited(change);
    const [first] = configProblems(config);
    assert.equal(first?.path, path);
    assert.match(first.message, says);
    assert.equal(v.safeParse(ConfigDocument, config).success, false, "the server's schema refuses it too");
  });
}

Deno.test("property: the refused configurations would leave brokers without a way to submit", () => {
  const config = edited((c) => hide(c, "homeInformation", "appraisedValue", "homePurPrice"));
  const entries = { newLoanAmount: "100000" };
  assert.ok(submissionProblems(config, entries, "broker").some(({ field }) => field === "appraisedValue"));
});

Deno.test("a form without name or city warns, and so does a required input that brokers do not see", () => {
  const hidden = edited((c) => {
    hide(c, "applicantInformation", "lastName", "city");
    inputOf(c, "applicantInformation", "lastName").required = true;
    inputOf(c, "applicantInformation", "city").required = false;
  });
  assert.deepEqual(configWarnings(hidden, SETTINGS), [
    "Brokers are not asked for Last name: loans come without it.",
    "Brokers are not asked for City: loans come without it.",
    "Last name is required, but brokers do not see it.",
  ]);
});

Deno.test("a box moves in the configuration itself, and in its own view alone", () => {
  const edit = edited((c) => inputOf(c, "homeInformation", "appraisedValue").label = "Appraisal");
  const moved = withSectionMoved(edit, "broker", sectionsOf(edit, "broker")[1], -1);
  assert.deepEqual(sectionsOf(moved, "broker").slice(0, 2), sectionsOf(edit, "broker").slice(0, 2).toReversed());
  assert.deepEqual(sectionsOf(moved, "admin"), sectionsOf(edit, "admin"));
  assert.equal(inputOf(moved, "homeInformation", "appraisedValue").label, "Appraisal");
});

Deno.test("what the rating tables do not know is a warning", () => {
  const config = edited((c) => {
    inputOf(c, "applicantEmployment", "sector").options.push({ value: "Fishing", flag: "None", score: 0, weight: 0 });
    c.applicantRisk.settings.brokerOrder = c.applicantRisk.settings.brokerOrder.filter((id) => id !== "creditScore");
    inputOf(c, "loanInfo", "firstOrSecond").options.push({ value: "Reverse", flag: "None", score: 0, weight: 0 });
  });
  assert.deepEqual(configProblems(config), []);
  assert.deepEqual(configWarnings(config, SETTINGS), [
    "Sector: “Fishing” is not in the table Sector and would be rated worst.",
    "Brokers are not asked for Credit score, which a rating reads.",
    "Credit score is required, but brokers do not see it.",
    "Position: “Reverse” would be read as a second mortgage.",
  ]);
  const fewer = { ...SETTINGS, pricing: { ...SETTINGS.pricing, regions: SETTINGS.pricing.regions.slice(1) } };
  assert.match(configWarnings(SCORING_CONFIG, fewer)[0], /“Toronto” is not in the table Region Rating/);
});

Deno.test("fields that no box has can be added to the boxes of their kind", () => {
  const config = edited((c) => {
    hide(c, "loanInfo", "broker_fee");
    c.loanInfo.inputs = c.loanInfo.inputs.filter(({ id }) => id !== "broker_fee");
  });
  assert.deepEqual(unusedFields(config, "homeInformation"), ["broker_fee"]);
  assert.deepEqual(unusedFields(config, "additionalProperties"), []);
  assert.equal(defaultLabel("useOfProceeds"), "Use of proceeds");
});

const RISKS = SCORING_CONFIG.applicantRisk.inputs.map(({ label }) => label);

Deno.test("differences of a configuration have the form's own names", () => {
  const after = edited((c) => {
    inputOf(c, "applicantEmployment", "sector").required = false;
    inputOf(c, "applicantEmployment", "sector").options[4].score = 2;
    inputOf(c, "applicantEmployment", "sector").options.splice(0, 1);
    c.loanInfo.title = "The loan";
    c.applicantRisk.inputs.reverse();
    c.additionalProperties.settings.brokerOrder = ["value", "address"];
  });
  const words = documentChanges(SCORING_CONFIG, after).map(({ path, before, after: now }) => [
    configName(path, after),
    configValueText(path, before, [after, SCORING_CONFIG]),
    configValueText(path, now, [after, SCORING_CONFIG]),
  ]);
  assert.deepEqual(words, [
    ["The loan: title", "Loan", "The loan"],
    ["Employment, Sector: required", "yes", "no"],
    ["Employment, Sector, option Public Sector", "Public Sector, Green, score 0", "none"],
    ["Employment, Sector, option Technology: score", "0", "2"],
    ["Credit: order of the inputs", RISKS.join(", "), RISKS.toReversed().join(", ")],
    ["Other property: order for brokers", "Address, Value, Mortgage", "Value, Address"],
  ]);
});
