/** Audit rows of accounts in words: what happened, and each field's value before and after. */
import { RATING_LABELS, roleLabel } from "./accounts/account_values.ts";
import { type AccountAction, type AuditText, type PersonFields, type StoredAudit, storedAudit } from "./audit.ts";
import { browserName } from "./accounts/browser_name.ts";
import { formatDate } from "./dates.ts";
import { CONSENT_KIND_LABELS, CONSENT_SOURCE_LABELS, type ConsentKind, type ConsentSource } from "./mail/consent.ts";
import { shortened } from "./shortened.ts";

/** To leave an action about accounts without its words does not compile. */
const ACTIONS: Readonly<Record<AccountAction, string>> = {
  "session.start": "Signed in",
  "session.end": "Signed out",
  "session.endOthers": "Signed out their other browsers",
  "session.endAll": "Signed out everywhere",
  "device.ask": "Was mailed a code for a new browser",
  "device.save": "Saved a browser",
  "device.forget": "Forgot a saved browser",
  "account.create": "Account created",
  "account.update": "Account changed",
  "account.settings": "Changed their own details",
  "account.recover": "Asked for a new password",
  "account.password": "Set a new password by a mailed link",
  "account.emailAsked": "Asked to change the email address",
  "account.email": "Confirmed the new email address",
  "account.delete": "Account deleted",
  "account.erase": "Their data was erased",
  "account.export": "Their data was downloaded",
  "factor.on": "Turned two-step sign-in on",
  "factor.off": "Turned two-step sign-in off",
  "factor.codes": "Made new recovery codes",
  "factor.recover": "Signed in with a recovery code",
  "factor.reset": "Two-step sign-in was reset",
  "mail.unsubscribe": "Unsubscribed by a mail's link",
  "mail.consent": "Consent to mail recorded",
  "filter.save": "Saved a filter of the loan list",
  "filter.delete": "Deleted a filter of the loan list",
};

type Field =
  | keyof PersonFields
  | "userAgent"
  | "sessions"
  | "devices"
  | "codesLeft"
  | "consent"
  | "loansKept"
  | "consentSource"
  | "consentDay";

const FIELDS: Readonly<Record<Field, string>> = {
  role: "Role",
  name: "Name",
  email: "Email",
  phone: "Phone",
  brokerage: "Brokerage",
  brokerageLicense: "Brokerage licence",
  license: "Licence",
  username: "Username",
  password: "Password",
  notes: "Private comment",
  rating: "Rating",
  status: "Status",
  touchBaseEmails: "Touch-base emails",
  newsChoice: "News by mail",
  userAgent: "Browser",
  sessions: "Sessions ended",
  devices: "Browsers forgotten",
  codesLeft: "Recovery codes left",
  loansKept: "Loans that stay",
  consent: "Said",
  consentSource: "How",
  consentDay: "On",
};

/** Longer values are cut: the account's page has them whole. */
const LONGEST = 160;

type Half = { readonly [F in Field]?: unknown } | null;

/** One change: the field, and its value before (null where none was stored) and after. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface AuditDescription {
  what: string;
  changes: FieldChange[];
}

/** The name of an account's field in sentences. */
export const accountFieldName = (field: string): string => (FIELDS as Readonly<Record<string, string>>)[field] ?? field;

/** The value of an account's field in sentences; `nothing` where it is empty, `erased` where it was taken (null). */
export function accountValueText(field: string, value: unknown): string {
  if (value === null) return "erased";
  if (field === "role") return roleLabel(Number(value));
  if (field === "rating") return RATING_LABELS[value as keyof typeof RATING_LABELS] ?? String(value);
  if (field === "status") return value === 1 ? "Enabled" : "Disabled";
  if (field === "userAgent") return browserName(String(value));
  if (field === "consent") return CONSENT_KIND_LABELS[value as ConsentKind] ?? String(value);
  if (field === "consentSource") return CONSENT_SOURCE_LABELS[value as ConsentSource] ?? String(value);
  if (field === "consentDay") return formatDate(String(value));
  if (typeof value === "boolean") return value ? "on" : "off";
  return shortened(value === undefined ? "" : String(value), LONGEST) || "nothing";
}

type AboutAccount = Extract<StoredAudit, { action: AccountAction }>;

const isAboutAccount = (stored: StoredAudit): stored is AboutAccount => Object.hasOwn(ACTIONS, stored.action);

/**
 * A stored row about an account in words. Fields without a label are left out; an action unknown to this version keeps
 * its stored name.
 */
export function describeAudit(row: AuditText): AuditDescription {
  const stored = storedAudit(row);
  if (!stored || !isAboutAccount(stored)) return { what: row.action, changes: [] };
  const before: Half = stored.before, after: Half = stored.after;
  const names = (Object.keys(FIELDS) as Field[]).filter((name) => name in (before ?? {}) || name in (after ?? {}));
  const changes = names.flatMap((name): FieldChange[] => {
    const was = before && name in before ? accountValueText(name, before[name]) : null;
    const is = after && name in after ? accountValueText(name, after[name]) : null;
    // Skip a new account's empty fields.
    if (was === null && is === "nothing") return [];
    return [{ field: FIELDS[name], before: was, after: is }];
  });
  return { what: ACTIONS[stored.action], changes };
}
