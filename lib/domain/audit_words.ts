/** Audit rows of accounts in words: what happened, and which field went from what to what. */
import { RATING_LABELS, roleLabel } from "./accounts/account_values.ts";
import { browserName } from "./accounts/browser_name.ts";

const ACTIONS: Readonly<Record<string, string>> = {
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
};

const FIELDS: Readonly<Record<string, string>> = {
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
  userAgent: "Browser",
  sessions: "Sessions ended",
  devices: "Browsers forgotten",
};

/** Longer values are cut: the trail tells what changed, the account's page tells the rest. */
const LONGEST = 160;

type Half = Readonly<Record<string, unknown>> | null;

/** One change: the field, and its value before (null where there was none to tell) and after. */
export interface ChangeWords {
  field: string;
  before: string | null;
  after: string | null;
}

export interface AuditWords {
  what: string;
  changes: ChangeWords[];
}

function valueWords(field: string, value: unknown): string {
  if (field === "role") return roleLabel(Number(value));
  if (field === "rating") return RATING_LABELS[value as keyof typeof RATING_LABELS] ?? String(value);
  if (field === "status") return value === 1 ? "Enabled" : "Disabled";
  if (field === "userAgent") return browserName(String(value));
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = value === null || value === undefined ? "" : String(value);
  if (text.length > LONGEST) return `${text.slice(0, LONGEST).trimEnd()}…`;
  return text === "" ? "nothing" : text;
}

/** The words of an audit row about an account; halves as they were written. Fields without a name of ours are left out. */
export function auditWords(action: string, before: Half, after: Half): AuditWords {
  const names = Object.keys(FIELDS).filter((name) => name in (before ?? {}) || name in (after ?? {}));
  const changes = names.flatMap((name): ChangeWords[] => {
    const was = before && name in before ? valueWords(name, before[name]) : null;
    const is = after && name in after ? valueWords(name, after[name]) : null;
    // Skip a new account's empty fields.
    if (was === null && is === "nothing") return [];
    return [{ field: FIELDS[name], before: was, after: is }];
  });
  return { what: ACTIONS[action] ?? action, changes };
}
