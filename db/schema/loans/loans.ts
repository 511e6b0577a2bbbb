/**
 * Loans and the tables that belong to them. Entered amounts are whole dollars, rates fractions, picked dates
 * YYYY-MM-DD, instants milliseconds.
 */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { HISTORY_KINDS } from "../../../lib/domain/loans/history.ts";
import { LOAN_STATUSES } from "../../../lib/domain/loans/status.ts";
import { PLACE_PRECISIONS } from "../../../lib/domain/places/place.ts";
import { statusSql } from "../../derived/rules.ts";
import { optionalText } from "../_columns.ts";
import { accounts } from "../accounts.ts";
import { configVersions, settingsVersions } from "../settings.ts";

const amount = (name: string) => integer(name);

export const loans = sqliteTable("loans", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  clientCode: optionalText("client_code"),
  brokerId: integer("broker_id").references(() => accounts.id, { onDelete: "set null" }),
  /** The broker's name, so that lists sort by it. Triggers keep it (db/derived); verbs never write it. */
  brokerName: optionalText("broker_name"),
  /** The same without its accents, by which lists sort; also kept by triggers. */
  brokerNameKey: optionalText("broker_name_key"),
  /** NA is Pending; an underwriter sets the rest. */
  adminComSelect: text("admin_com_select", { enum: LOAN_STATUSES }).notNull().default("NA"),

  // What was asked for
  firstOrSecond: optionalText("first_or_second"),
  newLoanAmount: integer("new_loan_amount").notNull().default(0),
  /** Days of a bridge. */
  bridgeTerm: integer("bridge_term"),
  broker_fee: amount("broker_fee"),
  coBrokeredSelect: optionalText("co_brokered_select"),
  useOfProceeds: optionalText("use_of_proceeds"),
  estClosingDate: optionalText("est_closing_date"),
  exitStrategySelect: optionalText("exit_strategy_select"),

  // Who asks
  firstName: optionalText("first_name"),
  lastName: optionalText("last_name"),
  DOB: optionalText("dob"),
  address: optionalText("address"),
  city: optionalText("city"),
  postal: optionalText("postal"),
  phone: optionalText("phone"),
  region: optionalText("region"),
  marritalStatus: optionalText("marrital_status"),
  coApplicant: optionalText("co_applicant"),
  employer: optionalText("employer"),
  sector: optionalText("sector"),
  yoe: real("yoe"),
  typeOfIncome: optionalText("type_of_income"),
  primaryIncome: amount("primary_income"),
  secondaryIncome: amount("secondary_income"),
  otherIncome: amount("other_income"),

  // Debts and risks
  debtInArrears: amount("debt_in_arrears"),
  litigiousness: optionalText("litigiousness"),
  judgeExec: amount("judge_exec"),
  incomeTaxInArrears: amount("income_tax_in_arrears"),
  creditScore: amount("credit_score"),
  total_other_credits: amount("total_other_credits"),
  otherDebtRepaid: amount("other_debt_repaid"),
  repaying: optionalText("repaying"),

  // The property
  propertyType: optionalText("property_type"),
  ownerOccupied: optionalText("owner_occupied"),
  homePurPrice: amount("home_pur_price"),
  appraisedValue: amount("appraised_value"),
  firstMortgage: amount("first_mortgage"),
  firstMortgageLender: optionalText("first_mortgage_lender"),
  mrtgType: optionalText("mrtg_type"),
  maturesIn: optionalText("matures_in"),
  mortgageMonthlyPayment: amount("mortgage_monthly_payment"),
  secondMortgage: amount("second_mortgage"),
  secondMortgageLender: optionalText("second_mortgage_lender"),
  secondMortgageMonthlyPayment: amount("second_mortgage_monthly_payment"),
  utilities: amount("utilities"),
  propertyTax: amount("property_tax"),
  otherPropertiesCount: integer("other_properties_count").notNull().default(0),
  otherPropertiesTotal: integer("other_properties_total").notNull().default(0),
  otherPropertiesMtgTotal: integer("other_properties_mtg_total").notNull().default(0),
  /** Latitude and longitude joined by a double bar. */
  geoAddress: optionalText("geo_address"),
  /** Degrees, with how exact they are; null where nothing names a place. */
  latitude: real("latitude"),
  longitude: real("longitude"),
  placePrecision: text("place_precision", { enum: PLACE_PRECISIONS }),
  /** The gazetteer's region, which the verbs that save a loan find (docs/decisions/regions.md). */
  marketRegion: optionalText("market_region"),
  /** The normalised address that duplicates are found by. */
  addressKey: optionalText("address_key"),

  // Comments
  comments: optionalText("comments"),
  adminComments: optionalText("admin_comments"),
  declineReason: optionalText("decline_reason"),

  // The deal, as the lender sets it
  fsfcLoan: amount("fsfc_loan"),
  riskRatingOver: optionalText("risk_rating_over"),
  adminTerm: optionalText("admin_term"),
  adminStructure: optionalText("admin_structure"),
  adminRate: real("admin_rate"),
  adminFee: amount("admin_fee"),
  adminPenalty: optionalText("admin_penalty"),
  /** Why the loan is for a business, as an administrator marked it; empty for any other. */
  commercialReason: optionalText("commercial_reason"),
  assumedTax: real("assumed_tax").notNull().default(0.25),
  odsOverride: real("ods_override"),
  loss: amount("loss"),
  dateFunded: optionalText("date_funded"),
  dateRepaid: optionalText("date_repaid"),
  maturityEmailDate: optionalText("maturity_email_date"),
  reminderEmailDate: optionalText("reminder_email_date"),

  // What the server computed when it was last saved
  finalScore: real("final_score").notNull().default(0),
  /** finalScore, or the override where one is set: what lists show, sort and colour by. */
  shownScore: real("shown_score").notNull().default(0),
  ltv: integer("ltv"),
  totalLtv: real("total_ltv"),
  suggestedRate: real("suggested_rate"),
  monthlyPayments: real("monthly_payments"),
  settingsVersionId: integer("settings_version_id").references(() => settingsVersions.id),
  configVersionId: integer("config_version_id").references(() => configVersions.id),

  isdone: integer("isdone").notNull().default(0),
  brokerConditionsUpdated: integer("broker_conditions_updated").notNull().default(0),
  brokerConditionsFundedEmail: integer("broker_conditions_funded_email").notNull().default(0),
  conditionsTotal: integer("conditions_total").notNull().default(0),
  conditionsDone: integer("conditions_done").notNull().default(0),
  /** Once 1 it stays 1: a loan that was ever Funded cannot be deleted for good. */
  everFunded: integer("ever_funded").notNull().default(0),
  /** The submission that made it: a second click finds the same loan. */
  tmpUploadId: text("tmp_upload_id"),
  timestamp: integer("timestamp").notNull(),
  updatedAt: integer("updated_at").notNull(),
  updatedBy: integer("updated_by").references(() => accounts.id, { onDelete: "set null" }),
}, (t) => [
  index("loans_broker").on(t.brokerId, t.id),
  /** Covers what is counted of an account's loans. */
  index("loans_of_broker").on(t.brokerId, t.adminComSelect, t.timestamp),
  index("loans_market_region").on(t.marketRegion, t.adminComSelect, t.id),
  index("loans_address").on(t.addressKey).where(sql`address_key <> ''`),
  /** Finds loans that ended so long ago that their files go; the plus keeps SQLite from using a list's index. */
  index("loans_repaid").on(t.dateRepaid).where(sql.raw(`+admin_com_select = ${statusSql("Repaid")}`)),
  index("loans_declined").on(t.updatedAt).where(sql.raw(`+admin_com_select = ${statusSql("Declined")}`)),
  index("loans_trashed").on(t.updatedAt).where(sql.raw(`+admin_com_select = ${statusSql("Trash")}`)),
  uniqueIndex("loans_upload").on(t.tmpUploadId),
]);

