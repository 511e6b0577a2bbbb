/** Schedules and payouts to the cent. The tables were worked out by hand in decimals, from lending rules 3. */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { bridgePrice } from "../../../lib/domain/lending/bridge.ts";
import { daysInterestCents, monthsInterestCents } from "../../../lib/domain/lending/payments.ts";
import { type Payout, payout, penaltyMonths } from "../../../lib/domain/lending/payout.ts";
import { loanSchedule, maturityOf, type ScheduleTerms } from "../../../lib/domain/lending/schedule.ts";
import {
  payoutDocument,
  payoutExplanation,
  payoutRows,
  payoutTable,
  termRows,
} from "../../../lib/domain/letters/statements.ts";
import { FACTS } from "../../support/letter_facts.ts";
import fc from "../../support/properties.ts";

const TERMS: ScheduleTerms = {
  principal: 100_000,
  rate: 0.1,
  months: 12,
  structure: "Interest Only",
  from: "2026-01-15",
};
const BLENDED: ScheduleTerms = { ...TERMS, structure: "P+I" };
const BRIDGE: ScheduleTerms = { ...TERMS, structure: "Bridge", bridge: { days: 60, price: 2400 } };
const none = () => 0;

Deno.test("an interest-only schedule pays the month's interest and the principal with the last one", () => {
  const { rows, interest, principal, payments } = loanSchedule(TERMS);
  assert.equal(rows.length, 12);
  assert.deepEqual(rows[0], {
    period: 1,
    payment: 83_333,
    interest: 83_333,
    principal: 0,
    balance: 10_000_000,
    due: "2026-02-15",
  });
  assert.deepEqual(rows[11], {
    period: 12,
    payment: 10_083_333,
    interest: 83_333,
    principal: 10_000_000,
    balance: 0,
    due: "2027-01-15",
  });
  assert.deepEqual([interest, principal, payments], [999_996, 10_000_000, 10_999_996]);
});

Deno.test("a blended schedule compounds half-yearly, and its last payment clears the loan", () => {
  const { rows, interest, principal, payments } = loanSchedule(BLENDED);
  // 894.49 a month is the example of lending rules 3.
  assert.deepEqual(
    rows.slice(0, 2).map(({ payment, interest, principal, balance }) => [payment, interest, principal, balance]),
    [
      [89_449, 81_648, 7_801, 9_992_199],
      [89_449, 81_585, 7_864, 9_984_335],
    ],
  );
  assert.deepEqual([rows[11].payment, rows[11].balance, interest], [9_991_524, 0, 975_463]);
  assert.equal(principal, 10_000_000);
  assert.equal(payments, interest + principal);
  assert.equal(rows.reduce((sum, row) => sum + row.payment, 0), payments);
});

Deno.test("payments keep to the advance's day of the month, the last day in short months", () => {
  const { rows } = loanSchedule({ ...TERMS, from: "2026-01-31", months: 3 });
  assert.deepEqual(rows.map(({ due }) => due), ["2026-02-28", "2026-03-31", "2026-04-30"]);
  assert.deepEqual(loanSchedule({ ...TERMS, from: "", months: 3 }).rows.map(({ due }) => due), ["", "", ""]);
});

Deno.test("a bridge is one payment, its days after the advance", () => {
  const { rows, payments } = loanSchedule(BRIDGE);
  assert.deepEqual([rows.length, rows[0].due, payments], [1, "2026-03-16", 10_240_000]);
  assert.equal(maturityOf(BRIDGE), "2026-03-16");
});

Deno.test("a payout is principal, interest by the day since the last payment, penalty and fees", () => {
  const fees = [{ label: "Discharge fee", amount: 350.5 }, { label: "Fees outstanding", amount: 0 }];
  const on = payout(TERMS, "3 months", "2026-04-20", fees, none);
  assert.deepEqual(
    [on.paid, on.since, on.days, on.principal, on.accrued, on.penalty, on.fees, on.perDiem, on.total],
    // 5 days: 136.99; 3 months: 2,500.00; 100,000 + 136.99 + 2,500.00 + 350.50
    [3, "2026-04-15", 5, 10_000_000, 13_699, 250_000, 35_050, 2_740, 10_298_749],
  );
});

