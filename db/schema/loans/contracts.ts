/**
 * The terms that were offered and that came into force (lending rules 12). Triggers refuse to change or remove a row.
 */
import { integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  COMPOUNDING,
  CONTRACT_KINDS,
  CONTRACT_SOURCES,
  CONTRACT_STAGES,
  type FeeParts,
} from "../../../lib/domain/lending/contract.ts";
import { POSITIONS } from "../../../lib/domain/lending/ltv.ts";
import { STRUCTURE_NAMES } from "../../../lib/domain/lending/payments.ts";
import { optionalText } from "../_columns.ts";
import { loans } from "./loans.ts";
import { configVersions, settingsVersions } from "../settings.ts";

/** Dollars with cents; rates are fractions a year; days are YYYY-MM-DD, empty for none. */
export const contracts = sqliteTable("contracts", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  version: integer("version").notNull(),
  stage: text("stage", { enum: CONTRACT_STAGES }).notNull(),
  source: text("source", { enum: CONTRACT_SOURCES }).notNull(),
  offerId: integer("offer_id"),
  kind: text("kind", { enum: CONTRACT_KINDS }).notNull(),
  letterDate: optionalText("letter_date"),
  effectiveDate: text("effective_date").notNull(),
  principal: real("principal").notNull(),
  position: text("position", { enum: POSITIONS }).notNull(),
  rate: real("rate").notNull(),
  structure: text("structure", { enum: STRUCTURE_NAMES }).notNull(),
  compounding: text("compounding", { enum: COMPOUNDING }).notNull(),
  months: integer("months"),
  amortisation: integer("amortisation"),
  /** Payments fall on this day of the month; 0: on that of the first day, as in all older contracts. */
  paymentDay: integer("payment_day").notNull().default(0),
  adjustmentDate: optionalText("adjustment_date"),
  firstPayment: text("first_payment").notNull(),
  payment: real("payment").notNull(),
  maturity: text("maturity").notNull(),
  bridgeDays: integer("bridge_days"),
  bridgePrice: real("bridge_price"),
  bridgeMinimum: real("bridge_minimum"),
  bridgePerDay: real("bridge_per_day"),
  lenderFee: real("lender_fee").notNull().default(0),
  brokerFee: real("broker_fee").notNull().default(0),
  otherFees: real("other_fees").notNull().default(0),
  feeParts: text("fee_parts", { mode: "json" }).$type<FeeParts>(),
  dischargeFee: real("discharge_fee").notNull().default(0),
  penalty: optionalText("penalty"),
  apr: real("apr"),
  /** The final score of the loan when this was written, and the versions that it was computed with. */
  finalScore: real("final_score"),
  settingsVersionId: integer("settings_version_id").references(() => settingsVersions.id),
  configVersionId: integer("config_version_id").references(() => configVersions.id),
  recordedAt: integer("recorded_at").notNull(),
  recordedBy: integer("recorded_by"),
  /** Their name then, since a row outlives the account. */
  recordedByName: optionalText("recorded_by_name"),
}, (t) => [uniqueIndex("contracts_version").on(t.loanId, t.version)]);
