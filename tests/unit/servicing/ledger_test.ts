/**
 * Ledgers of loans (lending rules 14): dues by contract, arrears, reversals. Figures are worked out beside each test.
 */
import assert from "node:assert/strict";
import { addDays } from "../../../lib/domain/dates.ts";
import { dueDays, overdueDays, periodInterest } from "../../../lib/domain/servicing/due_days.ts";
import { actProblem, type LedgerAct, reversalEntry, reversalProblem } from "../../../lib/domain/servicing/entries.ts";
import { amountOf, balanceOf, ledgerOn, NOTHING } from "../../../lib/domain/servicing/ledger.ts";
import { Book, brief, contract } from "../../support/ledger_book.ts";
import fc from "../../support/properties.ts";

Deno.test("interest is posted on each due day once, up to today, and a later run adds only what is new", () => {
  const book = new Book([contract()]);
  assert.deepEqual(book.post("2027-02-14"), []);
  // 100,000 x 10% / 12, the first a month after the advance.
  assert.deepEqual(brief(book.post("2027-02-15")), [["due", "2027-02-15", 83_333]]);
  assert.deepEqual(book.post("2027-02-15"), []);
  book.pay("2027-02-15", 83_333);
  assert.deepEqual(brief(book.post("2027-03-20")), [["due", "2027-03-15", 83_333]]);
});

Deno.test("due days keep to month ends and leap years", () => {
  const days = dueDays([contract({ effectiveDate: "2027-10-31", months: 6 })], "2027-10-31", "2028-12-31");
  assert.deepEqual(days.map(({ day }) => day), [
    "2027-11-30",
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
    "2028-03-31",
    "2028-04-30",
  ]);
});

Deno.test("a ledger that the job reaches late has every due day, and interest on each missed one", () => {
  const book = new Book([contract()]);
  assert.deepEqual(brief(book.post("2027-04-15")), [
    ["due", "2027-02-15", 83_333],
    ["due", "2027-03-15", 83_333],
    // 833.33 x 28 days x 10% / 365 = 6.39
    ["arrears", "2027-03-15", 639],
    ["due", "2027-04-15", 83_333],
    // (833.33 x 59 + 833.33 x 31) x 10% / 365 = 20.55, less 6.39
    ["arrears", "2027-04-15", 1_416],
  ]);
  const { arrears, arrearsDays, dueToday, charges, balance, owed, next } = book.on("2027-04-15");
  assert.deepEqual([arrears, arrearsDays, dueToday, charges], [166_666, 59, 83_333, 2_055]);
  assert.deepEqual([balance, owed], [10_252_054, 10_252_054]);
  assert.deepEqual(next, { day: "2027-05-15", payment: 83_333 });
});

Deno.test("a payment due that was reversed leaves its day as a due day: interest is corrected on the next one", () => {
  const book = new Book([contract()]);
  const paid = book.pay("2027-02-15", 83_333);
  book.post("2027-03-20");
  const due = book.rows.find(({ kind, day }) => kind === "due" && day === "2027-03-15")!;
  for (const row of [due, paid]) book.add(reversalEntry(row, "reversal", "2027-03-20", "Wrong"), row.id);
  assert.deepEqual(book.post("2027-04-14"), []);
  assert.deepEqual(brief(book.post("2027-04-15")), [
    ["due", "2027-04-15", 83_333],
    // 833.33 x 59 days x 10% / 365
    ["arrears", "2027-04-15", 1_347],
  ]);
});

Deno.test("P+I posts its blended payment, and its principal goes down with the schedule", () => {
  const book = new Book([contract({ structure: "P+I" })]);
  const [first, second] = book.post("2027-03-15").filter(({ kind }) => kind === "due");
  // 894.49 a month, of which 816.48 and 815.85 are interest (lending rules 3).
  assert.deepEqual([first.due, first.principal], [89_449, -7_801]);
  assert.deepEqual([second.due, second.principal], [89_449, -7_864]);
  book.pay("2027-02-15", 89_449);
  book.pay("2027-03-15", 89_449);
  assert.equal(book.on("2027-03-15").principal, 9_984_335);
});

