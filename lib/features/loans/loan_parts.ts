/** Loads a loan's related rows: properties, participants, conditions, history, files and its broker. */
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { quoteList } from "../../../db/derived/mod.ts";
import { type Context, prepareJsonRows, type Tx } from "../../../db/mod.ts";
import {
  accounts,
  additionalProperties,
  conditions,
  files,
  loans,
  participants,
  submissions,
} from "../../../db/schema/mod.ts";
import type { AdditionalProperty } from "../../domain/loans/application.ts";
import type { Rating } from "../../domain/accounts/account_values.ts";
import type { LicenceStanding } from "../../domain/accounts/licence_check.ts";
import type { ConditionType } from "../../domain/loans/conditions.ts";
import { ACTIVE_STATUSES } from "../../domain/loans/status.ts";
import type { Site } from "../../domain/ports.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { heldByOtherSql, licenceStanding } from "../brokers/validate_broker.ts";
import { historyIds } from "./_history.ts";
import type { LoanParts } from "./_wire.ts";

type Reader = Context["db"] | Tx;

/** Maximum number of a broker's other loans with a loan, newest first. */
const BROKER_LOANS_MAX = 50;
const ACTIVE = sql.raw(quoteList(ACTIVE_STATUSES));

/** The broker of a loan (loans specification 3.4). */
export interface LoanBroker {
  id: number;
  name: string;
  role: number;
  email: string;
  phone: string;
  license: string;
  rating: Rating;
  notes: string;
  brokerage: string;
  /** The licence's format, uniqueness and register entry. */
  licence: LicenceStanding;
  /** Their loans besides this one, and how many of them are active. */
  others: number;
  active: number;
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

/** A supporting document (loans specification 3.7). */
export interface OtherFile {
  id: string;
  name: string;
  conditionId: number | null;
}

/** The additional properties of a loan, in order. Whole dollars. */
export function propertiesOf(db: Reader, loanId: number): Promise<AdditionalProperty[]> {
  const { address, value, mortgage } = additionalProperties;
  return db.select({ address, value, mortgage }).from(additionalProperties)
    .where(eq(additionalProperties.loanId, loanId)).orderBy(asc(additionalProperties.position));
}

const partsOf = preparedBy((db, _key: "loan") => {
  const loan = sql.placeholder("loan");
  const { address, value, mortgage } = additionalProperties;
  const { kind, at, loanId, appraisedValue, primaryIncome, secondaryIncome, otherIncome } = submissions;
  const { clientCode } = loans;
  return {
    properties: prepareJsonRows(
      db,
      db.select({ address, value, mortgage }).from(additionalProperties)
        .where(eq(additionalProperties.loanId, loan)).orderBy(asc(additionalProperties.position)),
    ),
    people: prepareJsonRows(
      db,
      db.select({ name: participants.name, amount: participants.amount }).from(participants)
        .where(eq(participants.loanId, loan)).orderBy(asc(participants.position)),
    ),
    history: prepareJsonRows(
      db,
      db.select({ kind, at, loanId, clientCode, appraisedValue, primaryIncome, secondaryIncome, otherIncome })
        .from(submissions).leftJoin(loans, eq(loans.id, loanId))
        .where(sql`${submissions.id} in ${historyIds(loan)}`).orderBy(asc(at), asc(submissions.id)),
    ),
    conditions: prepareJsonRows(
      db,
      db.select({
        id: conditions.id,
        type: conditions.type,
        title: conditions.title,
        restriction: conditions.restriction,
        completed: conditions.completed,
        optional: conditions.optional,
        text: conditions.text,
        fileId: conditions.fileId,
        fileName: files.name,
      }).from(conditions).leftJoin(files, eq(files.id, conditions.fileId))
        .where(eq(conditions.loanId, loan)).orderBy(asc(conditions.position)),
    ),
    files: prepareJsonRows(
      db,
      db.select({ id: files.id, name: files.name, kind: files.kind }).from(files)
        .where(and(eq(files.loanId, loan), isNull(files.replacedBy), isNull(files.deletedAt)))
        .orderBy(asc(files.uploadedAt)),
    ),
  };
});

/** A loan's additional properties, participants and submissions. */
export async function listsOfLoan(
  db: Context["db"],
  loanId: number,
): Promise<Pick<LoanParts, "additionalProperties" | "participants" | "history">> {
  const parts = partsOf(db, "loan");
  const [properties, people, history] = await Promise.all([
    parts.properties.all({ loan: loanId }),
    parts.people.all({ loan: loanId }),
    parts.history.all({ loan: loanId }),
  ]);
  return {
    additionalProperties: properties,
    participants: people,
    history: history.map((row) => ({
      kind: row.kind,
      at: row.at,
      loanId: row.loanId,
      clientCode: row.clientCode,
      appraisedValue: row.appraisedValue ?? 0,
      primaryIncome: row.primaryIncome ?? 0,
      secondaryIncome: row.secondaryIncome ?? 0,
      otherIncome: row.otherIncome ?? 0,
    })),
  };
}

/** All related rows of a loan's wire form. */
export async function loanParts(
  db: Context["db"],
  loanId: number,
): Promise<LoanParts & { otherFiles: OtherFile[] }> {
  const parts = partsOf(db, "loan");
  const [lists, list, stored] = await Promise.all([
    listsOfLoan(db, loanId),
    parts.conditions.all({ loan: loanId }),
    parts.files.all({ loan: loanId }),
  ]);
  const conditionOf = new Map(list.map(({ fileId, id }) => [fileId, id]));
  const newest: LoanParts["files"] = {};
  for (const file of stored) if (file.kind !== "other") newest[file.kind] = file.id;
  return {
    ...lists,
    conditions: list.map(({ fileId: _file, fileName, text, type, ...condition }) => ({
      ...condition,
      type: type as ConditionType,
      ...(text ? { text } : {}),
      ...(fileName ? { fileName } : {}),
    })),
    files: newest,
    otherFiles: stored.filter((file) => file.kind === "other")
      .map(({ id, name }) => ({ id, name, conditionId: conditionOf.get(id) ?? null })),
  };
}

const brokerBy = preparedBy((db, _key: "loan") => {
  const broker = sql`(select broker_id from loans as of where of.id = ${sql.placeholder("loan")})`;
  const { id, name, role, email, phone, license, rating, notes, brokerage } = accounts;
  const held = heldByOtherSql(license, id).as("held");
  const theirs = sql`from loans o where o.broker_id = accounts.id and o.id <> ${sql.placeholder("loan")}`;
  const others = sql<number>`(select count(*) ${theirs})`.as("others");
  const active = sql<number>`(select count(*) ${theirs} and o.admin_com_select in ${ACTIVE})`.as("active");
  const { clientCode, adminComSelect, fsfcLoan, newLoanAmount, finalScore, shownScore, timestamp } = loans;
  return {
    account: prepareJsonRows(
      db,
      db.select({ id, name, role, email, phone, license, rating, notes, brokerage, held, others, active })
        .from(accounts).where(eq(id, broker)),
    ),
    loans: prepareJsonRows(
      db,
      db.select({
        id: loans.id,
        clientCode,
        adminComSelect,
        fsfcLoan,
        newLoanAmount,
        finalScore,
        shownScore,
        timestamp,
      }).from(loans).where(and(eq(loans.brokerId, broker), ne(loans.id, sql.placeholder("loan"))))
        .orderBy(desc(loans.id)).limit(BROKER_LOANS_MAX),
    ),
  };
});

/** The loan's broker and their other loans, newest first; null and empty without a broker. */
export async function brokerOfLoan(
  db: Context["db"],
  site: Site,
  loanId: number,
): Promise<{ broker: LoanBroker | null; brokerLoans: BrokerLoan[] }> {
  const read = brokerBy(db, "loan");
  const [[account], brokerLoans] = await Promise.all([
    read.account.all({ loan: loanId }),
    read.loans.all({ loan: loanId }),
  ]);
  if (!account) return { broker: null, brokerLoans };
  const { held, ...broker } = account;
  return { broker: { ...broker, licence: licenceStanding({ site }, broker.license, held === 1) }, brokerLoans };
}