Deno.test("each payment penalty is so many months of interest; none is open, closed has no payout before maturity", () => {
  const penaltyOf = (penalty: string) => payout(TERMS, penalty, "2026-04-15", [], none).penalty;
  assert.deepEqual(["3 months", "2 months", "1 month", "none"].map(penaltyOf), [250_000, 166_667, 83_333, 0]);
  assert.equal(penaltyMonths("closed"), null);
  assert.equal(penaltyMonths(""), undefined);
});

Deno.test("on a due day that day's payment is taken as made; at maturity the payout is the schedule's last payment", () => {
  const due = payout(TERMS, "none", "2026-04-15", [], none);
  assert.deepEqual([due.paid, due.days, due.accrued, due.total], [3, 0, 0, 10_000_000]);
  for (const terms of [TERMS, BLENDED]) {
    const last = payout(terms, "3 months", "2027-01-15", [], none);
    assert.equal(last.total, loanSchedule(terms).rows[11].payment);
    assert.equal(last.penalty, 0);
  }
  const day = payout(TERMS, "3 months", "2026-01-15", [], none);
  assert.deepEqual([day.paid, day.days, day.accrued, day.total], [0, 0, 0, 10_250_000]);
});

Deno.test("after maturity interest goes on by the day, without penalty", () => {
  const late = payout(TERMS, "3 months", "2027-01-25", [], none);
  // 833.33 of the last month, 10 days: 273.97
  assert.deepEqual([late.lastInterest, late.accrued, late.penalty, late.total], [83_333, 27_397, 0, 10_110_730]);
});

Deno.test("a blended loan is paid out at the balance that its payments left", () => {
  const on = payout(BLENDED, "1 month", "2026-03-20", [], none);
  // 99,843.35 after two payments; 5 days x (1.05^(10/365) - 1): 133.55; a month x (1.05^(1/6) - 1): 815.21; the
  // sixth day 26.73
  assert.deepEqual([on.paid, on.principal, on.accrued, on.penalty, on.total, on.perDiem], [
    2,
    9_984_335,
    13_355,
    81_521,
    10_079_211,
    2_673,
  ]);
});

Deno.test("part of a P+I month never costs what the whole month does, and any split of days gives the same interest", () => {
  // A balance of 119,522.16 at 10%: 975.88 for the whole month of 31 days, 962.46 for 30 of them.
  assert.equal(monthsInterestCents(119_522.16, 0.1, "P+I", 1), 97_588);
  assert.equal(daysInterestCents(119_522.16, 0.1, "P+I", 30), 96_246);
  fc.assert(fc.property(fc.integer({ min: 1, max: 3500 }), fc.nat(400), fc.nat(400), (rate, a, b) => {
    const grown = (balance: number, days: number) =>
      balance + daysInterestCents(balance, rate / 10_000, "P+I", days) / 100;
    assert.ok(Math.abs(grown(grown(100_000, a), b) - grown(100_000, a + b)) < 0.02);
  }));
});

Deno.test("the penalty is never more than the interest to maturity", () => {
  // 20 days before the end: 833.33 of the last month less 11 days of 27.397 (301.37) is left.
  const on = payout(TERMS, "3 months", "2026-12-26", [], none);
  assert.deepEqual([on.days, on.accrued, on.penalty, on.isPenaltyCut], [11, 30_137, 53_196, true]);
  assert.match(payoutRows(on, [])[2].label, /^Prepayment, the interest to maturity$/);
  fc.assert(fc.property(fc.nat(400), fc.constantFrom(TERMS, BLENDED), (n, terms) => {
    const day = payout(terms, "3 months", addDays(terms.from, n), [], none);
    const rest = loanSchedule(terms).rows.slice(day.paid).reduce((sum, row) => sum + row.interest, 0);
    assert.ok(day.penalty + day.accrued <= Math.max(rest, day.accrued));
  }));
});

