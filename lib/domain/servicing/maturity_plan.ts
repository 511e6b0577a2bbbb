/** What staff decided for a loan that matures. */
export const MATURITY_PLANS = ["undecided", "renew", "discharge"] as const;
export type MaturityPlan = (typeof MATURITY_PLANS)[number];

export const PLAN_LABELS: Readonly<Record<MaturityPlan, string>> = {
  undecided: "Undecided",
  renew: "Renew",
  discharge: "Discharge",
};