export const participants = sqliteTable("participants", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  position: integer("position").notNull(),
  name: text("name").notNull(),
  amount: integer("amount").notNull(),
}, (t) => [index("participants_loan").on(t.loanId, t.position)]);

export const additionalProperties = sqliteTable("additional_properties", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  loanId: integer("loan_id").notNull().references(() => loans.id, { onDelete: "cascade" }),
  position: integer("position").notNull(),
  address: optionalText("address"),
  value: integer("value").notNull().default(0),
  mortgage: integer("mortgage").notNull().default(0),
}, (t) => [index("additional_properties_loan").on(t.loanId, t.position)]);

/** Every review (`refused` for its LTV) and submission, kept to show figures that were changed until they passed. */
export const submissions = sqliteTable("submissions", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  brokerId: integer("broker_id").references(() => accounts.id, { onDelete: "set null" }),
  loanId: integer("loan_id").references(() => loans.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: HISTORY_KINDS }).notNull(),
  addressKey: optionalText("address_key"),
  applicantKey: optionalText("applicant_key"),
  appraisedValue: amount("appraised_value"),
  primaryIncome: amount("primary_income"),
  secondaryIncome: amount("secondary_income"),
  otherIncome: amount("other_income"),
  at: integer("at").notNull(),
}, (t) => [
  index("submissions_address").on(t.brokerId, t.addressKey, t.at),
  index("submissions_applicant").on(t.brokerId, t.applicantKey, t.at),
  index("submissions_loan").on(t.loanId),
]);