Deno.test("a day adds its per diem to the total, nothing where the penalty is the interest left to maturity", () => {
  const penalties = fc.constantFrom("none", "1 month", "3 months"), kinds = fc.constantFrom(TERMS, BLENDED);
  fc.assert(fc.property(kinds, fc.nat(364), penalties, (terms, n, penalty) => {
    const [on, next] = [n, n + 1].map((days) => payout(terms, penalty, addDays(terms.from, days), [], none));
    fc.pre(next.paid === on.paid && next.date < next.maturity && next.isPenaltyCut === on.isPenaltyCut);
    assert.ok(Math.abs(next.total - on.total - on.perDiem!) <= 1, `${on.date} ${penalty}`);
  }));
  const last = payout(TERMS, "3 months", "2026-12-26", [], none);
  assert.equal(last.perDiem, 0);
  // On the day before a payment the months of the penalty count from that anew: a whole day is added, not 11.41.
  assert.equal(payout({ ...TERMS, from: "2026-02-15" }, "3 months", "2026-11-14", [], none).perDiem, 2_740);
  assert.match(payoutExplanation(last, TERMS, null), /The interest to maturity is owed on any day before it\./);
});

Deno.test("the table of later days has each day's own total, and a note of what falls on it", () => {
  const on = (date: string) => payout(TERMS, "3 months", date, [], none);
  const table = payoutTable(on("2026-04-13"), ["2026-04-14", "2026-04-15", "2026-04-16"].map(on), null);
  // 27.397 a day: 30 days 821.92; the payment of 15 April counts as made; a day after it 27.40. 2,500.00 of penalty.
  assert.deepEqual(table.rows.map((row) => row.slice(0, 2)), [
    ["14 April 2026", "$103,321.92"],
    ["15 April 2026, payment due", "$102,500.00"],
    ["16 April 2026", "$102,527.40"],
  ]);
  const end = payoutTable(on("2027-01-14"), [on("2027-01-15")], null);
  assert.deepEqual(end.rows[0].slice(0, 2), ["15 January 2027, maturity", "$100,833.33"]);
});

Deno.test("the table of later days has columns for amounts owed alone, none for parts of nothing", () => {
  const tableOf = (days: readonly Payout[]) => payoutTable(days[0], days.slice(1), null);
  const on = (penalty: string, date: string) => payout(TERMS, penalty, date, [], none);
  const heads = (days: readonly Payout[]) => tableOf(days).head.slice(1);
  assert.deepEqual(heads(["2026-04-13", "2026-04-14"].map((date) => on("3 months", date))), [
    "Total",
    "Principal",
    "Interest",
    "Prepayment",
  ]);
  const fees = [{ label: "Discharge fee", amount: 350.5 }, { label: "Fees outstanding", amount: 40 }];
  const charged = ["2026-04-13", "2026-04-14"].map((date) => payout(TERMS, "3 months", date, fees, none));
  assert.deepEqual(heads(charged), ["Total", "Principal", "Interest", "Prepayment", "Unpaid, fees"]);
  assert.equal(tableOf(charged).rows[0].at(-1), "$390.50", "the parts add up to the total");
  const matured = ["2027-01-25", "2027-01-26"].map((date) => on("3 months", date));
  assert.deepEqual(heads(matured), ["Total", "Principal", "Interest"]);
  // By a ledger whose payments are all due: the unpaid are the total.
  const byLedger = [{ label: "Due at maturity", cents: 10_110_730 }];
  const due = matured.map((day): Payout => ({ ...day, principal: 0, lastInterest: 0, accrued: 0, byLedger }));
  assert.deepEqual(heads(due), ["Total"]);
  assert.deepEqual(tableOf(due).numeric, [1]);
});

Deno.test("the statement names the next due date and maturity, and no sum to add for each day", () => {
  const text = (date: string) => payoutExplanation(payout(TERMS, "none", date, [], none), TERMS, null);
  assert.match(
    text("2026-04-20"),
    /The payment of \$833\.33 falls due on 15 May 2026: from that day on the totals take it as made/,
  );
  assert.match(text("2026-12-20"), /day as made\. At maturity, on 15 January 2027/);
  assert.match(text("2027-02-01"), /matured on 15 January 2027: interest runs by the day\.$/);
  assert.doesNotMatch(text("2026-04-20"), /each day later/);
});

