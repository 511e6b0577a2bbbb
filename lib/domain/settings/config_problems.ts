/** Validation of an edited scoring configuration, each problem at its cell (loans specification 3.6, 5.2 and 5.4). */
import { foldText } from "../lending/compile.ts";
import { isStepInBounds, scoreCell, WEIGHT_CELL } from "./panel.ts";
import type { Problem } from "./settings_problems.ts";
import { loanFieldLabel } from "../loans/field_labels.ts";
import { defaultLabel, fieldsOf, findInput, typesOf } from "./config_fields.ts";
import {
  type FormConfig,
  type FormInput,
  type FormSection,
  type FormView,
  isEmptyEntry,
  SECTION_NAMES,
  type SectionName,
} from "./form_config.ts";

export const LABEL_MAX = 80;
export const OPTIONS_MAX = 120;

const FLAGS = ["Green", "Yellow", "Red", "None", "Error"];
const VIEWS: readonly { view: FormView; order: "order" | "brokerOrder"; who: string }[] = [
  { view: "admin", order: "order", who: "administrators" },
  { view: "broker", order: "brokerOrder", who: "brokers" },
];

/** Every problem of a configuration; empty where it may be saved. Accepts whatever a form holds. */
export function configProblems(config: FormConfig): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const name of SECTION_NAMES) {
    problems.push(...sectionProblems(name, config[name]));
    for (const [i, input] of config[name].inputs.entries()) {
      problems.push(...inputProblems(name, input, i));
      const key = name === "additionalProperties" ? `${name}.${input.id}` : input.id;
      if (seen.has(key)) {
        problems.push({
          path: `${name}.inputs.${i}.id`,
          message: `The field ${loanFieldLabel(input.id, config)} is there twice.`,
        });
      }
      seen.add(key);
    }
  }
  problems.push(...positionProblems(config));
  return problems.length > 0 ? problems : submissionBreaks(config);
}

function sectionProblems(name: SectionName, section: FormSection): Problem[] {
  const problems: Problem[] = [];
  const checkLength = (text: string | undefined, key: string, what: string, required: boolean) => {
    const length = text?.trim().length ?? 0;
    if (length > LABEL_MAX || (required && length === 0)) {
      problems.push({ path: `${name}.${key}`, message: `${what} of a box: 1 to ${LABEL_MAX} characters.` });
    }
  };
  checkLength(section.title, "title", "The title", true);
  checkLength(section.brokerTitle, "brokerTitle", "The brokers' title", section.brokerTitle !== undefined);
  const ids = new Set(section.inputs.map(({ id }) => id));
  for (const { order, who } of VIEWS) {
    const list = section.settings[order];
    const wrong = list.find((id, i) => !ids.has(id) || list.indexOf(id) !== i);
    if (wrong !== undefined) {
      const why = ids.has(wrong) ? "is there twice" : "is not in this box";
      problems.push({
        path: `${name}.settings.${order}`,
        message: `${section.title}, the order for ${who}: “${
          (ids.has(wrong) ? labelIn(section, wrong) : wrong).slice(0, 60)
        }” ${why}.`,
      });
    }
  }
  return problems;
}

function inputProblems(name: SectionName, input: FormInput, index: number): Problem[] {
  const at = `${name}.inputs.${index}`;
  const label = input.label.trim() || defaultLabel(input.id);
  if (!fieldsOf(name).includes(input.id)) {
    return [{ path: `${at}.id`, message: `“${input.id.slice(0, 60)}” is not a field of an application.` }];
  }
  const problems: Problem[] = [];
  if (input.label.trim() === "" || input.label.length > LABEL_MAX) {
    problems.push({
      path: `${at}.label`,
      message: `The label of ${defaultLabel(input.id)}: 1 to ${LABEL_MAX} characters.`,
    });
  }
  if (!typesOf(input.id).includes(input.type)) {
    problems.push({
      path: `${at}.type`,
      message: `${label} can only be entered as ${typesOf(input.id).join(" or ")}.`,
    });
  }
  if (input.options.length > OPTIONS_MAX) {
    problems.push({ path: `${at}.options`, message: `${label}: at most ${OPTIONS_MAX} options.` });
  }
  if (input.type === "dropdown" && !input.options.some(({ flag }) => flag !== "Error")) {
    problems.push({ path: `${at}.options`, message: `${label} needs an option that can be chosen.` });
  }
  problems.push(...optionProblems(`${at}.options`, label, input));
  return problems;
}