Deno.test("at maturity the principal falls due; unpaid, it bears interest by the day, posted monthly", () => {
  const book = new Book([contract({ months: 3 })]);
  for (const day of ["2027-02-15", "2027-03-15", "2027-04-15"]) book.pay(day, 83_333);
  assert.deepEqual(brief(book.post("2027-05-15").slice(-1)), [
    // 100,000 x 30 days x 10% / 365
    ["arrears", "2027-05-15", 82_192],
  ]);
  assert.deepEqual([book.on("2027-04-15").principal, book.on("2027-05-15").arrears], [0, 10_000_000]);
  assert.equal(book.on("2027-05-15").next, null);
});

Deno.test("a renewal carries the principal on, accepted before the maturity or after it", () => {
  const old = contract({ months: 3 });
  const renewal = contract({ kind: "renewal", effectiveDate: "2027-04-15", rate: 0.12 }, 2);
  const early = new Book([old, renewal]);
  early.post("2027-05-15");
  const late = new Book([old]);
  late.post("2027-04-20");
  late.contracts.push(renewal);
  late.post("2027-05-15");
  for (const book of [early, late]) {
    const may = book.rows.filter(({ kind, day }) => kind === "due" && day === "2027-05-15");
    // 100,000 x 12% / 12
    assert.deepEqual(may.map(({ due }) => due), [100_000]);
    assert.equal(book.on("2027-05-15").principal, 10_000_000);
    assert.equal(book.on("2027-05-15").arrears, 3 * 83_333);
  }
  assert.equal(early.on("2027-05-15").owed, late.on("2027-05-15").owed);
  assert.equal(early.on("2027-05-15").maturity, "2028-04-15");
  assert.equal(early.on("2027-05-15").arrearsDays, 89, "since 15 February: what fell due last is carried");
});

Deno.test("a contract that begins between two due days leaves interest of the days before", () => {
  const next = contract({ kind: "renewal", effectiveDate: "2027-03-01", rate: 0.12 }, 2);
  const days = dueDays([contract(), next], "2027-01-15", "2027-04-01");
  assert.deepEqual(days.map(({ day, isWhole }) => [day, isWhole]), [
    ["2027-02-15", true],
    ["2027-03-01", false],
    ["2027-04-01", true],
  ]);
  const book = new Book([contract(), next]);
  // 14 days: 100,000 x 10% x 14 / 365
  assert.equal(book.post("2027-03-01").find(({ day, kind }) => kind === "due" && day === "2027-03-01")?.due, 38_356);
});

Deno.test("a contract that begins on a due day leaves no days before it, and no interest on arrears is posted from it on", () => {
  const next = contract({ kind: "renewal", effectiveDate: "2027-03-15", rate: 0.12 }, 2);
  const days = dueDays([contract(), next], "2027-01-15", "2027-04-15");
  assert.deepEqual(days.map(({ day, isWhole }) => [day, isWhole]), [
    ["2027-02-15", true],
    ["2027-03-15", true],
    ["2027-04-15", true],
  ]);
  const late = contract({ kind: "renewal", effectiveDate: "2027-06-15" }, 2);
  assert.deepEqual(overdueDays([contract({ months: 3 }), late], "2027-04-15", "2027-12-31"), ["2027-05-15"]);
});

Deno.test("principal that is added on a due day bears nothing for the month before, the longest either", () => {
  const [, march] = dueDays([contract()], "2027-02-15", "2027-04-15");
  const added = { kind: "adjustment" as const, day: "2027-04-15", principal: 10_000_000 };
  const book = new Book([contract()], false);
  book.add({ ...NOTHING, ...added });
  // A month at 10% / 12 is 833.33, its 31 days of 10% / 365 are 849.32.
  assert.equal(periodInterest(march, book.rows, 10_000_000), 0);
});

Deno.test("an amendment signed after a renewal takes its own days, and leaves the renewal's", () => {
  const renewal = contract({ kind: "renewal", effectiveDate: "2028-01-15", rate: 0.12 }, 2);
  const amendment = contract({ kind: "amendment", effectiveDate: "2027-06-15", months: 7, rate: 0.11 }, 3);
  const book = new Book([contract(), renewal, amendment]);
  book.post("2028-02-15");
  const dues = book.rows.filter(({ kind }) => kind === "due");
  // 100,000 at 10%, 11% and 12% / 12; the principal falls due on 15 January and is carried on.
  assert.deepEqual(dues.map(({ due }) => due), [
    ...Array(5).fill(83_333),
    ...Array(6).fill(91_667),
    10_091_667,
    100_000,
  ]);
  assert.equal(book.on("2028-02-15").principal, 10_000_000);
});

