import type { viewAccount } from "../../lib/features/brokers/mod.ts";
import { accountValues, type BrokerValues, textsOf } from "../../islands/brokers/account_values.ts";
import { roleLabel, ROLES } from "../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { changedHere } from "../../lib/server/changed_here.ts";

type Account = Awaited<ReturnType<typeof viewAccount>>["account"];

/** A new account: a broker, rated green, enabled (accounts specification 4). */
const NEW: BrokerValues = {
  name: "",
  email: "",
  phone: "",
  brokerage: "",
  brokerageLicense: "",
  license: "",
  username: "",
  rating: "green",
  status: "1",
  role: String(ROLE.broker),
  notes: "",
  touchBaseEmails: false,
};

const isKnown = (role: number) => (ROLES as readonly number[]).includes(role);

/** An account as its form shows it; null for a new one. */
export function storedValues(account: Account | null): BrokerValues {
  if (!account) return NEW;
  const role = isKnown(account.role) ? account.role : "";
  return accountValues({ ...account, role }, NEW);
}

/** The form's initial values: what is stored, and what a refused plain form `sent` entered. */
export function formValues(stored: BrokerValues, sent: Readonly<Record<string, string>> = {}): BrokerValues {
  const entered = Object.entries(changedHere(sent, textsOf(stored))).filter(([name]) => name in NEW);
  const { touchBaseEmails, ...texts } = { ...textsOf(stored), ...Object.fromEntries(entered) };
  return { ...stored, ...texts, touchBaseEmails: touchBaseEmails === "on" };
}

/** The role options, always including the account's own. */
export function roleOptions(roles: readonly number[], own?: number): { value: string; label: string }[] {
  const all = own !== undefined && isKnown(own) && !roles.includes(own) ? [...roles, own] : roles;
  return all.map((role) => ({ value: String(role), label: roleLabel(role) }));
}
