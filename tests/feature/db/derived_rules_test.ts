/** The SQL that derived data is made with says what the domain's functions say. */
import assert from "node:assert/strict";
import { createClient, type InValue } from "@libsql/client";
import { makeStatements } from "../../../db/derived/objects.ts";
import {
  bandSql,
  fundedAmountOfSql,
  positionOfSql,
  priorChargesSql,
  propertyValueSql,
  stepSql,
} from "../../../db/derived/rules.ts";
import { monthInTorontoSql, torontoMonths } from "../../../db/derived/toronto_months.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import {
  CREDIT_STEPS,
  LTV_STEPS,
  SCORE_STEPS,
  SIZE_STEPS,
  type Step,
  stepOf,
} from "../../../lib/domain/lending/buckets.ts";
import { bandOf } from "../../../lib/domain/lending/colours.ts";
import { positionOf, priorCharges, propertyValue } from "../../../lib/domain/lending/ltv.ts";
import { fundedAmount } from "../../../lib/domain/lending/portfolio.ts";
import { BANDS } from "../../../lib/domain/maps/loan_spots.ts";
import fc from "../../support/properties.ts";

const client = createClient({ url: ":memory:" });
await client.batch(makeStatements([torontoMonths]));
Deno.test.afterAll(() => client.close());

/** The value of an expression over each row of values, named a, b and c. */
async function each(expression: string, rows: readonly InValue[][]): Promise<unknown[]> {
  const sql = `with v as (select value ->> 0 as a, value ->> 1 as b, value ->> 2 as c from json_each(?)) ` +
    `select ${expression} as x from v`;
  return (await client.execute({ sql, args: [JSON.stringify(rows)] })).rows.map(({ x }) => x);
}

/** Types as people write them: names of positions and parts of them in any case, between any spaces. */
/** The loan that charges are compared with. Whole dollars. */
const LOAN = 250_000;

const typed = fc.array(
  fc.oneof(
    fc.constantFrom("first", "FIRST", "1", "1st", "Second", "2nd", "third", "3", "Bridge", "bRIDGE", "brid", "ge", "K"),
    fc.constantFrom(" ", "\t", "\n", "\u00a0", "\u2003", "\ufeff", "\u3000", "-", "İ", "ſ", "é"),
    fc.string({ maxLength: 3 }),
  ),
  { maxLength: 5 },
).map((parts) => parts.join("").replaceAll("\0", ""));
const dollars = fc.option(fc.integer({ min: -5, max: 3_000_000 }), { freq: 4 });

const agrees = (name: string, property: fc.IAsyncProperty<unknown>) =>
  Deno.test(name, () => fc.assert(property, { numRuns: 60 }));

agrees(
  "the position that a text names",
  fc.asyncProperty(fc.array(typed, { minLength: 1 }), async (texts) => {
    const found = await each(positionOfSql("a"), texts.map((text) => [text]));
    assert.deepEqual(found, texts.map(positionOf), JSON.stringify(texts));
  }),
);

const score = fc.integer({ min: -80, max: 80 }).map((tenths) => tenths / 10);
agrees(
  "the band of a score",
  fc.asyncProperty(fc.array(fc.tuple(score, score, score), { minLength: 1 }), async (rows) => {
    assert.deepEqual(
      await each(bandSql("a", "b", "c"), rows),
      rows.map(([of, yellowScore, redScore]) => BANDS.indexOf(bandOf(of, { greenScore: 0, yellowScore, redScore }))),
    );
  }),
);

agrees(
  "prior charges and the property's value",
  fc.asyncProperty(fc.array(fc.tuple(typed, dollars, dollars), { minLength: 1 }), async (rows) => {
    const charges = { firstMortgage: "b", secondMortgage: "c" };
    assert.deepEqual(
      await each(priorChargesSql("a", String(LOAN), charges), rows),
      rows.map(([text, first, second]) =>
        priorCharges(positionOf(text), LOAN, { firstMortgage: first ?? 0, secondMortgage: second ?? 0 })
      ),
    );
    assert.deepEqual(
      await each(propertyValueSql("b", "c"), rows),
      rows.map(([, appraisedValue, homePurPrice]) =>
        propertyValue({ appraisedValue: appraisedValue ?? 0, homePurPrice: homePurPrice ?? 0 })
      ),
    );
  }),
);

agrees(
  "the funded amount",
  fc.asyncProperty(fc.array(fc.tuple(dollars, fc.nat(3_000_000)), { minLength: 1 }), async (rows) => {
    assert.deepEqual(
      await each(fundedAmountOfSql("a", "b"), rows),
      rows.map(([fsfcLoan, newLoanAmount]) => fundedAmount({ fsfcLoan, newLoanAmount })),
    );
  }),
);

/** Figures on, just below and just above each end of a step. */
const atEnds = (steps: readonly Step[]): number[] =>
  steps.flatMap(({ below, upTo }) => {
    const end = below ?? upTo;
    return end === undefined ? [] : [end - 1, end - 0.01, end, end + 0.01, end + 1];
  });

for (const [name, steps] of Object.entries({ SIZE_STEPS, CREDIT_STEPS, LTV_STEPS, SCORE_STEPS })) {
  Deno.test(`${name}: the step of a figure, none without one`, async () => {
    const figures = [...atEnds(steps), -8, 0, 1e9];
    const found = await each(stepSql(steps, "a"), [...figures, null].map((figure) => [figure]));
    assert.deepEqual(found, [...figures.map((figure) => String(stepOf(steps, figure))), ""]);
  });
}

agrees(
  "the month in Toronto, at any instant and where clocks change",
  fc.asyncProperty(
    fc.array(fc.date({ min: new Date("1970-02-01"), max: new Date("2099-12-30"), noInvalidDate: true }), {
      minLength: 1,
    }),
    async (dates) => {
      const instants = dates.flatMap((date) => {
        const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
        return [
          date.getTime(),
          ...[3, 4, 5, 6].flatMap((hour) => [month + hour * 3600_000 - 1, month + hour * 3600_000]),
        ];
      });
      const found = await each(monthInTorontoSql("a"), instants.map((instant) => [instant]));
      assert.deepEqual(found, instants.map((instant) => dateInToronto(instant).slice(0, 7)));
    },
  ),
);
