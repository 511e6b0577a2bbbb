/** Loads a loan for its letters and statements, and the draft of a letter. */
import { and, asc, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, conditions, letters, letterSections, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { bridgeMinimum } from "../../domain/lending/bridge.ts";
import { commercialPurpose } from "../../domain/lending/ceiling.ts";
import { compileSettings } from "../../domain/lending/compile.ts";
import {
  chainOf,
  type ContractTerms,
  latestInForce,
  pendingOffer,
  presentTerm,
} from "../../domain/lending/contract.ts";
import { type LetterFacts, letterFacts } from "../../domain/letters/facts.ts";
import { balanceDays } from "../../domain/letters/letter_days.ts";
import {
  type LetterKind,
  letterKindOf,
  type LetterTerms,
  NO_TERMS,
  type SectionEdit,
} from "../../domain/letters/terms.ts";
import { COMMITMENT_CONDITION, isSettled } from "../../domain/loans/conditions.ts";
import { isLent } from "../../domain/loans/status.ts";
import { type LoanFigures, loanFigures } from "../../domain/loans/deal.ts";
import { ledgerBalances } from "../../domain/servicing/balance_left.ts";
import type { LedgerRow } from "../../domain/servicing/ledger.ts";
import type { FileRow } from "../files/load.ts";
import { contractsOf, paymentDayFrom, type StoredContract, termsOfContract } from "../loans/contracts.ts";
import { getLoanFor, type LoanRow } from "../loans/load.ts";
import { signedEarly } from "../loans/outstanding_offer.ts";
import { ledgerRowsOf } from "../servicing/ledger_rows.ts";
import { propertiesOf } from "../loans/loan_parts.ts";

type Reader = Context["db"] | Tx;

/** A loan, its figures under the settings in force, and its letter facts. */
export interface LoanFacts {
  loan: LoanRow;
  figures: LoanFigures;
  facts: LetterFacts;
  /** Those that came into force; none while the loan is not lent. */
  contracts: StoredContract[];
  /** The letter that waits to be accepted, of either kind. */
  pending: StoredContract | null;
  /** The loan's ledger, in the order of recording. */
  rows: LedgerRow[];
}

/** Throws not-found for a loan that the actor may not see. */
export async function loadFacts(ctx: Context, db: Reader, loanId: number): Promise<LoanFacts> {
  const { name, brokerage, license } = accounts;
  const { settings, config } = ctx.lending();
  // What is read beside a loan that is not the actor's goes with the refusal.
  const [loan, properties, broker, list, all, early, rows] = await Promise.all([
    getLoanFor(ctx.actor, db, loanId),
    propertiesOf(db, loanId),
    db.select({ name, brokerage, license }).from(loans).innerJoin(accounts, eq(accounts.id, loans.brokerId))
      .where(eq(loans.id, loanId)).get(),
    db.select({
      id: conditions.id,
      title: conditions.title,
      completed: conditions.completed,
      acceptedAt: conditions.acceptedAt,
      restriction: conditions.restriction,
      optional: conditions.optional,
    }).from(conditions).where(eq(conditions.loanId, loanId)).orderBy(asc(conditions.position), asc(conditions.rowId)),
    contractsOf(db, loanId),
    signedEarly(db, loanId, settings.disclosure.businessDays),
    ledgerRowsOf(db, loanId),
  ]);
  const contracts = isLent(loan.adminComSelect) ? all.filter(({ stage }) => stage === "in force") : [];
  const figures = loanFigures({ ...loan, additionalProperties: properties }, settings, config);
  const today = dateInToronto(ctx.now);
  const minimum = bridgeMinimum(compileSettings(settings), figures.ltv);
  const contract = latestInForce(contracts), began = presentTerm(contracts);
  const renewed = contract?.kind === "renewal"
    ? chainOf(contracts).findLast(({ effectiveDate }) => effectiveDate < contract.effectiveDate) ?? null
    : null;
  const facts = letterFacts(loan, figures, {
    lender: ctx.site.lender,
    broker: broker ?? null,
    conditions: list.map((one) => ({ title: one.title, settled: isSettled(one), optional: one.optional })),
    signed: list.some(({ id, completed }) => id === COMMITMENT_CONDITION && completed),
    signedEarly: early,
    today,
    bridgeMinimum: minimum,
    commercial: commercialPurpose(loan.commercialReason, settings),
    disclosureDays: settings.disclosure.businessDays,
    paymentDay: paymentDayFrom(contract && contract.structure !== "Bridge" ? [contract] : all, settings),
    contract: contract && termsOfContract(contract),
    renewed: renewed && termsOfContract(renewed),
    began: began && termsOfContract(began),
  });
  if (loan.adminComSelect === "Funded") facts.ledger = ledgerBalances(rows, contracts, balanceDays(facts), today);
  return { loan, figures, facts, contracts, pending: pendingOffer(all), rows };
}

/** What a letter's page shows beside the letter's draft. */
export interface LetterNow {
  facts: LetterFacts;
  /** The loan's version behind the figures, milliseconds. */
  updatedAt: number;
  /** What the letter that is out offers. */
  offer: ContractTerms | null;
  /** The current commitment file. */
  file: { id: string; name: string; uploadedAt: number } | null;
}

/** The same of a loan that was read, and its current commitment file. */
export const letterNow = (read: LoanFacts, kind: LetterKind, file: FileRow | undefined): LetterNow => ({
  facts: read.facts,
  updatedAt: read.loan.updatedAt,
  offer: offerOut(read, kind),
  file: file ? { id: file.id, name: file.name, uploadedAt: file.uploadedAt } : null,
});

/** What the letter of a kind that is out offers; null where none waits. */
export const offerOut = ({ pending }: LoanFacts, kind: LetterKind): ContractTerms | null =>
  pending && letterKindOf(pending.kind) === kind ? termsOfContract(pending) : null;

/** The draft of a letter; revision 0 where none was saved. */
export interface LetterDraft {
  revision: number;
  terms: LetterTerms;
  edits: SectionEdit[];
  updatedAt: number | null;
  updatedBy: string;
  madeAt: number | null;
}

/** The draft of a loan's letter. The loan was already loaded for the actor. */
export async function loadDraft(db: Reader, loanId: number, kind: LetterKind): Promise<LetterDraft> {
  const [found, edits] = await Promise.all([
    db.select({ letter: letters, by: accounts.name }).from(letters)
      .leftJoin(accounts, eq(accounts.id, letters.updatedBy))
      .where(and(eq(letters.loanId, loanId), eq(letters.kind, kind))).get(),
    db.select({ id: letterSections.section, text: letterSections.text, basis: letterSections.basis })
      .from(letterSections).where(and(eq(letterSections.loanId, loanId), eq(letterSections.kind, kind))),
  ]);
  if (!found) return { revision: 0, terms: NO_TERMS, edits: [], updatedAt: null, updatedBy: "", madeAt: null };
  const { loanId: _l, kind: _k, revision, updatedAt, updatedBy: _u, madeAt, offeredUntil: _o, ...terms } = found.letter;
  return {
    revision,
    terms,
    edits,
    updatedAt,
    updatedBy: found.by ?? "",
    madeAt,
  };
}
