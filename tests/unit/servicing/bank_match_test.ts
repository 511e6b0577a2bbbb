/** Which loan each row of a bank's file pays (docs/decisions/bank-files.md). */
import assert from "node:assert/strict";
import type { BankRow } from "../../../lib/domain/servicing/bank_file.ts";
import {
  type BankLoan,
  BankMatcher,
  type BankMatches,
  beyondTogether,
} from "../../../lib/domain/servicing/bank_match.ts";

const loan = (loanId: number, lastName: string, more: Partial<BankLoan> = {}): BankLoan => ({
  loanId,
  clientCode: `${lastName.slice(0, 3).toUpperCase()}-${1000 + loanId}`,
  firstName: "Dan",
  lastName,
  unpaid: [{ day: "2026-12-01", left: 83_333 }],
  charges: 0,
  credit: 0,
  next: { day: "2027-01-01", payment: 83_333, principal: 0 },
  balance: 10_083_333,
  ...more,
});
const LOANS = [
  loan(1, "Smithers"),
  loan(2, "Côté", { unpaid: [], next: { day: "2026-12-05", payment: 50_000, principal: 0 } }),
  loan(3, "van der Berg", { unpaid: [{ day: "2026-11-01", left: 70_000 }, { day: "2026-12-01", left: 70_000 }] }),
  loan(4, "Berg", { charges: 4_500 }),
];
function matcherOf(loans: readonly BankLoan[]): (row: BankRow) => BankMatches {
  const matcher = new BankMatcher();
  for (const one of loans) matcher.add(one);
  return (row) => matcher.matchesOf(row);
}
const match = matcherOf(LOANS);
const of = (description: string, cents: number, day = "2026-12-02") => {
  const { sure, others } = match({ line: 1, day, description, cents, problem: "" });
  return { sure: sure && [sure.loan.loanId, sure.why], others: others.map(({ loan }) => loan.loanId) };
};

Deno.test("a loan's number settles a row; else name and amount together, near to the day", () => {
  assert.deepEqual(of("PAD SMI 1001 THANKS", 10_000).sure, [
    1,
    "The text has the number SMI-1001, but $833.33 is expected.",
  ]);
  assert.deepEqual(of("E-TRANSFER D. SMITHERS", 83_333).sure, [
    1,
    "The text has the name Smithers, $833.33 is unpaid of 1 Dec 2026.",
  ]);
  assert.deepEqual(of("MARIE COTE", 50_000).sure, [2, "The text has the name Côté, $500.00 is due on 5 Dec 2026."]);
  assert.deepEqual(of("J VAN DER BERG", 140_000).sure?.[0], 3);
  const days = ["2026-11-23", "2026-11-24", "2026-12-08", "2026-12-09"];
  assert.deepEqual(days.map((day) => of("SMITHERS", 83_333, day).sure?.[0]), [undefined, 1, 1, undefined]);
  assert.deepEqual(of("BERG", 87_833).sure, [
    4,
    "The text has the name Berg, $878.33 is all that is unpaid, with charges.",
  ]);
});

Deno.test("a next payment that was paid ahead explains no row, one that was paid in part does by the rest", () => {
  const next = { day: "2026-12-05", payment: 50_000, principal: 0 };
  const ahead = (credit: number) => matcherOf([loan(1, "Smithers", { unpaid: [], next, credit })]);
  const row = { line: 1, day: "2026-12-02", description: "SMITHERS SMI-1001", problem: "" };
  const why = (credit: number, cents: number) => {
    const { sure, others } = ahead(credit)({ ...row, cents });
    return [sure?.why, others[0]?.why];
  };
  const named = "The text has the number SMI-1001, the text has the name Smithers";
  assert.deepEqual(why(0, 50_000), [`${named}, $500.00 is due on 5 Dec 2026.`, undefined]);
  assert.deepEqual(why(20_000, 30_000), [`${named}, $300.00 is due on 5 Dec 2026.`, undefined]);
  assert.deepEqual(why(50_000, 50_000), [
    undefined,
    `${named}, but nothing is expected: it would wait for later payments; a prepayment or a payout is recorded in ` +
    "the ledger.",
  ]);
});

