/**
 * Contracts of loans that were funded before there were any, from what each had stored and the settings that it was
 * last saved under, marked as such (lending rules 12).
 */
import type { Client, InStatement, Row } from "@libsql/client";
import { getTableColumns } from "drizzle-orm";
import type { AuditEntity } from "../../lib/domain/audit_entities.ts";
import { dateInToronto, isCalendarDate } from "../../lib/domain/dates.ts";
import { bridgeMinimum } from "../../lib/domain/lending/bridge.ts";
import { compileSettings } from "../../lib/domain/lending/compile.ts";
import type { ContractSource, ContractStage, ContractTerms } from "../../lib/domain/lending/contract.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { ADVANCE_DAY } from "../../lib/domain/lending/payment_days.ts";
import { storedTerms } from "../../lib/domain/lending/stored_terms.ts";
import { loanFigures } from "../../lib/domain/loans/deal.ts";
import { formContract } from "../../lib/domain/loans/form_contract.ts";
import { LENT_STATUSES } from "../../lib/domain/loans/status.ts";
import { upgradeDocument } from "../../lib/domain/settings/stored_documents.ts";
import { contracts } from "../schema/loans/contracts.ts";
import { loans } from "../schema/loans/loans.ts";
import type { Derived } from "./objects.ts";
import { quoteList, valueSql } from "./rules.ts";

/** Loans read, and contracts written, by one statement. */
const PAGE = 2000;

/** The columns by their names in TypeScript. */
const LOAN_COLUMNS = Object.entries(getTableColumns(loans)).map(([name, column]) => [name, column.name] as const);
const CONTRACT_COLUMNS = getTableColumns(contracts);
const CONTRACT_NAMES = Object.entries(CONTRACT_COLUMNS).map(([name, column]) => [name, column.name] as const);

/** A row's values by the names in TypeScript. */
const entriesOf = (row: Row, columns: readonly (readonly [string, string])[]): Record<string, unknown> =>
  Object.fromEntries(columns.map(([name, column]) => [name, row[column] ?? null]));

const tablesOf = async (client: Client): Promise<Set<unknown>> =>
  new Set((await client.execute("select name from sqlite_schema where type = 'table'")).rows.map((row) => row[0]));

const LENT = `admin_com_select in ${quoteList(LENT_STATUSES)}`;
const LAST_VERSION = "(select max(version) from contracts where loan_id = loans.id) as last_version";
const IN_FORCE = valueSql<ContractStage>("in force"), STORED = valueSql<ContractSource>("stored");
const LOAN = valueSql<AuditEntity>("loan");
const NOT_IN_FORCE = `id not in (select loan_id from contracts where stage = ${IN_FORCE})`;

const lentLoans = (hasContracts: boolean): string =>
  `select *${hasContracts ? `, ${LAST_VERSION}` : ""} from loans
    where id > ? and ${LENT} ${hasContracts ? `and ${NOT_IN_FORCE}` : ""} order by id limit ${PAGE}`;

/**
 * The maturity that the loan had when its contract was stored: what a save has replaced since, else the present one.
 */
const maturityThen = (hasAudit: boolean): string =>
  hasAudit
    ? `coalesce((select json_extract(before, '$.maturityEmailDate') from audit_rows
        where entity = ${LOAN} and entity_id = cast(loans.id as text) and at > taken.recorded_at
          and json_extract(before, '$.maturityEmailDate') is not null
        order by id limit 1), maturity_email_date)`
    : "maturity_email_date";

/** Lent loans whose one contract in force is a stored one: an earlier version gave them no renewals. */
const storedAlone = (hasAudit: boolean): string =>
  `select taken.*, loans.id as id, ${maturityThen(hasAudit)} as maturity_then, ${LAST_VERSION} from loans
    join contracts taken on taken.loan_id = loans.id and taken.stage = ${IN_FORCE} and taken.source = ${STORED}
    where loans.id > ? and ${LENT} and not exists (select 1 from contracts other
      where other.loan_id = loans.id and other.stage = ${IN_FORCE} and other.version <> taken.version)
    order by loans.id limit ${PAGE}`;

/** The rows of a query in pages; it takes the id to continue after. */
async function* pagesOf(client: Client, sql: string): AsyncGenerator<Row[]> {
  for (let after = -1;;) {
    const { rows } = await client.execute({ sql, args: [after] });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = Number(rows.at(-1)!.id);
  }
}

