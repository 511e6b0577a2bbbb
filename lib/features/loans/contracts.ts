/** A loan's contracts: reading them, and writing the next one (lending rules 12). Rows are never changed. */
import { asc, eq, max, sql } from "drizzle-orm";
import { type Context, prepareJsonRows, type Tx } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { contracts } from "../../../db/schema/mod.ts";
import {
  chainOf,
  type ContractRecord,
  type ContractTerms,
  inForceOn,
  latestInForce,
  pendingOffer,
  presentTerm,
} from "../../domain/lending/contract.ts";
import { type LoanContract, NO_CONTRACT } from "../../domain/loans/loan_contract.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { isLent } from "../../domain/loans/status.ts";
import type { LoanRow } from "./load.ts";

export type StoredContract = typeof contracts.$inferSelect;

/** All contracts of a loan, offers included, oldest first. The loan was already loaded for the actor. */
export const contractsOf = (db: Context["db"] | Tx, loanId: number): Promise<StoredContract[]> =>
  db.select().from(contracts).where(eq(contracts.loanId, loanId)).orderBy(asc(contracts.version));

const stored = preparedBy((db, _key: "loan") =>
  prepareJsonRows<StoredContract>(
    db,
    db.select().from(contracts).where(eq(contracts.loanId, sql.placeholder("loan"))).orderBy(asc(contracts.version)),
  )
);

/** `contractsOf` in a part of the time, for read-only screens outside of transactions. */
export const readContracts = (db: Context["db"], loanId: number): Promise<StoredContract[]> =>
  stored(db, "loan").all({ loan: loanId });

/** The payment day of new terms: that of the last contract or letter with one, oldest first, before the setting's. */
export const paymentDayFrom = (
  contracts: readonly StoredContract[],
  { payments }: { payments: { day: number } },
): number => contracts.findLast(({ structure }) => structure !== "Bridge")?.paymentDay ?? payments.day;

/** A stored contract's terms alone. */
export function termsOfContract(stored: StoredContract): ContractTerms {
  const { id: _id, loanId: _loan, version: _version, stage: _stage, source: _source, offerId: _offer, ...rest } =
    stored;
  const { finalScore: _score, settingsVersionId: _settings, configVersionId: _config, ...more } = rest;
  const { recordedAt: _at, recordedBy: _by, recordedByName: _name, ...terms } = more;
  return terms;
}

/** The contracts that came into force; none for a loan that is not lent. */
export async function contractsInForce(
  db: Context["db"] | Tx,
  loan: Pick<LoanRow, "id" | "adminComSelect">,
): Promise<StoredContract[]> {
  if (!isLent(loan.adminComSelect)) return [];
  return (await contractsOf(db, loan.id)).filter(({ stage }) => stage === "in force");
}

/** The contract in force today, the one agreed last, and the letter that waits, for the loan's page. */
export async function loanContract(
  ctx: Context,
  db: Context["db"] | Tx,
  loan: Pick<LoanRow, "id" | "adminComSelect">,
): Promise<LoanContract> {
  return isLent(loan.adminComSelect) ? contractAmong(ctx, loan, await contractsOf(db, loan.id)) : NO_CONTRACT;
}

/** The same of all contracts of the loan. */
export function contractAmong(
  ctx: Context,
  loan: Pick<LoanRow, "adminComSelect">,
  all: readonly StoredContract[],
): LoanContract {
  if (!isLent(loan.adminComSelect)) return NO_CONTRACT;
  const present = inForceOn(all, dateInToronto(ctx.now)), latest = latestInForce(all), first = chainOf(all)[0];
  if (!present || !latest) return NO_CONTRACT;
  const began = presentTerm(all);
  const offer = loan.adminComSelect === "Funded" ? pendingOffer(all) : null;
  return {
    terms: termsOfContract(present),
    latest: termsOfContract(latest),
    began: began && termsOfContract(began),
    source: present.source,
    finalScore: first.finalScore,
    settingsVersionId: first.settingsVersionId,
    offer: offer && {
      id: offer.id,
      kind: offer.kind,
      letterDate: offer.letterDate,
      effectiveDate: offer.effectiveDate,
      rate: offer.rate,
    },
  };
}

/** Writes the loan's next contract with the score that the loan has; answers its id and version. */
export async function recordContract(
  tx: Tx,
  ctx: Context,
  loan: Pick<LoanRow, "id" | "finalScore" | "settingsVersionId" | "configVersionId">,
  terms: ContractTerms,
  how: Pick<ContractRecord, "stage" | "source" | "offerId">,
): Promise<{ id: number; version: number }> {
  const { id: loanId, finalScore, settingsVersionId, configVersionId } = loan;
  const last = await tx.select({ version: max(contracts.version) }).from(contracts)
    .where(eq(contracts.loanId, loanId)).get();
  const version = (last?.version ?? 0) + 1;
  const [{ id }] = await tx.insert(contracts).values({
    ...terms,
    ...how,
    loanId,
    version,
    finalScore,
    settingsVersionId,
    configVersionId,
    recordedAt: ctx.now,
    recordedBy: ctx.actor?.id ?? null,
    recordedByName: ctx.actor?.name ?? "",
  }).returning({ id: contracts.id });
  return { id, version };
}