Deno.test("of sums that are alike the one nearest to the day explains a row; charges alone do so with a payment", () => {
  const paid = (cents: number, day: string) => of("J VAN DER BERG", cents, day).sure?.[1];
  assert.equal(paid(70_000, "2026-11-02"), "The text has the name van der Berg, $700.00 is unpaid of 1 Nov 2026.");
  assert.equal(paid(70_000, "2026-12-02"), "The text has the name van der Berg, $700.00 is unpaid of 1 Dec 2026.");
  const charged = matcherOf([loan(5, "Okafor", { unpaid: [], charges: 4_500 })]);
  const row = { line: 1, day: "2026-12-02", cents: 4_500, problem: "" };
  assert.equal(charged({ ...row, description: "DEPOSIT" }).others.length, 0);
});

Deno.test("more than a loan owes up to its next payment is left to a person, with what to do", () => {
  // 100,000 not due, 833.33 unpaid, and 833.33 that may be paid ahead.
  const { sure, others } = match({
    line: 1,
    day: "2026-12-02",
    description: "SMI-1001",
    cents: 10_166_667,
    problem: "",
  });
  assert.equal(sure, null);
  assert.deepEqual(others.map(({ why }) => why), [
    "The text has the number SMI-1001, but $100,833.33 is all that is owed; " +
    "set the loan to Repaid if this pays it out.",
  ]);
  // The last payment holds the principal, which is in the balance already.
  const last = { day: "2026-12-05", payment: 10_083_333, principal: 10_000_000 };
  const ending = matcherOf([loan(6, "Okafor", { unpaid: [], next: last, balance: 10_000_000 })]);
  const paid = (cents: number) => ending({ line: 1, day: "2026-12-02", description: "OKA-1006", cents, problem: "" });
  assert.deepEqual([paid(10_083_333).sure?.loan.loanId, paid(10_083_334).sure], [6, null]);
});

Deno.test("so much that a whole payment of it would wait beyond the next one is left to a person, with why", () => {
  // 833.33 unpaid and 833.33 next: 833.33 more would wait. A sum that is rounded up stays chosen.
  assert.equal(of("SMI-1001", 170_000).sure?.[0], 1);
  assert.equal(of("SMI-1001", 249_998).sure?.[0], 1);
  const whys = (cents: number) =>
    match({ line: 1, day: "2026-12-02", description: "SMI-1001", cents, problem: "" }).others.map(({ why }) => why);
  for (const cents of [249_999, 833_330, 10_166_666]) {
    assert.equal(of("SMI-1001", cents).sure, null);
    assert.deepEqual(whys(cents), [
      "The text has the number SMI-1001, but $833.33 is expected: the rest would wait for later payments; a prepayment " +
      "or a payout is recorded in the ledger.",
    ]);
  }
  const matured = matcherOf([loan(6, "Okafor", { unpaid: [{ day: "2026-12-01", left: 10_000_000 }], next: null })]);
  assert.equal(
    matured({ line: 1, day: "2026-12-02", cents: 10_000_000, description: "OKA-1006", problem: "" }).sure?.loan.loanId,
    6,
  );
});

