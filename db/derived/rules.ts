/** Rules of the domain as SQL expressions, generated from its constants. */
import { SIGN_IN_ENTITIES } from "../../lib/domain/audit_entities.ts";
import type { Step } from "../../lib/domain/lending/buckets.ts";
import {
  type ChargeName,
  CHARGES,
  DEFAULT_POSITION,
  PAYS_OUT,
  POSITION_NAMES,
  POSITIONS,
} from "../../lib/domain/lending/ltv.ts";
import type { LoanStatus } from "../../lib/domain/loans/status.ts";
import type { TrackerEventType } from "../../lib/domain/tracking/figures.ts";

/** Text as a SQL literal. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Texts as a SQL list: `('NA', 'Funded')`. */
export const quoteList = (texts: readonly string[]): string => `(${texts.map(quote).join(", ")})`;

/**
 * One of a type's texts as a SQL literal, where a plan needs one or the SQL is text: `valueSql<LedgerKind>("due")`.
 * Another text does not compile, nor does a call without a type.
 */
export const valueSql = <T extends string = never>(value: NoInfer<T>): string => quote(value);

/** A loan's status as a SQL literal. */
export const statusSql = valueSql<LoanStatus>;

/** What is done with a mail, as SQL literals: it is opened, or a link of it followed. */
export const OPEN = valueSql<TrackerEventType>("open"), LINK = valueSql<TrackerEventType>("link");

/** A row of the audit trail that is a sign-in, as the index of those has it. */
export const SIGN_IN_SQL = `instr(${quote(SIGN_IN_ENTITIES.join(" "))}, entity) > 0`;

/** What JavaScript's `trim` takes away; SQLite's own takes spaces only. */
const SPACES = [9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202]
  .concat(8232, 8233, 8239, 8287, 12288, 65279);

/** Text without case and outer spaces, as `text.trim().toLowerCase()` gives it for the letters that names use. */
const folded = (column: string): string => `lower(trim(${column}, char(${SPACES.join(", ")})))`;

/** `positionOf` of a column: 'first', 'second', 'third' or 'bridge'. */
export function positionOfSql(column: string): string {
  const text = folded(column);
  const cases = POSITION_NAMES.map(({ position, startsWith = [], contains = [] }) => {
    const patterns = [...startsWith.map((name) => `${name}*`), ...contains.map((name) => `*${name}*`)];
    return `WHEN ${patterns.map((pattern) => `${text} GLOB ${quote(pattern)}`).join(" OR ")} THEN ${quote(position)}`;
  });
  return `CASE ${cases.join(" ")} ELSE ${quote(DEFAULT_POSITION)} END`;
}

/** `priorCharges`: what stays ahead of a loan, by the columns of its position, its amount and the charges there are. */
export function priorChargesSql(
  firstOrSecond: string,
  loanAmount: string,
  charges: Readonly<Record<ChargeName, string>>,
): string {
  const amount = (name: ChargeName) => `max(0, coalesce(${charges[name]}, 0))`;
  const sum = (names: readonly ChargeName[]) => names.map(amount).join(" + ") || "0";
  const cases = POSITIONS.map((position) => {
    const paid = PAYS_OUT[position], paidOut = sum(paid);
    const cleared = `iif(${paidOut} <= ${loanAmount}, 0, ${paidOut})`;
    const ahead = [...CHARGES.filter((name) => !paid.includes(name)).map(amount), ...(paid.length ? [cleared] : [])];
    return `WHEN ${quote(position)} THEN ${ahead.join(" + ")}`;
  });
  return `CASE ${positionOfSql(firstOrSecond)} ${cases.join(" ")} END`;
}

/** `fundedAmount`: the funded amount, else the requested one. */
export const fundedAmountOfSql = (funded: string, requested: string): string => `coalesce(${funded}, ${requested})`;

/** `propertyValue`: the appraisal if above 0, else the purchase price; 0 when neither is known. */
export const propertyValueSql = (appraised: string, purchase: string): string =>
  `iif(${appraised} > 0, ${appraised}, max(0, coalesce(${purchase}, 0)))`;

/** `stepOf`: the index of the step that a figure is on, as text; '' where the figure is missing. */
export function stepSql(steps: readonly Step[], figure: string): string {
  const cases = steps.slice(0, -1).map(({ below, upTo }, i) =>
    `WHEN ${figure} ${below === undefined ? `<= ${upTo}` : `< ${below}`} THEN '${i}'`
  );
  return `CASE WHEN ${figure} IS NULL THEN '' ${cases.join(" ")} ELSE '${steps.length - 1}' END`;
}

/** `bandOf` a score as its position in BANDS, between two thresholds. */
export const bandSql = (score: string, yellow: string, red: string): string =>
  `CASE WHEN ${score} >= ${red} THEN 2 WHEN ${score} >= ${yellow} THEN 1 ELSE 0 END`;