function optionProblems(at: string, label: string, input: FormInput): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, option] of input.options.entries()) {
    const name = isEmptyEntry(option.value) ? i + 1 : String(option.value).slice(0, LABEL_MAX);
    const add = (key: string, what: string) =>
      problems.push({
        path: `${at}.${i}.${key}`,
        message: `${label}, option ${name}${what}`,
        atCell: `Option ${name}${what}`,
      });
    if (input.type === "number") {
      if (typeof option.value !== "number" || !Number.isFinite(option.value)) add("value", ": enter a number.");
    } else if (typeof option.value !== "string" || option.value.trim() === "" || option.value.length > LABEL_MAX) {
      add("value", `: 1 to ${LABEL_MAX} characters.`);
    }
    const key = foldText(String(option.value));
    if (key !== "" && seen.has(key)) add("value", " is there twice.");
    seen.add(key);
    if (!FLAGS.includes(option.flag)) add("flag", ": choose a flag of the list.");
    if (option.flag === "Error" && !option.message?.trim()) {
      add("message", ": an Error option needs the message that it shows.");
    }
    if ((option.message?.length ?? 0) > 200) add("message", ": a message has at most 200 characters.");
    if (!isFit(scoreCell(), option.score)) add("score", ", score: from −8 to 8 in steps of 0.5.");
    if (!isFit(WEIGHT_CELL, option.weight)) add("weight", ", weight: from 0 to 1 in steps of 0.01.");
  }
  return problems;
}

const isFit = (cell: ReturnType<typeof scoreCell>, value: unknown) =>
  typeof value === "number" && Number.isFinite(value) && isStepInBounds(cell, value);

const labelIn = (section: FormSection, input: string): string =>
  section.inputs.find(({ id }) => id === input)?.label.trim() || defaultLabel(input);

/** Positions must be 1 to 6, each once, in each view. */
function positionProblems(config: FormConfig): Problem[] {
  const problems: Problem[] = [];
  for (const key of ["position", "brokerPosition"] as const) {
    const taken = new Map<number, SectionName>();
    for (const name of SECTION_NAMES) {
      const own = config[name][key];
      const place = own ?? config[name].position;
      const valid = Number.isInteger(place) && place >= 1 && place <= SECTION_NAMES.length;
      if (!valid || taken.has(place)) {
        const what = valid
          ? `stands at the same place as ${config[taken.get(place)!].title}`
          : "has no place from 1 to 6";
        problems.push({
          path: `${name}.${own === undefined ? "position" : key}`,
          message: `${config[name].title} ${what}.`,
        });
      }
      taken.set(place, name);
    }
  }
  return problems;
}

/** Configurations that would make every submission fail. */
function submissionBreaks(config: FormConfig): Problem[] {
  const problems: Problem[] = [];
  const named = (id: string) => `“${loanFieldLabel(id, config)}”`;
  for (const { order, who } of VIEWS) {
    const shows = (id: string) => {
      const found = findInput(config, id);
      return found !== null && config[found.section].settings[order].includes(id);
    };
    const place = (id: string, section: SectionName) =>
      `${findInput(config, id)?.section ?? section}.settings.${order}`;
    if (!shows("newLoanAmount")) {
      problems.push({
        path: place("newLoanAmount", "loanInfo"),
        message: `The form must ask ${who} for ${
          named("newLoanAmount")
        }: without a loan amount nothing can be submitted.`,
      });
    }
    if (!shows("firstOrSecond")) {
      problems.push({
        path: place("firstOrSecond", "loanInfo"),
        message: `The form must ask ${who} for ${
          named("firstOrSecond")
        }: without it every loan would be a second mortgage.`,
      });
    }
    if (!shows("appraisedValue") && !shows("homePurPrice")) {
      problems.push({
        path: place("appraisedValue", "homeInformation"),
        message: `The form must ask ${who} for ${named("appraisedValue")} or ${named("homePurPrice")}: ` +
          "without a value nothing can be submitted.",
      });
    }
  }
  for (const name of SECTION_NAMES) {
    for (const [i, input] of config[name].inputs.entries()) {
      const floor = input.type === "number" &&
        input.options.find(({ value, flag }) => flag === "Error" && Number(value) <= 0);
      if (floor && config[name].settings.brokerOrder.includes(input.id)) {
        problems.push({
          path: `${name}.inputs.${i}.options.${input.options.indexOf(floor)}.value`,
          message: `${input.label}: an Error option at ${floor.value} would refuse every entry.`,
        });
      }
    }
  }
  return problems;
}