Deno.test("rows of one loan are judged together, oldest first: one beyond what it has to pay is not sure", () => {
  const reasons = (
    one: BankLoan,
    ...rows: [day: string, cents: number][]
  ) => [...beyondTogether(rows.map(([day, cents], i) => ({ row: { line: i + 2, day, cents }, loan: one })))];
  const only = "choose this one only if it was paid as well.";
  // The one payment unpaid, twice; the older row pays it, wherever it stands.
  assert.deepEqual(reasons(LOANS[0], ["2026-12-03", 83_333], ["2026-12-01", 83_333]), [
    [2, `Line 3 pays SMI-1001 already, and only $833.33 is unpaid: ${only}`],
  ]);
  // The next payment may be paid within a week of its day.
  assert.deepEqual(reasons(LOANS[0], ["2026-12-03", 83_333], ["2026-12-26", 83_333], ["2026-12-27", 1]), [
    [4, `Lines 2, 3 pay SMI-1001 already, and only $1,666.66 is unpaid or due on 1 Jan 2027: ${only}`],
  ]);
  // Months that are unpaid, each by a row; the charges with them, and no cent more.
  const late = loan(7, "Okafor", {
    charges: 4_500,
    unpaid: [{ day: "2026-11-01", left: 70_000 }, { day: "2026-12-01", left: 70_000 }],
  });
  assert.deepEqual(reasons(late, ["2026-11-02", 70_000], ["2026-12-02", 70_000], ["2026-12-03", 4_500]), []);
  assert.deepEqual(
    reasons(late, ["2026-11-02", 70_000], ["2026-12-02", 74_501], ["2026-12-03", 4_500]).map(([l]) => l),
    [
      3,
    ],
  );
  // By itself a row stays as it is; two that pay ahead do not.
  const ahead = loan(8, "Okafor", { unpaid: [] });
  assert.deepEqual(reasons(ahead, ["2026-12-03", 500_000]), []);
  assert.deepEqual(reasons(ahead, ["2026-12-03", 83_333], ["2026-12-04", 83_333]), [
    [3, `Line 2 pays OKA-1008 already, and nothing is unpaid: ${only}`],
  ]);
});

Deno.test("a doubtful row is left to a person, with the loans that it may be meant for", () => {
  assert.deepEqual(of("SMITHERS", 20_000), { sure: null, others: [1] });
  assert.deepEqual(of("DEPOSIT", 83_333), { sure: null, others: [1, 4] });
  assert.deepEqual(of("DEPOSIT", 12_345), { sure: null, others: [] });
  // The amount alone, months from its day.
  assert.deepEqual(of("DEPOSIT", 83_333, "2027-06-01"), { sure: null, others: [] });
  assert.equal(of("SMI-1001 AND BER-1004", 83_333).sure, null);
  assert.equal(of("SMITHERSON", 83_333).sure, null);
  // A loan that is not in the book: only its number finds it, and nothing is certain then.
  const outside = loan(9, "Berg", { unpaid: [], next: null, isOutside: true });
  const row = { line: 1, day: "2026-12-02", cents: 83_333, problem: "" };
  const wide = matcherOf([...LOANS, outside]);
  const { sure, others } = wide({ ...row, description: "SMITHERS FOR BER-1009" });
  assert.deepEqual([sure, others[0].loan.loanId, others[1].loan.loanId], [null, 9, 1]);
  assert.equal(others[0].why, "The text has the number BER-1009, whose ledger is not open, or not up to today.");
  assert.equal(wide({ ...row, description: "SMI-1001 AND BER-1009" }).sure, null);
  assert.equal(wide({ ...row, description: "BERG" }).sure?.loan.loanId, 4);
});

Deno.test("of many loans of one amount the first by their numbers are proposed, behind those that the text names", () => {
  const days = ["2026-12-20", "2026-12-01", "2026-12-09", "2026-11-20"];
  const many = Array.from(
    { length: 40 },
    (_, n) =>
      loan(n + 1, n % 10 === 9 ? "Smithers" : `Other ${n}`, {
        unpaid: [{ day: days[n % 4], left: 90_000 }],
        next: null,
      }),
  );
  const others = (description: string) =>
    matcherOf(many)({ line: 1, day: "2026-12-02", description, cents: 90_000, problem: "" }).others
      .map(({ loan }) => loan.loanId);
  // Every second one is due on 1 or 9 December; of the Smithers two on the 1st, two twelve days before.
  assert.deepEqual(others("DEPOSIT"), [2, 3, 6, 7, 10]);
  assert.deepEqual(others("SMITHERS"), [10, 30, 20, 40, 2]);
});