Deno.test("a bridge is paid out at its price for the days so far, the day of the advance counted as one", () => {
  const asked: number[] = [];
  const price = (days: number) => (asked.push(days), days * 40);
  const on = payout(BRIDGE, "", "2026-02-04", [], price);
  assert.deepEqual([on.days, on.accrued, on.total], [20, 80_000, 10_080_000]);
  const first = payout({ ...BRIDGE, rate: 0.146 }, "", "2026-01-15", [], price);
  assert.deepEqual([first.accrued, first.perDiem], [4_000, null], "the day after costs the same");
  assert.equal(payout({ ...BRIDGE, rate: 0.146 }, "", "2026-01-16", [], price).perDiem, 4_000);
  assert.deepEqual(asked, [20, 1, 1]);
});

Deno.test("a bridge's statements state its letter's rate, and a per diem only where its total grows by it", () => {
  // 3,500 of minimum on 100,000 for 60 days: 3.5% x 365 / 60 = 21.29% a year, beside a rate of 18.98%.
  const least: ScheduleTerms = { ...BRIDGE, rate: 0.1898, bridge: { days: 60, price: 3500 } };
  const row = termRows(least).find(({ label }) => /rate/i.test(label));
  assert.deepEqual(row, { label: "Equivalent annual rate", value: "21.29%, of the price over the days of the loan" });
  const price = (days: number) => Math.max(3500, Math.round(100_000 * 0.1898 * days / 365));
  const heads = (terms: ScheduleTerms, date: string) => {
    const [first] = payoutDocument(FACTS, terms, payout(terms, "", date, [], price), [], [], null, []).blocks;
    assert.ok(first.kind === "rows");
    return first.rows.filter(({ label }) => /rate|diem/i.test(label)).map(({ label, value }) => [label, value]);
  };
  assert.deepEqual(heads(least, "2026-02-04"), [["Equivalent annual rate", "21.29% a year"]]);
  // 90 days at 18.98%: 4,680, and 52.00 for each day more.
  const long: ScheduleTerms = { ...least, bridge: { days: 90, price: 4680 } };
  assert.deepEqual(heads(long, "2026-04-12"), [["Rate", "18.98% a year"], ["Per diem", "$52.00"]]);
  assert.deepEqual(heads(long, "2026-02-04"), [["Rate", "18.98% a year"]]);
  const says = (date: string) => payoutExplanation(payout(long, "", date, [], price), long, null);
  assert.match(
    says("2026-04-12"),
    /The price is in whole dollars, so the next day may add up to a dollar more or less/,
  );
  assert.doesNotMatch(says("2026-02-04"), /whole dollars/, "there is no per diem");
});

Deno.test("a bridge whose fees leave no room for a price below the ceiling says so on its statement", () => {
  // 2,500 of fees on 200,000: floor(0.35 x 197,500 x days / 365 - 2,500) is below 0 up to the 13th day.
  const terms: ScheduleTerms = { ...BRIDGE, principal: 200_000, rate: 0.1387, bridge: { days: 91, price: 6916 } };
  const says = (date: string) => {
    const on = payout(terms, "", date, [], (days) => bridgePrice(200_000, 0.1387, 2500, days, 2500));
    return [
      on.accrued,
      /the legal ceiling leaves no price for these days yet\./.test(payoutExplanation(on, terms, null)),
    ];
  };
  assert.deepEqual(says("2026-01-28"), [0, true]);
  assert.deepEqual(says("2026-01-29"), [15_100, false]);
});

Deno.test("a bridge so small that its first days cost less than half a dollar says that, not what the ceiling leaves", () => {
  // 1,800 at 10%: 49 cents a day.
  const terms: ScheduleTerms = { ...BRIDGE, principal: 1800, rate: 0.1, bridge: { days: 91, price: 45 } };
  const says = (date: string) => {
    const on = payout(terms, "", date, [], (days) => bridgePrice(1800, 0.1, 0, days));
    return [on.accrued, /below half a dollar|ceiling/.exec(payoutExplanation(on, terms, null))?.[0]];
  };
  assert.deepEqual(says("2026-01-16"), [0, "below half a dollar"]);
  assert.deepEqual(says("2026-01-17"), [100, undefined]);
});
