/**
 * The book of loans in servicing: arrears by days, payments and maturities to come, and what is planned
 * (docs/decisions/book.md).
 */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { comingPayments, loanBooks } from "../../../db/derived/mod.ts";
import { inTransaction } from "../../../db/mod.ts";
import { auditRows, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { getBook, getLedger } from "../../../lib/features/servicing/mod.ts";
import { updateBooksIn } from "../../../lib/features/servicing/update_books.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { bookQuery } from "../../../lib/schemas/servicing/book.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });

async function call({ t, admin }: LoanScene, name: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
const fund = (s: LoanScene, loanId: number) =>
  call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });

async function toDay({ t, admin }: LoanScene, day: string) {
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await t.signInAgain(admin);
}
let asked = 0;
const pay = (s: LoanScene, loanId: number, day: string, amount = 833.33) =>
  call(s, "recordledger", { loanId, requestId: `book-pays-${++asked}`, kind: "payment", day, amount });

const book = ({ t, admin }: LoanScene, sent: Record<string, string> = {}) =>
  getBook(t.context(admin), bookQuery.parse(sent));
const ids = async (s: LoanScene, sent: Record<string, string>) =>
  (await book(s, sent)).list!.rows.map(({ loanId }) => loanId);

scene("arrears are listed by their days, and every figure is the ledger's own", async (s) => {
  const { t, admin, loan } = s;
  const other = await makeLoan(t, { ...WHOLE, lastName: "Zimmer" });
  for (const { id } of [loan, other]) await fund(s, id);
  await toDay(s, "2026-12-20");
  // Due today is no arrears yet, and no longer to come.
  const due = await book(s);
  assert.deepEqual([due.summary.loans, due.summary.inArrears, due.summary.stale], [2, 0, 0]);
  await toDay(s, "2027-01-20");
  await pay(s, other.id, "2027-01-20");
  for (
    const [day, bucket, found] of [
      ["2027-01-20", "30", [loan.id]],
      ["2027-01-21", "1", [other.id]],
      ["2027-02-17", "30", [loan.id]],
      ["2027-02-18", "60", [loan.id]],
      ["2027-03-20", "90", [loan.id]],
    ] as [string, string, number[]][]
  ) {
    await toDay(s, day);
    if (day === "2027-02-17") await pay(s, other.id, "2027-02-17", 1666.66);
    assert.deepEqual(await ids(s, { bucket }), found, `${day} ${bucket}`);
  }
  const { summary, list } = await book(s, { view: "loans", sort: "client" });
  for (const row of list!.rows) {
    const { figures } = await getLedger(t.context(admin), row);
    const { arrears, arrearsDays, balance, next, maturity } = figures!;
    assert.deepEqual(
      [row.arrears, row.arrearsDays, row.balance, row.nextDay, row.nextPayment, row.maturity],
      [arrears, arrearsDays, balance, next?.day, next?.payment, maturity],
    );
  }
  assert.equal(summary.balance, list!.rows.reduce((sum, { balance }) => sum + balance, 0));
  // Interest on arrears took some of the second loan's payment, so its February is short by as much.
  assert.deepEqual(summary.buckets.map(({ loans }) => loans), [1, 0, 0, 1]);
  assert.equal(summary.arrears, list!.rows.reduce((sum, { arrears }) => sum + arrears, 0));
  assert.deepEqual(await ids(s, { q: "zimmer", view: "loans" }), [other.id]);
  const file = await (await t.get("/api/loans/downloadbook?view=arrears&bucket=90", admin)).text();
  assert.equal(file.trim().split("\r\n").length, 2);
  assert.match(file, /,2499\.99,90,/);
});