/** The settings by version; 0 stands for the newest. */
async function settingsByVersion(client: Client): Promise<Map<number, LendingSettings>> {
  const { rows } = await client.execute("select id, body from settings_versions order by id");
  const found = new Map(rows.map((row) => [Number(row.id), upgradeDocument("settings", String(row.body))]));
  const newest = [...found.values()].at(-1);
  return newest ? found.set(0, newest) : found;
}

/** What each contract of a loan keeps beside its terms. */
interface ContractRecord {
  loanId: unknown;
  finalScore: unknown;
  settingsVersionId: unknown;
  configVersionId: unknown;
  /** When the loan was saved last, milliseconds. */
  recordedAt: unknown;
}

/** Contracts as rows of the table, from the version after the loan's last. */
const rowsOf = (all: readonly ContractTerms[], record: ContractRecord, last: unknown): Record<string, unknown>[] =>
  all.map((terms, i) => ({
    ...terms,
    ...record,
    version: Number(last ?? 0) + 1 + i,
    stage: "in force",
    source: "stored",
  }));

/** The contracts of a loan's row; none where a term is missing. */
function firstRows(row: Row, versions: ReadonlyMap<number, LendingSettings>): Record<string, unknown>[] {
  const loan = entriesOf(row, LOAN_COLUMNS);
  const settings = versions.get(Number(loan.settingsVersionId)) ?? versions.get(0);
  if (!settings || !isCalendarDate(loan.dateFunded)) return [];
  const figures = loanFigures(loan, settings, null);
  const minimum = bridgeMinimum(compileSettings(settings), figures.ltv);
  const first = formContract(loan, figures, {
    effectiveDate: loan.dateFunded,
    bridgeMinimum: minimum,
    paymentDay: ADVANCE_DAY,
  });
  if (!first) return [];
  const { id: loanId, finalScore, settingsVersionId, configVersionId, updatedAt: recordedAt } = loan;
  const record = { loanId, finalScore, settingsVersionId, configVersionId, recordedAt };
  const all = storedTerms(first, String(loan.maturityEmailDate), dateInToronto(Number(recordedAt)));
  return rowsOf(all, record, row.last_version);
}

/** Contracts that a loan with its first stored one lacks: renewals, or the days of a prolonged bridge. */
function laterRows(row: Row): Record<string, unknown>[] {
  const { id: _id, version: _v, stage: _s, source: _o, offerId: _f, recordedBy: _b, recordedByName: _n, ...rest } =
    entriesOf(row, CONTRACT_NAMES) as unknown as typeof contracts.$inferSelect;
  const { loanId, finalScore, settingsVersionId, configVersionId, recordedAt, ...first } = rest;
  const record = { loanId, finalScore, settingsVersionId, configVersionId, recordedAt };
  const all = storedTerms(first, String(row.maturity_then), dateInToronto(recordedAt));
  return rowsOf(all.filter(({ maturity }) => maturity > first.maturity), record, row.last_version);
}

function insertion(rows: readonly Record<string, unknown>[]): InStatement {
  const names = Object.keys(rows[0]) as (keyof typeof CONTRACT_COLUMNS)[];
  const columns = names.map((name) => CONTRACT_COLUMNS[name].name).join(", ");
  const values = names.map((_, at) => `json_extract(value, '$[${at}]')`).join(", ");
  return {
    sql: `insert into contracts (${columns}) select ${values} from json_each(?) where true on conflict do nothing`,
    args: [JSON.stringify(rows.map((row) => names.map((name) => row[name])))],
  };
}

async function statements(client: Client): Promise<InStatement[]> {
  const tables = await tablesOf(client);
  if (!tables.has("loans") || !tables.has("settings_versions")) return [];
  const versions = await settingsByVersion(client);
  const found: InStatement[] = [];
  const add = (rows: Record<string, unknown>[]) => rows.length > 0 && found.push(insertion(rows));
  const hasContracts = tables.has("contracts");
  for await (const page of pagesOf(client, lentLoans(hasContracts))) {
    add(page.flatMap((row) => firstRows(row, versions)));
  }
  if (!hasContracts) return found;
  for await (const page of pagesOf(client, storedAlone(tables.has("audit_rows")))) add(page.flatMap(laterRows));
  return found;
}

export const storedContracts: Derived = { computed: { version: "2", statements } };
