/** Loans in a test's database, as the portal would have saved them. */
import { eq } from "drizzle-orm";
import { inTransaction } from "../../db/mod.ts";
import { additionalProperties, conditions, loans } from "../../db/schema/mod.ts";
import { PRESET_CONDITIONS } from "../../db/seed/preset_conditions.ts";
import { structureOf, termMonths } from "../../lib/domain/loans/deal_options.ts";
import { underwrite } from "../../lib/domain/lending/underwrite.ts";
import { normaliseAddress } from "../../lib/domain/loans/address.ts";
import { type AdditionalProperty, applicationFrom, otherPropertyTotals } from "../../lib/domain/loans/application.ts";
import { marketRegionOf, placeColumns } from "../../lib/domain/places/loan_place.ts";
import { clientCode } from "../../lib/domain/loans/client_code.ts";
import { FILE_UPLOAD } from "../../lib/domain/loans/conditions.ts";
import vectors from "../unit/quote/vectors.json" with { type: "json" };
import type { TestApp } from "./app.ts";

export type TestLoan = typeof loans.$inferSelect;
export type LoanFields = Partial<typeof loans.$inferInsert>;

/** A condition by a preset's id, or a custom one; what is not given is as the preset or an open file upload has it. */
type TestCondition = { id: number } & Partial<Omit<typeof conditions.$inferInsert, "id" | "loanId">>;

/** What hangs on a loan. Positions follow the lists' order. */
export interface LoanParts {
  conditions?: readonly TestCondition[];
  additionalProperties?: readonly AdditionalProperty[];
}

const { name: _name, ...TYPICAL } = vectors.loans[0].input;

/** The lending vectors' "second, typical" loan, with a person and an address around it. */
const DEFAULTS: LoanFields = {
  ...TYPICAL,
  firstName: "Daniel",
  lastName: "Smithers",
  DOB: "1981-04-09",
  phone: "905-555-0148",
  marritalStatus: "Married",
  address: "118 Locke Street South",
  city: "Hamilton",
  postal: "L8P 4A8",
  employer: "Steelbridge Framing Ltd.",
  typeOfIncome: "Salary",
  propertyType: "Detached",
  ownerOccupied: "Yes",
  firstMortgageLender: "Dominion Trust",
  mrtgType: "Fixed",
  estClosingDate: "2026-12-04",
  exitStrategySelect: "Yes",
  coBrokeredSelect: "No",
};

/**
 * Inserts a loan and what hangs on it. Fields replace the defaults; score, LTV, rate and payment are underwritten from
 * what results unless they are given, and the client code is made from the last name and the id.
 */
export async function makeLoan(t: TestApp, fields: LoanFields = {}, parts: LoanParts = {}): Promise<TestLoan> {
  const { settings, settingsVersionId, config, configVersionId } = t.deps.ports.lending();
  const properties = parts.additionalProperties ?? [];
  // A first pays out what there is, and a bridge has nothing before it, unless a test says otherwise.
  const alone = /^(first|1)|bridge/i.test(fields.firstOrSecond ?? "") ? { firstMortgage: 0 } : {};
  const entered: LoanFields = {
    ...DEFAULTS,
    ...alone,
    ...(properties.length ? otherPropertyTotals(properties) : {}),
    ...fields,
  };
  const figures = underwrite(applicationFrom({ ...entered, additionalProperties: properties }), settings, config, {
    adminRate: entered.adminRate,
    assumedTax: entered.assumedTax,
    riskRatingOver: entered.riskRatingOver || null,
    structure: structureOf(entered.adminStructure),
    termMonths: termMonths(entered.adminTerm),
  });
  const list = (parts.conditions ?? []).map((given, i) => ({ ...presetOf(given), position: i + 1, ...given }));
  return await inTransaction(t.deps.db, async (tx) => {
    const [{ id }] = await tx.insert(loans).values({
      addressKey: normaliseAddress(entered.address ?? "", entered.city ?? ""),
      finalScore: figures.finalScore,
      shownScore: figures.shownScore,
      ltv: figures.ltv,
      totalLtv: figures.totalLtv,
      suggestedRate: figures.suggestedRate,
      monthlyPayments: figures.monthlyPayment,
      settingsVersionId,
      configVersionId,
      conditionsTotal: list.length,
      conditionsDone: list.filter((condition) => condition.completed).length,
      timestamp: t.now(),
      updatedAt: t.now(),
      ...placeColumns(entered),
      marketRegion: marketRegionOf(entered),
      ...entered,
    }).returning({ id: loans.id });
    if (list.length) await tx.insert(conditions).values(list.map((condition) => ({ ...condition, loanId: id })));
    if (properties.length) {
      const rows = properties.map((property, i) => ({ ...property, loanId: id, position: i + 1 }));
      await tx.insert(additionalProperties).values(rows);
    }
    const code = entered.clientCode ?? clientCode(entered.lastName ?? "", id);
    const [row] = await tx.update(loans).set({ clientCode: code }).where(eq(loans.id, id)).returning();
    return row;
  });
}

function presetOf({ id }: TestCondition) {
  const preset = PRESET_CONDITIONS.find((candidate) => candidate.id === id);
  return preset ?? { id, type: FILE_UPLOAD, title: `Custom ${id}`, restriction: "none" as const };
}

/**
 * Inserts copies of the loans that `where` finds, by one statement. `changes` are SQL of columns that differ; in it
 * `value` counts them from 1.
 */
export async function copyLoans(
  t: TestApp,
  copies: number,
  where: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { $client } = t.deps.db;
  const { rows } = await $client.execute("select name from pragma_table_info('loans')");
  const own = ["id", "tmp_upload_id", ...Object.keys(changes)];
  const same = rows.map(({ name }) => String(name)).filter((name) => !own.includes(name));
  await $client.execute(
    `insert into loans (${[...same, ...Object.keys(changes)]}) select ${[...same, ...Object.values(changes)]}
     from loans, generate_series(1, ${copies}) where ${where}`,
  );
}
