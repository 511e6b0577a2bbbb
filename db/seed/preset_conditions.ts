/** The twenty preset broker conditions (specification of loans, section 3.5). Type 0 is a check, 1 a file, 2 a text. */
import type { presetConditions } from "../schema/mod.ts";

type Preset = typeof presetConditions.$inferInsert;

const file = (id: number, title: string, note: string): Preset => ({ id, type: 1, title, restriction: "none", note });

export const PRESET_CONDITIONS: readonly Preset[] = [
  file(1, "Application file", "The signed application, as exported from your submission platform"),
  file(2, "Credit bureaus", "For every applicant, not older than 30 days"),
  file(3, "Executed commitment letter", "Signed by all borrowers and initialled on every page"),
  { id: 4, type: 0, title: "Non-refundable retainer", restriction: "admin", note: "We mark this one when the retainer arrives" },
  { id: 5, type: 2, title: "ILA contact info", restriction: "none", note: "Independent legal advice: the lawyer's name, phone and email" },
  file(6, "Appraisal", "Full appraisal by an AACI or CRA appraiser, addressed to us"),
  file(7, "Property tax evidence", "The latest tax bill and proof that it is paid to date"),
  file(8, "NOA", "Notices of assessment of the last two years"),
  file(9, "HST evidence", "For self-employed applicants: proof that HST is filed and paid"),
  file(10, "Income verification", "Job letter and recent pay stubs, or two years of business financials"),
  file(11, "Insurance binder", "Fire insurance that names us as loss payee"),
  file(12, "Identification", "Two pieces for each borrower, one with a photograph"),
  file(13, "First mortgage statement", "Balance, payment, rate and maturity, not older than 30 days"),
  file(14, "Credit statements", "Statements of every debt that this loan pays out"),
  file(15, "Broker-fee direction letter", "Signed by the borrowers, with the amount and the payee"),
  file(16, "Lender disclosure", "The lender disclosure form, signed by you and the borrowers"),
  file(17, "Purchase and sale agreement", "With all schedules, amendments and waivers"),
  file(18, "Down payment source", "90 days of statements that show the funds"),
  file(19, "Second mortgage statement", "Balance, payment, rate and maturity, not older than 30 days"),
  file(20, "Condo certificates", "Status certificate, not older than 60 days"),
];