Deno.test("a bridge owes its price and principal at the end, and until then the price of its days", () => {
  const bridge = contract({
    structure: "Bridge",
    months: null,
    bridgeDays: 60,
    bridgePrice: 2400,
    bridgeMinimum: 1500,
  });
  const book = new Book([bridge]);
  assert.equal(book.on("2027-01-15").accrued, 0, "on the day of the advance no day has passed");
  // 30 days at 10% are 822, below its least price.
  assert.equal(book.on("2027-02-14").accrued, 150_000);
  assert.deepEqual(brief(book.post("2027-03-16")), [["due", "2027-03-16", 240_000]]);
  assert.equal(book.on("2027-03-16").dueToday, 10_240_000);
});

Deno.test("what is repaid of a bridge bears its price no longer, and what is added bears it from then on", () => {
  const terms = { structure: "Bridge", months: null, bridgeDays: 365, bridgePrice: 10_000, bridgeMinimum: 0 } as const;
  const price = (more: Partial<Parameters<typeof contract>[0]>, ...changes: [day: string, cents: number][]) => {
    const book = new Book([contract({ ...terms, ...more })]);
    for (const [day, cents] of changes) {
      if (cents < 0) book.record({ kind: "prepayment", day, cents: -cents, penaltyCents: 0, note: "" });
      else book.record({ kind: "adjustment", part: "principal", day, cents, note: "Advanced more" });
    }
    const early = book.on("2027-10-31").accrued;
    const [[, , due]] = brief(book.post("2028-01-15"));
    return [early, due];
  };
  // 100,000 at 10%: 289 days are 7,918; of the year's 10,000 the 60,000 repaid after 100 days no longer bear theirs.
  assert.deepEqual(price({}), [791_800, 1_000_000]);
  assert.deepEqual(price({}, ["2027-04-25", -6_000_000]), [791_800 - 310_692, 1_000_000 - 435_616]);
  assert.deepEqual(price({}, ["2027-04-25", 6_000_000]), [791_800 + 310_692, 1_000_000 + 435_616]);
  assert.deepEqual(price({ bridgeMinimum: 7_000 }, ["2027-04-25", -6_000_000]), [700_000, 700_000], "the least charge");
});

Deno.test("arrears from before the first contract in force bear its rate, and each later one's from its day on", () => {
  const book = new Book([contract()], false);
  book.add({ ...NOTHING, kind: "opening", day: "2027-02-01", due: 1_000_000 });
  const rates = [{ from: "2027-02-11", rate: 0.1 }, { from: "2027-02-21", rate: 0.2 }];
  // 10,000 x (20 days x 10% + 10 days x 20%) / 365
  assert.equal(ledgerOn(book.rows, "2027-03-03", rates).arrearsInterest, 10_959);
});

Deno.test("a prepayment within a period counts by the day, and needs everything else paid", () => {
  const book = new Book([contract()]);
  book.post("2027-02-15");
  const prepaid: LedgerAct = {
    kind: "prepayment",
    day: "2027-02-25",
    cents: 4_000_000,
    penaltyCents: 100_000,
    note: "",
  };
  const problem = () => actProblem(prepaid, book.rows, book.state(prepaid.day), "2027-03-01");
  assert.equal(problem()?.reason, "$833.33 is unpaid. Record that payment first, then the prepayment.");
  book.pay("2027-02-16", 83_333);
  assert.equal(problem(), null);
  book.record(prepaid);
  assert.deepEqual([book.on("2027-02-25").charges, book.on("2027-02-25").principal], [0, 6_000_000]);
  // On its own day 100,000 x 10 days x 10% / 365, the next day 60,000 for one day more.
  assert.deepEqual([book.on("2027-02-25").accrued, book.on("2027-02-26").accrued], [27_397, 10_959 + 18_082]);
  // 60,000 x 10% / 12, and 40,000 x 10 days x 10% / 365
  const march = book.post("2027-03-15").find(({ kind }) => kind === "due");
  assert.equal(march?.due, 50_000 + 10_959);
  const again = actProblem({ ...prepaid, day: "2027-03-10" }, book.rows, book.state("2027-03-10"), "2027-03-20");
  assert.equal(again?.field, "day");
});

