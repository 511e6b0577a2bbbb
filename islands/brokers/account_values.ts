import type { FieldErrors } from "../../lib/client/field_errors.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import type { DocumentText } from "../../lib/client/stale.ts";
import { isShortUsername, MESSAGES } from "../../lib/domain/accounts/account_rules.ts";
import { accountFieldName, accountValueText } from "../../lib/domain/audit_text.ts";
import { CreateAccount, UpdateAccount } from "../../lib/schemas/brokers/account.ts";

/** An account as its form starts; everything as text, as fields have it. */
export type BrokerValues = {
  name: string;
  email: string;
  phone: string;
  brokerage: string;
  brokerageLicense: string;
  license: string;
  username: string;
  rating: string;
  status: string;
  role: string;
  notes: string;
  touchBaseEmails: boolean;
};

/** An account as a stale answer has it. */
export type StoredAccount = Record<string, unknown> & { updatedAt: number };

/** The fields of an account as text; what is not given keeps its value. */
export function accountValues(account: Readonly<Record<string, unknown>>, before: BrokerValues): BrokerValues {
  return Object.fromEntries(
    Object.entries(before).map(([name, value]) => {
      const given = account[name] ?? value;
      return [name, typeof value === "boolean" ? given === true : String(given)];
    }),
  ) as BrokerValues;
}

/** The fields as a plain form sends them. */
export const textsOf = ({ touchBaseEmails, ...texts }: BrokerValues): Record<keyof BrokerValues, string> => ({
  ...texts,
  touchBaseEmails: touchBaseEmails ? "on" : "off",
});

export const ACCOUNT_TEXT: DocumentText<BrokerValues> = {
  nameOf: accountFieldName,
  textOf: (name, value) => accountValueText(name, name === "status" ? Number(value) : value),
};

/** What is wrong with the fields of an account as they are sent; `stored` is null for a new one. */
export function accountErrors(sent: Readonly<Record<string, unknown>>, stored: BrokerValues | null): FieldErrors {
  if (!stored) return fieldErrors(CreateAccount, sent);
  const short = isShortUsername(String(sent.username).trim(), stored.username);
  return { ...(short ? { username: MESSAGES.usernameShort } : {}), ...fieldErrors(UpdateAccount, sent) };
}

/**
 * The fields as the calls take them. A box sends "off" and, where it is ticked, "on" after it; what the page showed is
 * for plain forms.
 */
export function readForm(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  data.delete("seen");
  const sent: Record<string, unknown> = Object.fromEntries(data);
  if (data.has("touchBaseEmails")) sent.touchBaseEmails = data.getAll("touchBaseEmails").at(-1) === "on";
  return sent;
}
