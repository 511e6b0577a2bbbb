/** What refusals call the fields of an input: a person reads words, never a name of the program. */
import { labelInCall } from "./call_labels.ts";
import { LOAN_LABELS } from "./loans/field_labels.ts";
import { defaultLabel } from "./settings/config_fields.ts";
import { labelOf, titleOf } from "./settings/panel.ts";
import { panelAt } from "./settings/settings_names.ts";
import { capitalised } from "./capitalised.ts";

/** Keys from the input down to a field; a number counts in a list from 0. */
export type FieldPath = readonly (string | number)[];

/** Fields that no screen has, and those whose name says too little. */
const NAMES: Readonly<Record<string, string>> = {
  as: "View",
  basedOn: "Version that the edit began with",
  brokerage: "Brokerage",
  brokerId: "Broker",
  brokerUpdatedAt: "Time of the broker's change",
  cents: "Amount",
  condtionState: "State of the condition",
  contractId: "Letter",
  declineReason: "Declined reason",
  dueId: "Payment due",
  earlier: "Settings of the saved score and rate",
  email_id: "Mail's id",
  everyDays: "Days between runs",
  factorId: "Sign-in",
  license: "Licence",
  loanId: "Loan's id",
  loanMatters: "About loans",
  monthDay: "Day of the month",
  msg: "Message",
  oldId: "Id of the file before",
  next: "Page to go on to",
  offerId: "Letter that waits",
  q: "Search",
  recoverId: "Link",
  replaces: "Set to replace",
  requestId: "Id of the request",
  revision: "Version of the letter",
  rowId: "Row of the ledger",
  savedAt: "Time of the last save",
  sendAt: "Day of the run",
  seen: "Time of the preview",
  tmpUploadId: "Id of the form",
  TOUCH_BASE_ENABLED: "Touch-base",
  until: "Newest on screen",
  updatedAt: "Time of the last change",
  userName: "Username",
};

/** One entry of a list, by the list's name. */
const ENTRIES: Readonly<Record<string, string>> = {
  additionalProperties: "other property",
  brokerages: "brokerage",
  columns: "column",
  conditions: "condition",
  confirmed: "open point",
  dues: "payment",
  eliteTemplates: "elite template",
  files: "file",
  inputs: "input",
  licenceClasses: "licence class",
  loaded: "loaded condition",
  loans: "loan's id",
  normalTemplates: "normal template",
  open: "open point",
  options: "option",
  participants: "participant",
  picked: "broker",
  ratings: "rating",
  regions: "region",
  rowIds: "row",
  rows: "row",
  sections: "section",
};
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** Calls whose fields `data.x` are a loan's. */
const LOAN_CALLS: readonly string[] = ["newloan", "testloan", "updateloan", "fundingpoints"];

/** True for an entry of a loan, whose labels come from the form and from the lender. */
const isLoanEntry = (path: FieldPath, call: string): boolean => path[0] === "data" && LOAN_CALLS.includes(call);

/**
 * The label of a field of a call: the screen's own, the application form's, the lender's, or words made of its name.
 */
function labelOfField(path: FieldPath, { call, labelOf }: FieldOf): string {
  const name = String(path.at(-1));
  if (name === "") return "the field without a name";
  const own = labelInCall(call, path);
  if (own) return own;
  if (isLoanEntry(path, call)) {
    return labelOf(name) ?? (Object.hasOwn(LOAN_LABELS, name) ? LOAN_LABELS[name as keyof typeof LOAN_LABELS] : null) ??
      ownName(name);
  }
  return ownName(name);
}

/** What is sent may be called as a member that every object has. */
const ownName = (name: string): string => Object.hasOwn(NAMES, name) ? NAMES[name] : defaultLabel(name);

/** Whose field it is: its call (the last part of the address), and the labels that the application form has. */
export interface FieldOf {
  call: string;
  labelOf: (name: string) => string | undefined;
}
const NOWHERE: FieldOf = { call: "", labelOf: () => undefined };

const SUFFIXES: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en-CA", { type: "ordinal" });

/** `third condition`, and from the eleventh on `11th condition`. */
const entryName = (noun: string, index: number): string =>
  `${ORDINALS[index] ?? `${index + 1}${SUFFIXES[ordinals.select(index + 1)]}`} ${noun}`;

/**
 * A field of a call in words that begin a sentence, as its screen calls it: `Loan amount`, `The first id`, `Title of
 * the third condition`; null where the path is that of the input itself.
 */
export function fieldName(path: FieldPath, of: FieldOf = NOWHERE): string | null {
  if (path.length === 0) return null;
  // A list that was sent for an object has its places as names.
  const keys = path.map((key) => /^\d+$/.test(String(key)) ? Number(key) : key);
  // The preview takes the settings and the form in one input.
  const inside = of.call === "previewsettings" && /^(settings|config)$/.test(String(keys[0])) ? keys.slice(1) : keys;
  // A call's own label is stronger than a panel of that name.
  const setting = labelInCall(of.call, keys) ? null : settingName(inside);
  if (setting) return setting;
  const words: string[] = [], leaf = keys.at(-1);
  // A list that is the whole input has ids, or settings of regions.
  const nameless = typeof leaf === "string" || of.call === "savemapsettings" ? "region" : "id";
  keys.forEach((key, i) => {
    if (typeof key === "number") {
      const list = keys[i - 1];
      words.unshift(`the ${entryName(typeof list === "string" ? ENTRIES[list] ?? "entry" : nameless, key)}`);
    }
  });
  if (typeof leaf === "string") words.unshift(labelOfField(keys, of));
  return capitalised(words.join(" of "));
}

/** A cell of the settings by its table and row: `Litigation, second row: Score`. */
function settingName(path: FieldPath): string | null {
  const panel = panelAt(path.join("."));
  if (!panel) return null;
  const row = path.find((key) => typeof key === "number");
  const last = path.at(-1);
  const cells = panel.kind === "table" ? panel.columns : panel.kind === "fields" ? panel.cells : [];
  const cell = cells.find(({ key }) => key === last);
  const at = row === undefined ? titleOf(panel) : `${titleOf(panel)}, ${entryName("row", row as number)}`;
  return cell ? `${at}: ${labelOf(cell)}` : at;
}
