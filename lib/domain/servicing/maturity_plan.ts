/** What staff decided for a loan that matures. */
export const MATURITY_PLANS = ["undecided", "renew", "discharge"] as const;
export type MaturityPlan = (typeof MATURITY_PLANS)[number];
/** Of a loan for which nothing is stored. */
export const NO_PLAN: MaturityPlan = "undecided";

export const PLAN_LABELS: Readonly<Record<MaturityPlan, string>> = {
  undecided: "Undecided",
  renew: "Renew",
  discharge: "Discharge",
};
