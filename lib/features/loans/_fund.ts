/** What follows for a loan from being lent: its contract comes into force, and its score stays (lending rules 12). */
import { asc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import { dateInToronto, isCalendarDate, reminderDate } from "../../domain/dates.ts";
import { bridgeMinimum } from "../../domain/lending/bridge.ts";
import { compileSettings } from "../../domain/lending/compile.ts";
import {
  chainOf,
  contractFrom,
  type ContractRecord,
  type ContractTerms,
  inForceOn,
} from "../../domain/lending/contract.ts";
import type { LoanFigures } from "../../domain/loans/deal.ts";
import { isSettled } from "../../domain/loans/conditions.ts";
import { formContract } from "../../domain/loans/form_contract.ts";
import { type FundingPoints, fundingPoints } from "../../domain/loans/funding_points.ts";
import { isLent } from "../../domain/loans/status.ts";
import { startOf } from "../../domain/servicing/ledger.ts";
import { firstDuePassed } from "../../domain/servicing/posting.ts";
import { shownScore } from "../../domain/lending/scoring.ts";
import { contractsOf, paymentDayFrom, type StoredContract, termsOfContract } from "./contracts.ts";
import { lastLent } from "./_last_lent.ts";
import type { LoanRow } from "./load.ts";
import { ledgerRowsOf } from "../servicing/ledger_rows.ts";
import { outstandingOffer, signedEarly } from "./outstanding_offer.ts";

export interface Funding {
  /** The columns that follow, in place of computed ones. */
  columns: Partial<LoanRow>;
  /** The contract that comes into force with this save. */
  takesForce?: [ContractTerms, Pick<ContractRecord, "stage" | "source" | "offerId">];
  /** The open points of a loan that became lent; null where it did not, or stays lent. */
  points: FundingPoints | null;
}

/**
 * For a save that leaves the loan lent: the newest commitment's terms come into force from the day funded, else the
 * form's once they are complete; a loan that was lent keeps its contracts. Maturity and reminder are filled from the
 * contract where they are empty.
 */
export async function fundingOf(
  ctx: Context,
  tx: Tx,
  before: LoanRow,
  entered: LoanRow,
  figures: LoanFigures,
  anew: boolean,
): Promise<Funding> {
  if (!isLent(entered.adminComSelect)) return { columns: {}, points: null };
  const contracts = await contractsOf(tx, before.id);
  const goesOnFrom = isLent(before.adminComSelect) ? before : await restoredFrom(tx, before, entered, contracts);
  const present = goesOnFrom ? inForceOn(contracts, dateInToronto(ctx.now)) : null;
  const takesForce = present ? undefined : contractAtFunding(ctx, entered, figures, contracts);
  const contract = present ?? takesForce?.[0];
  const points = goesOnFrom ? null : await openPoints(ctx, tx, entered, figures, contracts);
  const columns: Partial<LoanRow> = goesOnFrom && !anew ? lentColumns(goesOnFrom, entered) : {};
  if (contract) columns.monthlyPayments = contract.payment;
  if (takesForce && !entered.maturityEmailDate) {
    columns.maturityEmailDate = takesForce[0].maturity;
    columns.reminderEmailDate = entered.reminderEmailDate || reminderDate(takesForce[0].maturity);
  }
  return { columns, takesForce, points };
}

/**
 * The loan as it last was lent, where it becomes lent again unchanged (out of the trash, say): with the same day
 * funded, and without a commitment since. Else null: it is funded anew.
 */
async function restoredFrom(
  db: Context["db"] | Tx,
  before: LoanRow,
  entered: LoanRow,
  contracts: readonly StoredContract[],
): Promise<LoanRow | null> {
  const last = await lastLent(db, before);
  if (!last || last.newCommitment) return null;
  const days = [last.row.dateFunded, chainOf(contracts)[0]?.effectiveDate];
  return days.includes(entered.dateFunded) ? last.row : null;
}

/** The questions before a loan is funded; null where it continues as it was when it last was lent. */
export async function pointsToAsk(
  ctx: Context,
  db: Context["db"],
  before: LoanRow,
  entered: LoanRow,
  figures: LoanFigures,
): Promise<FundingPoints | null> {
  const contracts = await contractsOf(db, before.id);
  if (await restoredFrom(db, before, entered, contracts)) return null;
  return await openPoints(ctx, db, entered, figures, contracts);
}

/** The newest commitment that was generated, in force or not. */
const newestCommitment = (contracts: readonly StoredContract[]): StoredContract | undefined =>
  contracts.findLast(({ stage, kind }) => stage === "offered" && kind === "commitment");

/** What is open of a loan that is about to be funded. */
async function openPoints(
  ctx: Context,
  db: Context["db"] | Tx,
  loan: LoanRow,
  figures: LoanFigures,
  contracts: readonly StoredContract[],
): Promise<FundingPoints> {
  const { title, completed, acceptedAt, restriction, optional } = conditions;
  const list = await db.select({ title, completed, acceptedAt, restriction, optional }).from(conditions)
    .where(eq(conditions.loanId, loan.id)).orderBy(asc(conditions.position));
  const offer = newestCommitment(contracts);
  const open = fundingPoints({
    entries: loan,
    figures,
    offer: offer ? termsOfContract(offer) : null,
    paymentDay: paymentDayFrom(contracts, ctx.lending().settings),
    conditions: list.map((one) => ({ ...one, settled: isSettled(one) })),
    dateFunded: loan.dateFunded,
    outstanding: offer ? await outstandingOffer(db, loan.id, "commitment") : null,
    firstDuePassed: await missedFirstDue(ctx, db, loan, figures, contracts),
    signedEarly: offer ? await signedEarly(db, loan.id, ctx.lending().settings.disclosure.businessDays) : "",
  });
  return { open, offerId: offer?.id ?? null };
}

/** The first payment that fell due where the loan is funded after it without a ledger; else empty. */
async function missedFirstDue(
  ctx: Context,
  db: Context["db"] | Tx,
  loan: LoanRow,
  figures: LoanFigures,
  contracts: readonly StoredContract[],
): Promise<string> {
  const [contract] = contractAtFunding(ctx, loan, figures, contracts) ?? [];
  const passed = contract && loan.adminComSelect === "Funded" && firstDuePassed(contract, dateInToronto(ctx.now));
  return passed && !startOf(await ledgerRowsOf(db, loan.id)) ? passed : "";
}

function contractAtFunding(
  ctx: Context,
  loan: LoanRow,
  figures: LoanFigures,
  contracts: readonly StoredContract[],
): Funding["takesForce"] {
  const effectiveDate = loan.dateFunded;
  if (!isCalendarDate(effectiveDate)) return undefined;
  const offer = newestCommitment(contracts);
  if (offer) {
    const terms = contractFrom(termsOfContract(offer), effectiveDate);
    return [terms, { stage: "in force", source: "letter", offerId: offer.id }];
  }
  const { settings } = ctx.lending();
  const minimum = bridgeMinimum(compileSettings(settings), figures.ltv);
  const paymentDay = paymentDayFrom(contracts, settings);
  const terms = formContract(loan, figures, { effectiveDate, bridgeMinimum: minimum, paymentDay });
  return terms ? [terms, { stage: "in force", source: "form", offerId: null }] : undefined;
}

/** The score and the versions that the loan was funded with; an override of the rating still shows. */
function lentColumns(before: LoanRow, entered: LoanRow): Partial<LoanRow> {
  const { finalScore, suggestedRate, settingsVersionId, configVersionId } = before;
  return {
    finalScore,
    suggestedRate,
    settingsVersionId,
    configVersionId,
    shownScore: shownScore(finalScore, entered.riskRatingOver),
  };
}