scene(
  "the book forgets a loan with each change of ledger, contract or status, and the job writes it anew",
  async (s) => {
    const { t, admin, loan } = s;
    const { db } = t.deps;
    const kept = async () => (await db.select().from(loanBooks)).map(({ unpaid, paid }) => [unpaid, paid]);
    await fund(s, loan.id);
    assert.deepEqual(await kept(), []);
    await postDuePayments(t.context());
    assert.deepEqual(await kept(), [[0, 0]]);
    const coming = await db.select().from(comingPayments);
    // Interest of eight months at 10%; the maturity lies beyond.
    assert.deepEqual([coming.length, coming[0].day, coming[0].payment, coming[0].principal], [
      8,
      "2026-12-20",
      83_333,
      0,
    ]);
    await toDay(s, "2026-12-22");
    await postDuePayments(t.context());
    assert.deepEqual(await kept(), [[83_333, 0]]);
    await pay(s, loan.id, "2026-12-21");
    assert.deepEqual(await kept(), []);
    await postDuePayments(t.context());
    assert.deepEqual(await kept(), [[0, 83_333]]);
    await call(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Trash" } });
    assert.deepEqual([await kept(), await db.$count(comingPayments)], [[], 0]);
    assert.equal((await getBook(t.context(admin), bookQuery.defaults)).summary.loans, 0);
  },
);

scene("the calendar has what fell due and what will, and each maturity, by month and day", async (s) => {
  const { t, admin, loan } = s;
  await fund(s, loan.id);
  await toDay(s, "2026-12-22");
  const { calendar } = await book(s, { view: "calendar" });
  assert.deepEqual(calendar!.months.map(({ day, payments, amount }) => [day, payments, amount]), [
    ["2026-12", 1, 83_333],
    ["2027-01", 1, 83_333],
    ["2027-02", 1, 83_333],
    ["2027-03", 1, 83_333],
    ["2027-04", 1, 83_333],
    ["2027-05", 1, 83_333],
  ]);
  assert.deepEqual(calendar!.days.map(({ day }) => day), ["2026-12-20"]);
  await toDay(s, "2027-10-01");
  const last = await book(s, { view: "calendar", month: "2027-11" });
  assert.deepEqual(last.calendar!.days, [
    { day: "2027-11-20", payments: 1, amount: 10_083_333, principal: 10_000_000, maturities: 1 },
  ]);
  const file = await (await t.get("/api/loans/downloadbook?view=calendar&month=2027-11", admin)).text();
  assert.match(file, /"2027-11-20",1,100833\.33,100000,1\r\n$/);
});

scene("what is planned for a maturity stays with who and when, for that maturity alone", async (s) => {
  const { t, admin, broker, loan } = s;
  await fund(s, loan.id);
  const sent = { loanId: loan.id, maturity: "2027-11-20", plan: "renew" };
  assert.equal((await t.post("/api/loans/planmaturity", sent, broker)).status, 403);
  assert.match(
    (await call(s, "planmaturity", { ...sent, maturity: "2027-11-21" }, 409)).reason,
    /does not mature on 21/,
  );
  await call(s, "planmaturity", sent);
  await call(s, "planmaturity", sent);
  const { list } = await book(s, { view: "maturities", within: "all", plan: "renew" });
  assert.deepEqual(list!.rows.map(({ plan, decidedBy, decidedAt }) => [plan, decidedBy, decidedAt]), [
    ["renew", "Helen Voss", t.now()],
  ]);
  assert.deepEqual(await ids(s, { view: "maturities", within: "all", plan: "undecided" }), []);
  assert.deepEqual(await ids(s, { view: "maturities", within: "6" }), []);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "maturity.plan"))
    .orderBy(desc(auditRows.id));
  assert.deepEqual(trail.map(({ before, after }) => [JSON.parse(before!).plan, JSON.parse(after!).plan]), [
    ["undecided", "renew"],
  ]);
  const late = await call(s, "planmaturity", { ...sent, plan: "discharge", seen: "undecided" }, 409);
  assert.equal(late.reason, "Helen Voss chose Renew meanwhile. Reload the page, then choose again.");
  await call(s, "planmaturity", { ...sent, seen: "undecided" });
  await call(s, "planmaturity", { ...sent, plan: "undecided", seen: "renew" });
  await toDay(s, "2027-11-21");
  assert.deepEqual(await ids(s, { view: "maturities", within: "past" }), [loan.id]);
  // A form without script goes back to the list that it was sent from.
  const back = "view=maturities&within=past";
  const fields = { ...sent, loanId: String(loan.id), plan: "discharge", back };
  const answer = await t.postForm("/api/loans/planmaturity", fields, admin);
  assert.deepEqual([answer.status, answer.headers.get("location")], [
    303,
    "/dashboard/servicing?view=maturities&within=past",
  ]);
});

scene("a loan whose ledger's beginning was reversed is named as one without a ledger", async (s) => {
  const { t, admin, loan } = s;
  await fund(s, loan.id);
  const { lines } = await getLedger(t.context(admin), { loanId: loan.id });
  await call(s, "reverseledger", { loanId: loan.id, rowId: lines[0].id, note: "Begun with a wrong balance" });
  const { loans, without, withoutCount } = (await book(s)).summary;
  assert.deepEqual([loans, without.map(({ loanId }) => loanId), withoutCount], [0, [loan.id], 1]);
});

scene("a loan that is repaid after it was found for the book gets no payment due, nor a place in it", async (s) => {
  const { t, loan } = s, { db } = t.deps;
  await fund(s, loan.id);
  await toDay(s, "2026-12-22");
  await call(s, "updateloan", { loanId: loan.id, data: { adminComSelect: "Repaid", dateRepaid: "2026-12-10" } });
  await inTransaction(db, (tx) => updateBooksIn(tx, t.context(), [loan.id], "2026-12-22"));
  assert.deepEqual((await db.select().from(ledgerRows)).map(({ kind }) => kind), ["advance"]);
  assert.equal(await db.$count(loanBooks), 0);
});

scene(
  "a file of the book says in its name how many ledgers it lacks, until the job has brought them up to today",
  async (s) => {
    const { t, admin, loan } = s;
    const others = await Promise.all(Array.from({ length: 21 }, () => makeLoan(t, { ...WHOLE })));
    for (const { id } of [loan, ...others]) await fund(s, id);
    const file = async () => {
      const answer = await t.get("/api/loans/downloadbook?view=loans", admin);
      const lines = (await answer.text()).trim().split("\r\n");
      return [/filename="([^"]+)"/.exec(answer.headers.get("content-disposition")!)![1], lines.length - 1];
    };
    // A visit brings up 20 of the 22.
    assert.deepEqual(await file(), ["loans-in-servicing-2026-11-20-without-2-loans.csv", 20]);
    assert.deepEqual(await file(), ["loans-in-servicing-2026-11-20.csv", 22]);
  },
);
