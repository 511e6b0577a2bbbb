/** The twenty preset broker conditions with what the broker is asked to send; titles and types are the domain's. */
import { CONDITION_PRESETS } from "../../lib/domain/loans/conditions.ts";
import type { presetConditions } from "../schema/mod.ts";

const NOTES: Readonly<Record<number, string>> = {
  1: "The signed application, as exported from your submission platform",
  2: "For every applicant, not older than 30 days",
  3: "Signed by all borrowers and initialled on every page",
  4: "We mark this one when the retainer arrives",
  5: "Independent legal advice: the lawyer's name, phone and email",
  6: "Full appraisal by an AACI or CRA appraiser, addressed to us",
  7: "The latest tax bill and proof that it is paid to date",
  8: "Notices of assessment of the last two years",
  9: "For self-employed applicants: proof that HST is filed and paid",
  10: "Job letter and recent pay stubs, or two years of business financials",
  11: "Fire insurance that names us as loss payee",
  12: "Two pieces for each borrower, one with a photograph",
  13: "Balance, payment, rate and maturity, not older than 30 days",
  14: "Statements of every debt that this loan pays out",
  15: "Signed by the borrowers, with the amount and the payee",
  16: "The lender disclosure form, signed by you and the borrowers",
  17: "With all schedules, amendments and waivers",
  18: "90 days of statements that show the funds",
  19: "Balance, payment, rate and maturity, not older than 30 days",
  20: "Status certificate, not older than 60 days",
};

export const PRESET_CONDITIONS: readonly (typeof presetConditions.$inferInsert)[] = CONDITION_PRESETS
  .map((preset) => ({ ...preset, note: NOTES[preset.id] }));