Deno.test("the interest of principal repaid whole is owed on that day as on the next", () => {
  const book = new Book([contract()]);
  book.post("2027-02-15");
  book.pay("2027-02-15", 83_333);
  book.record({ kind: "prepayment", day: "2027-02-25", cents: 10_000_000, penaltyCents: 0, note: "" });
  // 100,000 x 10 days x 10% / 365
  assert.deepEqual([book.on("2027-02-25").owed, book.on("2027-02-26").owed], [27_397, 27_397]);
});

Deno.test("a payment that the bank returns counts as never made: its arrears run from the due day", () => {
  const book = new Book([contract()]);
  book.post("2027-02-15");
  const paid = book.pay("2027-02-15", 83_333);
  book.add(reversalEntry(paid, "nsf", "2027-02-18", "NSF"), paid.id);
  book.record({ kind: "fee", day: "2027-02-18", cents: 5_000, note: "NSF fee" });
  const { arrears, arrearsDays, charges } = book.on("2027-02-20");
  assert.deepEqual([arrears, arrearsDays, charges], [83_333, 5, 5_000]);
  assert.match(reversalProblem(paid, book.rows), /reversed already/);
  assert.match(reversalProblem(book.rows.at(-2)!, book.rows), /reverses another/);
  assert.match(reversalProblem(book.rows[0], book.rows), /begins with this row/);
});

Deno.test("arrears that come to light later are charged with the next payment due, not on past days", () => {
  const book = new Book([contract()]);
  const paid = book.pay("2027-02-15", 83_333);
  book.pay("2027-03-15", 83_333);
  book.post("2027-03-15");
  book.add(reversalEntry(paid, "nsf", "2027-03-20", "NSF"), paid.id);
  // The payment of March covers February: 833.33 x (28 + 31) days x 10% / 365
  assert.deepEqual(brief(book.post("2027-04-15")), [["due", "2027-04-15", 83_333], ["arrears", "2027-04-15", 1_347]]);
});

Deno.test("an early payment is held until the next payment due", () => {
  const book = new Book([contract()]);
  book.pay("2027-02-01", 100_000);
  assert.equal(book.on("2027-02-01").credit, 100_000);
  book.post("2027-02-15");
  assert.deepEqual([book.on("2027-02-15").dueToday, book.on("2027-02-15").credit], [0, 16_667]);
});

const payments = fc.array(
  fc.record({ after: fc.integer({ min: 0, max: 500 }), cents: fc.integer({ min: 1, max: 300_000 }) }),
  { maxLength: 12 },
);
const structures = fc.constantFrom("Interest Only" as const, "P+I" as const);

Deno.test("property: the rows add up to the balance, and no part of it is below nothing", () => {
  fc.assert(fc.property(payments, structures, fc.integer({ min: 0, max: 520 }), (paid, structure, days) => {
    const book = new Book([contract({ structure })]);
    for (const { after, cents } of paid) book.pay(addDays("2027-01-15", after), cents);
    book.post("2028-06-30");
    const taken = book.rows.findLast(({ kind }) => kind === "payment");
    if (taken) book.add(reversalEntry(taken, "reversal", "2028-06-30", "twice"), taken.id);
    const end = book.state("2028-06-30");
    assert.equal(book.rows.reduce((sum, row) => sum + amountOf(row), 0), balanceOf(end));
    const { principal, charges, credit, unpaid } = book.state(addDays("2027-01-15", days));
    assert.ok([principal, charges, credit, ...unpaid.map(({ left }) => left)].every((part) => part >= 0));
  }));
});

Deno.test("property: however the days are split between runs, the same interest is posted", () => {
  fc.assert(fc.property(payments, structures, fc.array(fc.integer({ min: 1, max: 500 })), (paid, structure, runs) => {
    const fill = (): Book => {
      const book = new Book([contract({ structure, months: 6 })]);
      for (const { after, cents } of paid) book.pay(addDays("2027-01-15", after), cents);
      return book;
    };
    const once = fill(), often = fill();
    once.post("2028-06-15");
    for (const day of [...runs].sort((a, b) => a - b)) often.post(addDays("2027-01-15", day));
    often.post("2028-06-15");
    assert.deepEqual(brief(often.rows), brief(once.rows));
    assert.deepEqual(often.post("2028-06-15"), []);
  }));
});
