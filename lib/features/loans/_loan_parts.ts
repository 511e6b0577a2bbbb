/** Reads what hangs on a loan: properties, participants, conditions, history, files and its broker. */
import { and, asc, desc, eq, isNull, ne } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import {
  accounts,
  additionalProperties,
  conditions,
  files,
  loans,
  participants,
  submissions,
} from "../../../db/schema/mod.ts";
import type { AdditionalProperty } from "../../domain/loan/application.ts";
import { checkLicence, type LicenceStanding } from "../../domain/licence_check.ts";
import type { ConditionType } from "../../domain/loan/conditions.ts";
import type { Site } from "../../domain/ports.ts";
import type { LoanParts } from "./_wire.ts";

type Reader = Context["db"] | Tx;

/** Most other loans of a broker that a loan carries, the newest first. */
export const BROKER_LOANS_MAX = 50;

/** The broker of a loan (spec 001, section 3.4). */
export interface LoanBroker {
  id: number;
  name: string;
  role: number;
  email: string;
  phone: string;
  license: string;
  rating: "red" | "yellow" | "green" | "elite";
  notes: string;
  brokerage: string;
  /** What the licence's form, uniqueness and register say. */
  licence: LicenceStanding;
}

/** Another loan of the broker. */
export interface BrokerLoan {
  id: number;
  clientCode: string;
  adminComSelect: string;
  fsfcLoan: number | null;
  newLoanAmount: number;
  finalScore: number;
  shownScore: number;
  timestamp: number;
}

/** A supporting document (spec 001, section 3.7). */
export interface OtherFile {
  id: string;
  name: string;
  conditionId: number | null;
}

/** The additional properties of a loan in their order. Whole dollars. */
export function propertiesOf(db: Reader, loanId: number): Promise<AdditionalProperty[]> {
  const { address, value, mortgage } = additionalProperties;
  return db.select({ address, value, mortgage }).from(additionalProperties)
    .where(eq(additionalProperties.loanId, loanId)).orderBy(asc(additionalProperties.position));
}

/** Everything that a loan's wire form carries besides its columns. */
export async function loanParts(db: Reader, loanId: number): Promise<LoanParts & { otherFiles: OtherFile[] }> {
  const [properties, people, list, history, stored] = await Promise.all([
    propertiesOf(db, loanId),
    db.select({ name: participants.name, amount: participants.amount }).from(participants)
      .where(eq(participants.loanId, loanId)).orderBy(asc(participants.position)),
    db.select({ condition: conditions, fileName: files.name }).from(conditions)
      .leftJoin(files, eq(files.id, conditions.fileId))
      .where(eq(conditions.loanId, loanId)).orderBy(asc(conditions.position)),
    db.select().from(submissions).where(eq(submissions.loanId, loanId)).orderBy(asc(submissions.at)),
    db.select({ id: files.id, name: files.name, kind: files.kind }).from(files)
      .where(and(eq(files.loanId, loanId), isNull(files.replacedBy), isNull(files.deletedAt)))
      .orderBy(asc(files.uploadedAt)),
  ]);
  const conditionOf = new Map(list.map(({ condition }) => [condition.fileId, condition.id]));
  const newest: LoanParts["files"] = {};
  for (const file of stored) if (file.kind !== "other") newest[file.kind] = file.id;
  return {
    additionalProperties: properties,
    participants: people,
    conditions: list.map(({ condition, fileName }) => ({
      id: condition.id,
      type: condition.type as ConditionType,
      title: condition.title,
      restriction: condition.restriction,
      completed: condition.completed,
      optional: condition.optional,
      ...(condition.text ? { text: condition.text } : {}),
      ...(fileName ? { fileName } : {}),
    })),
    history: history.map((row) => ({
      kind: row.kind,
      at: row.at,
      appraisedValue: row.appraisedValue ?? 0,
      primaryIncome: row.primaryIncome ?? 0,
      secondaryIncome: row.secondaryIncome ?? 0,
      otherIncome: row.otherIncome ?? 0,
    })),
    files: newest,
    otherFiles: stored.filter((file) => file.kind === "other")
      .map(({ id, name }) => ({ id, name, conditionId: conditionOf.get(id) ?? null })),
  };
}

/** The loan's broker and that broker's other loans, newest first; null and none where it has no broker. */
export async function brokerOf(
  db: Reader,
  site: Site,
  loan: { id: number; brokerId: number | null },
): Promise<{ broker: LoanBroker | null; brokerLoans: BrokerLoan[] }> {
  if (loan.brokerId === null) return { broker: null, brokerLoans: [] };
  const { id, name, role, email, phone, license, rating, notes, brokerage } = accounts;
  const [broker, brokerLoans] = await Promise.all([
    db.select({ id, name, role, email, phone, license, rating, notes, brokerage }).from(accounts)
      .where(eq(accounts.id, loan.brokerId)).get(),
    db.select({
      id: loans.id,
      clientCode: loans.clientCode,
      adminComSelect: loans.adminComSelect,
      fsfcLoan: loans.fsfcLoan,
      newLoanAmount: loans.newLoanAmount,
      finalScore: loans.finalScore,
      shownScore: loans.shownScore,
      timestamp: loans.timestamp,
    }).from(loans).where(and(eq(loans.brokerId, loan.brokerId), ne(loans.id, loan.id))).orderBy(desc(loans.id))
      .limit(BROKER_LOANS_MAX),
  ]);
  if (!broker) return { broker: null, brokerLoans };
  const held = await db.select({ id }).from(accounts)
    .where(and(eq(accounts.license, broker.license), ne(accounts.id, broker.id))).limit(1);
  const registered = site.registeredLicence(broker.license);
  return {
    broker: { ...broker, licence: checkLicence(broker.license, { heldByOther: held.length > 0, registered }) },
    brokerLoans,
  };
}
