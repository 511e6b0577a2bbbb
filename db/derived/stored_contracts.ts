/**
 * Contracts of loans that were funded before there were any, from what each had stored and the settings that it was last
 * saved under, marked as such (lending rules 12).
 */
import type { Client, InStatement, Row } from "@libsql/client";
import { getTableColumns } from "drizzle-orm";
import { isCalendarDate } from "../../lib/domain/dates.ts";
import { bridgeMinimum } from "../../lib/domain/lending/bridge.ts";
import { compileSettings } from "../../lib/domain/lending/compile.ts";
import type { LendingSettings } from "../../lib/domain/lending/settings.ts";
import { storedTerms } from "../../lib/domain/lending/stored_terms.ts";
import { loanFigures } from "../../lib/domain/loans/deal.ts";
import { formContract } from "../../lib/domain/loans/form_contract.ts";
import { isLent, LOAN_STATUSES } from "../../lib/domain/loans/status.ts";
import { upgradeDocument } from "../../lib/domain/settings/stored_documents.ts";
import { contracts } from "../schema/contracts.ts";
import { loans } from "../schema/loans.ts";
import type { Derived } from "./objects.ts";
import { quoteList } from "./rules.ts";

/** Loans read, and contracts written, by one statement. */
const PAGE = 2000;

/** The columns by their names in TypeScript. */
const LOAN_COLUMNS = Object.entries(getTableColumns(loans)).map(([name, column]) => [name, column.name] as const);
const CONTRACT_COLUMNS = getTableColumns(contracts);

const entriesOf = (row: Row): Record<string, unknown> =>
  Object.fromEntries(LOAN_COLUMNS.map(([name, column]) => [name, row[column] ?? null]));

const tablesOf = async (client: Client): Promise<Set<unknown>> =>
  new Set((await client.execute("select name from sqlite_schema where type = 'table'")).rows.map((row) => row[0]));

async function* lentLoans(client: Client, hasContracts: boolean): AsyncGenerator<Row[]> {
  const lent = quoteList(LOAN_STATUSES.filter(isLent));
  const without = hasContracts ? "and id not in (select loan_id from contracts where stage = 'in force')" : "";
  for (let after = -1;;) {
    const sql = `select * from loans where id > ? and admin_com_select in ${lent} ${without} order by id limit ${PAGE}`;
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

/** The contracts of a loan's row as rows of the table; none where a term is missing. */
function contractRows(row: Row, versions: ReadonlyMap<number, LendingSettings>): Record<string, unknown>[] {
  const loan = entriesOf(row);
  const settings = versions.get(Number(loan.settingsVersionId)) ?? versions.get(0);
  if (!settings || !isCalendarDate(loan.dateFunded)) return [];
  const figures = loanFigures(loan, settings, null);
  const minimum = bridgeMinimum(compileSettings(settings), figures.ltv);
  const first = formContract(loan, figures, {
    effectiveDate: loan.dateFunded,
    bridgeMinimum: minimum,
  });
  if (!first) return [];
  const { id: loanId, finalScore, settingsVersionId, configVersionId, updatedAt: recordedAt } = loan;
  const kept = { loanId, finalScore, settingsVersionId, configVersionId, recordedAt };
  return storedTerms(first, String(loan.maturityEmailDate)).map((terms, i) => (
    { ...terms, ...kept, version: i + 1, stage: "in force", source: "stored" }
  ));
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
  for await (const page of lentLoans(client, tables.has("contracts"))) {
    const rows = page.flatMap((row) => contractRows(row, versions));
    if (rows.length > 0) found.push(insertion(rows));
  }
  return found;
}

export const storedContracts: Derived = { computed: { version: "1", statements } };
