/** The application form's fields for a second mortgage that stands on the property (lending rules 2). */
import type { FormConfig, FormInput } from "./form_config.ts";

const input = (id: string, label: string, of: Pick<FormInput, "type" | "unit">): FormInput => (
  { id, label, required: false, active: false, options: [], ...of }
);
const DOLLARS = { type: "number", unit: "dollars" } as const;

export const SECOND_MORTGAGE_INPUTS: readonly FormInput[] = [
  input("secondMortgage", "Second mortgage", DOLLARS),
  input("secondMortgageLender", "Second mortgage lender", { type: "text" }),
  input("secondMortgageMonthlyPayment", "Second mortgage payment, monthly", DOLLARS),
];

/** The first mortgage's fields, behind the last of which the second's stand. */
const BEFORE = ["mortgageMonthlyPayment", "firstMortgageLender", "firstMortgage"];

/** A form with those of the fields that it lacks anywhere, behind the first mortgage's, for everybody. */
export function withSecondMortgage(config: FormConfig): FormConfig {
  const there = Object.values(config).flatMap(({ inputs }) => inputs.map(({ id }) => id));
  const missing = SECOND_MORTGAGE_INPUTS.filter(({ id }) => !there.includes(id));
  if (missing.length === 0) return config;
  const { homeInformation: home } = config;
  const behind = (ids: readonly string[]) => {
    const at = ids.findIndex((id) => id === BEFORE.find((name) => ids.includes(name))) + 1 || ids.length;
    return [...ids.slice(0, at), ...missing.map(({ id }) => id), ...ids.slice(at)];
  };
  const { order, brokerOrder } = home.settings;
  return {
    ...config,
    homeInformation: {
      ...home,
      inputs: [...home.inputs, ...missing],
      settings: { order: behind(order), brokerOrder: behind(brokerOrder) },
    },
  };
}
