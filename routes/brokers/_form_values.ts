import type { viewAccount } from "../../lib/features/brokers/mod.ts";
import type { BrokerValues } from "../../islands/brokers/account_values.ts";
import { roleLabel, ROLES } from "../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../lib/domain/permissions.ts";

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

/** The form's initial values. `sent` are the values of a refused plain form, shown again. */
export function formValues(account: Account | null, sent: Readonly<Record<string, string>> = {}): BrokerValues {
  const values: BrokerValues = { ...NEW };
  if (account) {
    for (const name of Object.keys(NEW) as (keyof BrokerValues)[]) {
      if (name !== "touchBaseEmails") values[name] = String(account[name]);
    }
    values.touchBaseEmails = account.touchBaseEmails;
    if (!isKnown(account.role)) values.role = "";
  }
  for (const [name, value] of Object.entries(sent)) {
    if (name in NEW && name !== "touchBaseEmails") {
      values[name as Exclude<keyof BrokerValues, "touchBaseEmails">] = value;
    }
  }
  return values;
}

/** The role options, always including the account's own. */
export function roleChoices(roles: readonly number[], own?: number): { value: string; label: string }[] {
  const all = own !== undefined && isKnown(own) && !roles.includes(own) ? [...roles, own] : roles;
  return all.map((role) => ({ value: String(role), label: roleLabel(role) }));
}
