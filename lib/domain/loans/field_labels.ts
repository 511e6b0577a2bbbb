/** What the fields of a loan are called on its page, and what their entries read as. */
import { type FormConfig, SECTION_NAMES } from "../settings/form_config.ts";
import { defaultLabel } from "../settings/config_fields.ts";
import { statusLabel } from "./status.ts";

/** Labels of the fields that the lender sets; those of the application are in the form's configuration. */
export const LOAN_LABELS = {
  fsfcLoan: "Funded amount",
  adminRate: "Rate",
  adminFee: "Lender fee",
  broker_fee: "Broker fee",
  adminTerm: "Term",
  adminStructure: "Structure",
  adminPenalty: "Payment penalty",
  commercialReason: "Commercial purpose",
  exitStrategySelect: "Exit strategy",
  estClosingDate: "Closing date",
  dateFunded: "Funded on",
  dateRepaid: "Repaid on",
  maturityEmailDate: "Maturity",
  reminderEmailDate: "Reminder",
  loss: "Loss",
  declineReason: "Declined reason",
  assumedTax: "Assumed tax",
  odsOverride: "Debt servicing override",
  riskRatingOver: "Override",
  adminComSelect: "Status",
  comments: "Broker Comments",
  adminComments: "Admin Comments",
  additionalProperties: "Other properties",
  finalScore: "Score",
} as const;

/** A field's label by its name: the configured one, the lender's, or one made of the name. */
export function loanFieldLabel(name: string, config: FormConfig): string {
  const inputs = SECTION_NAMES.filter((section) => section !== "additionalProperties")
    .flatMap((section) => config[section].inputs);
  return inputs.find(({ id }) => id === name)?.label ?? (LOAN_LABELS as Record<string, string>)[name] ??
    defaultLabel(name);
}

/** An entry of the form in a sentence; `none` where it is empty. */
export function loanEntryText(name: string, entry: unknown): string {
  const text = entry === undefined || entry === null ? "" : String(entry);
  if (name === "adminComSelect") return statusLabel(text);
  if (name === "additionalProperties") {
    const { length } = JSON.parse(text || "[]") as unknown[];
    return length === 1 ? "1 property" : `${length} properties`;
  }
  return text === "" ? "none" : text;
}
