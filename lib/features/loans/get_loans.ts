/** The list call, by page: all fields for the lender, the broker's fields for a broker's own loans. */
import { and, count, desc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { type Context, prepareJsonRows } from "../../../db/mod.ts";
import { accounts, loans } from "../../../db/schema/mod.ts";
import type { LoanStatus } from "../../domain/loans/status.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import type { GetLoansInput } from "../../schemas/loans/list.ts";
import type { LoanRow } from "./load.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { BROKERS } from "../conditions/to_do.ts";
import { brokerStatusSql } from "./_broker_status.ts";
import { historyIds } from "./_history.ts";
import { readTallies } from "./read_tallies.ts";
import { type WireColumns, wireColumns } from "./_wire.ts";

/** A list as JSON text, the wire form of list views (loans specification 3.1). */
const listText = (object: SQL, from: SQL) =>
  sql<string>`(select '' || json_group_array(json(${object})) from (select * from ${from}))`;

/** Conditions; `shown` is true of those whose text and file the reader may see. */
const conditionsText = (shown: SQL) =>
  listText(
    sql`json_object('id', id, 'type', type, 'title', title, 'restriction', restriction,
    'completed', json(iif(completed, 'true', 'false')), 'text', iif(${shown}, text, ''),
    'fileName', (select name from files where files.id = file_id and ${shown}))`,
    sql`conditions where conditions.loan_id = ${loans.id} order by position`,
  );
const participantsText = listText(
  sql`json_object('name', name, 'amount', amount)`,
  sql`participants where participants.loan_id = ${loans.id} order by position`,
);
const propertiesText = listText(
  sql`json_object('address', address, 'value', value, 'mortgage', mortgage)`,
  sql`additional_properties where additional_properties.loan_id = ${loans.id} order by position`,
);
const historyText = listText(
  sql`json_object('kind', kind, 'at', at, 'loanId', loan_id, 'clientCode',
    (select l.client_code from loans l where l.id = loan_id), 'appraisedValue', coalesce(appraised_value, 0), 'primaryIncome',
    coalesce(primary_income, 0), 'secondaryIncome', coalesce(secondary_income, 0), 'otherIncome', coalesce(other_income, 0))`,
  sql`submissions where submissions.id in ${historyIds(loans.id)} order by at, id`,
);

/**
 * A broker's fields of their own loan: entries, status and conditions. Excludes scores, ratings, deal terms, comments,
 * and what the lender's own conditions hold.
 */
const OWN_FIELDS = {
  id: loans.id,
  clientCode: loans.clientCode,
  adminComSelect: brokerStatusSql.as("broker_status"),
  firstOrSecond: loans.firstOrSecond,
  newLoanAmount: loans.newLoanAmount,
  useOfProceeds: loans.useOfProceeds,
  estClosingDate: loans.estClosingDate,
  firstName: loans.firstName,
  lastName: loans.lastName,
  address: loans.address,
  city: loans.city,
  postal: loans.postal,
  propertyType: loans.propertyType,
  comments: loans.comments,
  conditionsTotal: loans.conditionsTotal,
  conditionsDone: loans.conditionsDone,
  timestamp: loans.timestamp,
  brokerConditions: conditionsText(sql`restriction = ${BROKERS}`).as("broker_conditions"),
} as const;

const WHOLE_FIELDS = {
  ...getTableColumns(loans),
  brokerName: accounts.name,
  participants: participantsText.as("participants_text"),
  history: historyText.as("history_text"),
  additionalProperties: propertiesText.as("properties_text"),
  brokerConditions: conditionsText(sql`true`).as("conditions_text"),
} as const;

type Lists = Record<"participants" | "history" | "additionalProperties" | "brokerConditions", string>;
/** A loan in the lender's list call. */
export type LenderLoan = WireColumns & Lists & { brokerName: string | null };
/** A loan in a broker's list call. */
export type OwnLoan =
  & Pick<LoanRow, Exclude<keyof typeof OWN_FIELDS, "adminComSelect" | "brokerConditions">>
  & { adminComSelect: string; brokerConditions: string };

const limit = sql.placeholder("limit");
const offset = sql.placeholder("offset");

const whole = preparedBy((db, key: "all" | "status") => {
  const where = key === "status" ? eq(loans.adminComSelect, sql.placeholder("status")) : undefined;
  const page = db.select({ id: loans.id }).from(loans).where(where).orderBy(desc(loans.id)).limit(limit).offset(offset)
    .as("page");
  return prepareJsonRows(
    db,
    db.select(WHOLE_FIELDS).from(page).innerJoin(loans, eq(loans.id, page.id))
      .leftJoin(accounts, eq(accounts.id, loans.brokerId)).orderBy(desc(loans.id)),
  );
});

const ownLoans = (key: "all" | "status") =>
  and(
    eq(loans.brokerId, sql.placeholder("broker")),
    ne(loans.adminComSelect, "Trash"),
    key === "status" ? eq(brokerStatusSql, sql.placeholder("status")) : undefined,
  );

const own = preparedBy((db, key: "all" | "status") => {
  return prepareJsonRows(
    db,
    db.select(OWN_FIELDS).from(loans).where(ownLoans(key)).orderBy(desc(loans.id)).limit(limit).offset(offset),
  );
});

const ownCount = preparedBy((db, key: "all" | "status") =>
  db.select({ n: count() }).from(loans).where(ownLoans(key)).prepare()
);

async function totalFor(ctx: Context, status: LoanStatus | undefined, broker: number | null): Promise<number> {
  if (broker !== null) return (await ownCount(ctx.db, status ? "status" : "all").get({ status, broker }))!.n;
  const tallies = await readTallies(ctx);
  return status ? tallies[status].loans : Object.values(tallies).reduce((sum, { loans }) => sum + loans, 0);
}

/**
 * Loans newest first; `page` counts from 1, `size` is at most 500, a page beyond the last is empty. `total` counts the
 * loans of all pages, `pages` the pages of this size (0 without loans).
 */
export async function getLoans(
  ctx: Context,
  input: GetLoansInput,
): Promise<{ data: LenderLoan[] | OwnLoan[]; page: number; size: number; pages: number; total: number }> {
  const { page, size } = input;
  const values = { status: input.status as LoanStatus | undefined, limit: size, offset: (page - 1) * size };
  const key = input.status ? "status" : "all";
  const broker = isAdministrator(ctx.actor) ? null : ctx.actor?.id ?? -1;
  const total = await totalFor(ctx, values.status, broker);
  const place = { page, size, pages: Math.ceil(total / size), total };
  if (broker !== null) {
    const data: OwnLoan[] = await own(ctx.db, key).all({ ...values, broker });
    return { data, ...place };
  }
  const rows = await whole(ctx.db, key).all(values);
  const data = rows.map((row) => wireColumns(row as unknown as LoanRow) as unknown as LenderLoan);
  return { data, ...place };
}
