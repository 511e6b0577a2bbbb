/** A bank's file becomes payments, each row once in whatever file, and comes back (docs/decisions/bank-files.md). */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { auditRows, bankRows, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { type BankPreview, chosenBeforehand } from "../../../lib/domain/servicing/bank_preview.ts";
import { listBankFiles, listDuePayments } from "../../../lib/features/servicing/mod.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE, lastName: "Smithers" });

async function call({ t, admin }: LoanScene, name: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
const preview = async (s: LoanScene, text: string): Promise<BankPreview> =>
  (await call(s, "previewbank", { text })).data;
const states = ({ rows }: BankPreview) => rows.map(({ state, loan }) => [state, loan?.clientCode ?? ""]);
const paymentsOf = ({ t }: LoanScene, loanId: number) =>
  t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loanId)).orderBy(asc(ledgerRows.id))
    .then((rows) => rows.filter(({ kind }) => kind === "payment").map(({ day, paid, note }) => [day, paid, note]));

/** Two loans of $833.33 a month, the first payment due on 20 December; today is the 22nd. */
async function december(s: LoanScene) {
  const other = await makeLoan(s.t, { ...WHOLE, lastName: "Zimmer" });
  for (const loanId of [s.loan.id, other.id]) {
    await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  }
  while (dateInToronto(s.t.now()) < "2026-12-22") s.t.advance(DAY_MS);
  await s.t.signInAgain(s.admin);
  return other;
}

scene("rows are matched with the reason, recorded once in any file, audited, and taken back", async (s) => {
  const { t, loan, admin } = s, other = await december(s);
  const text = "Date,Description,Withdrawals,Deposits,Balance\r\n" +
    "2026-12-20,E-TRANSFER SMITHERS,,833.33,9000.00\r\n" +
    `2026-12-21,"PAYMENT ${other.clientCode.replace("-", " ")}",,500.00,9500.00\r\n` +
    "2026-12-21,DEPOSIT,,833.33,10333.33\r\n" +
    "2026-12-21,SERVICE CHARGE,4.50,,10328.83\r\n" +
    "someday,DEPOSIT,,1.00,\r\n";
  const first = await preview(s, text);
  assert.deepEqual([first.columns, first.order, first.problem], [
    ["date", "description", "debit", "credit", ""],
    "ymd",
    "",
  ]);
  assert.deepEqual(states(first), [["matched", loan.clientCode], ["matched", other.clientCode], ["doubtful", ""], [
    "out",
    "",
  ], ["wrong", ""]]);
  assert.match(first.rows[0].why, /has the name Smithers, \$833\.33 is unpaid of 20 Dec 2026/);
  assert.deepEqual(first.rows[2].proposed.map(({ clientCode }) => clientCode), [loan.clientCode, other.clientCode]);
  assert.deepEqual(await paymentsOf(s, loan.id), [], "a preview records nothing");

  const matched = first.rows.flatMap(({ line, loan }) => loan ? [{ line, clientCode: loan.clientCode }] : []);
  const sent = { text, name: "december.csv", rows: matched };
  // Both at once, as two people would.
  const both = await Promise.all([call(s, "takebank", sent), call(s, "takebank", sent)]);
  assert.deepEqual(both.map(({ data }) => [data.payments, data.already]).toSorted(), [[0, 2], [2, 0]]);
  assert.deepEqual(await paymentsOf(s, loan.id), [["2026-12-20", 83_333, "Bank: E-TRANSFER SMITHERS"]]);
  assert.deepEqual((await listDuePayments(t.context(admin), "2026-12-20")).rows.map(({ left }) => left), [33_333, 0]);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "ledger.record"));
  assert.deepEqual(trail.map(({ actorName, after }) => [actorName, JSON.parse(after!).file, JSON.parse(after!).line]), [
    ["Helen Voss", "december.csv", 2],
    ["Helen Voss", "december.csv", 3],
  ]);
  // Another file of the account, days added, other headings, a row chosen by hand and one of a loan that is not there.
  const later = "Posted Date;Details;Amount\n2026-12-20;E-Transfer  Smithers;833.33\n2026-12-21;DEPOSIT;833.33\n" +
    "2026-12-22;ZIMMER;333.33\n2026-12-22;DEPOSIT;7.00";
  const second = await preview(s, later);
  assert.deepEqual(states(second).map(([state]) => state), ["taken", "doubtful", "matched", "doubtful"]);
  const chosen = [[2, loan.clientCode], [3, other.clientCode.toLowerCase()], [4, other.clientCode], [5, "NO-9"]];
  const { data } = await call(s, "takebank", {
    text: later,
    name: "later.csv",
    rows: chosen.map(([line, clientCode]) => ({ line, clientCode })),
  });
  assert.deepEqual([data.payments, data.already, data.skipped], [2, 1, [{
    line: 5,
    reason: "No loan has the number NO-9.",
  }]]);
  assert.equal((await paymentsOf(s, other.id)).length, 3);

  t.advance(60_000);
  const { files } = await listBankFiles(t.context(admin), { page: 1 });
  assert.deepEqual(files.map(({ file, payments, cents }) => [file, payments, cents]).toSorted(), [
    ["december.csv", 2, 133_333],
    ["later.csv", 2, 116_666],
  ]);
  const { rowIds } = files.find(({ file }) => file === "december.csv")!;
  assert.equal((await call(s, "undoreceived", { rowIds, note: "Wrong account" })).data.payments, 2);
  assert.deepEqual(states(await preview(s, text)).slice(0, 2).map(([state]) => state), ["matched", "matched"]);
  assert.equal((await call(s, "takebank", sent)).data.payments, 2, "it can be recorded anew");
  const page = await (await t.get("/dashboard/bankpayments", admin)).text();
  assert.match(page, /december\.csv/);
  assert.match(await (await t.get("/dashboard/duepayments", admin)).text(), /href="\/dashboard\/bankpayments"/);
});

scene(
  "what was recorded by hand is not taken twice, what came back stays taken, and a wrong file is refused",
  async (s) => {
    const { t, loan } = s;
    await december(s);
    await call(s, "recordledger", {
      loanId: loan.id,
      requestId: "by-hand-one",
      kind: "payment",
      day: "2026-12-20",
      amount: 833.33,
    });
    const row = `2026-12-21,${loan.clientCode},833.33`;
    const shown = await preview(s, `Date,Description,Amount\n${row}\n${row}`);
    assert.deepEqual(shown.rows.map(({ state }) => state), ["recorded", "doubtful"], "one payment explains one row");
    assert.equal(shown.rows[0].why, "$833.33 was recorded on 20 Dec 2026 already.");
    const text = `Date,Description,Amount\n2026-12-21,${loan.clientCode},100.00`;
    const take = (rows = [{ line: 2, clientCode: loan.clientCode }], more = {}) =>
      call(s, "takebank", { text, name: "one.csv", rows, ...more });
    await take();
    const { rowId } = (await t.deps.db.select().from(bankRows).get())!;
    await call(s, "returnpayment", { loanId: loan.id, rowId, day: "2026-12-22", fee: 45 });
    assert.equal((await preview(s, text)).rows[0].state, "taken");
    assert.equal((await take()).data.already, 1);
    const early = { text: `Date,Description,Amount\n2026-11-01,${loan.clientCode},5.00` };
    assert.match((await take(undefined, early)).data.skipped[0].reason, /begins on 20 November 2026/);
    const out = { text: `Date,Description,Amount\n2026-12-21,${loan.clientCode},-5.00` };
    assert.match((await take(undefined, out)).data.skipped[0].reason, /Money out/);
    assert.match((await call(s, "previewbank", { text: "Date,Description,Amount\n" }, 422)).reason, /no rows/);
    const many = "2026-12-21,x,1.00\n".repeat(501);
    assert.match((await call(s, "previewbank", { text: many }, 422)).reason, /takes 500 rows/);
    const twice = { text, columns: ["date", "date", "amount"] };
    assert.match((await call(s, "previewbank", twice, 422)).reason, /Two columns/);
    const unknown = await call(s, "previewbank", { text: "2026-12-21,PAD,1.00,2.00" });
    assert.match(unknown.data.problem, /which column has the amount/);
  },
);

scene(
  "what came from another file or was recorded meanwhile is not taken twice, nor a day that may be another",
  async (s) => {
    const { loan } = s, other = await december(s);
    const take = (text: string, more: object = {}, clientCode = loan.clientCode) =>
      call(s, "takebank", { text, rows: [{ line: 2, clientCode }], ...more }).then(({ data }) => data);
    await take(`Date,Description,Amount\n2026-12-20,PAD ${loan.clientCode},833.33`);
    // The same row with more text read than before.
    const again = `Date,Description,Description 2,Amount\n2026-12-20,PAD ${loan.clientCode},REF 9,833.33`;
    const shown = await preview(s, again);
    assert.deepEqual([states(shown), chosenBeforehand(shown)], [[["recorded", loan.clientCode]], {}]);
    const withTotal = await preview(s, `${again}\n9999-12-31,TOTAL,,833.33`);
    assert.deepEqual(states(withTotal), [["recorded", loan.clientCode], ["wrong", ""]], "whatever day a last line has");
    assert.equal((await take(again, { seen: shown.seen })).payments, 1, "by a choice of its own");

    const either = `Date,Description,Amount\n12/11/2026,${loan.clientCode},5.00`;
    const unsure = await preview(s, either);
    assert.deepEqual([states(unsure), chosenBeforehand(unsure)], [[["matched", loan.clientCode]], {}]);
    const said = (await call(s, "previewbank", { text: either, order: "mdy" })).data;
    assert.deepEqual(chosenBeforehand(said), { 2: loan.clientCode });
    const rows = [{ line: 2, clientCode: loan.clientCode }];
    assert.match((await call(s, "takebank", { text: either, rows }, 422)).reason, /month or the day first/);

    const due = `Date,Description,Amount\n2026-12-21,ZIMMER,833.33`;
    const { seen } = await preview(s, due);
    const byHand = { requestId: "by-hand-two", kind: "payment", day: "2026-12-20", amount: 833.33 };
    await call(s, "recordledger", { loanId: other.id, ...byHand });
    const late = await take(due, { seen }, other.clientCode);
    assert.equal(late.payments, 0);
    assert.match(late.skipped[0].reason, /\$833\.33 of 20 Dec 2026 was recorded meanwhile/);
    assert.equal((await take(due, {}, other.clientCode)).payments, 0, "nor where no preview was looked at");
    const { seen: now } = await preview(s, due);
    assert.equal((await take(due, { seen: now }, other.clientCode)).payments, 1, "by a choice of its own");
    assert.equal((await paymentsOf(s, other.id)).length, 2);
  },
);

scene(
  "a day after today or before the ledger is said and not chosen; a row like one above by a choice alone",
  async (s) => {
    const { loan } = s;
    await december(s);
    const row = (day: string, text: string) => `\n${day},${text},833.33`;
    const text = "Date,Description,Amount" + row("2026-12-23", loan.clientCode) + row("2026-12-22", "SMITHERS") +
      row("2026-12-22", " Smithers") + row("2026-11-19", loan.clientCode) + row("2026-11-20", loan.clientCode) +
      row("2026-12-22", "DEPOSIT").repeat(2);
    const shown = await preview(s, text), { clientCode } = loan;
    assert.deepEqual(shown.rows.map(({ state, why, proposed }) => [state, why, proposed.length]), [
      ["late", "Choose the file again on that day to record it.", 0],
      [
        "doubtful",
        `Line 6 pays ${clientCode} already, and only $833.33 is unpaid: choose this one only if it was paid as well.`,
        1,
      ],
      ["doubtful", "The same as line 3 of the file: choose it only if it was paid twice.", 1],
      ["early", `The ledger of ${clientCode} begins on 20 Nov 2026, with what was paid before.`, 0],
      ["matched", `The text has the number ${clientCode}, $833.33 is unpaid of 20 Dec 2026.`, 0],
      ["doubtful", "One of these may be meant.", 2],
      [
        "doubtful",
        "One of these may be meant. The same as line 7 of the file: choose it only if it was paid twice.",
        2,
      ],
    ]);
    assert.deepEqual(chosenBeforehand(shown), { 6: clientCode }, "the one payment unpaid is credited once");
    const rows = [2, 3, 4].map((line) => ({ line, clientCode }));
    const { data } = await call(s, "takebank", { text, rows, seen: shown.seen });
    assert.deepEqual([data.payments, data.skipped.length], [2, 1], "two equal payments of a day are taken");
  },
);

scene(
  "a file whose days were read in the wrong order is known again in the right one, and in one that overlaps",
  async (s) => {
    const { t, loan } = s;
    await december(s);
    while (dateInToronto(t.now()) < "2027-03-20") t.advance(DAY_MS);
    await t.signInAgain(s.admin);
    const line = (date: string, amount: string) => `${date},PAD ${loan.clientCode},${amount}\n`;
    const text = "Date,Description,Amount\n" + line("02/03/2027", "10.00") + line("02/03/2027", "10.00") +
      line("01/02/2027", "7.00");
    const rows = [2, 3, 4].map((line) => ({ line, clientCode: loan.clientCode }));
    const take = (text: string, order: string, more: object = {}) =>
      call(s, "takebank", { text, order, name: "days.csv", rows, ...more }).then(({ data }) => data);
    assert.equal((await take(text, "dmy")).payments, 3);
    const again = (await call(s, "previewbank", { text, order: "mdy" })).data as BankPreview;
    assert.deepEqual(again.rows.map(({ day, state }) => [day, state]), [
      ["2027-02-03", "taken"],
      ["2027-02-03", "taken"],
      ["2027-01-02", "taken"],
    ]);
    assert.match(again.rows[0].why, /of 2 Mar 2027, since the days were read in another order\./);
    const same = await take(text, "mdy");
    assert.deepEqual([same.payments, same.already], [0, 3]);
    // Another file of the account that begins earlier and has a third row like the two.
    const later = "Date,Description,Amount\n" + line("01/02/2027", "7.00") + line("02/03/2027", "10.00").repeat(3);
    const overlap = await take(later, "mdy", { rows: [...rows, { line: 5, clientCode: loan.clientCode }] });
    assert.deepEqual([overlap.payments, overlap.already], [1, 3]);
    assert.deepEqual((await paymentsOf(s, loan.id)).map(([day, cents]) => [day, cents]), [
      ["2027-03-02", 1000],
      ["2027-03-02", 1000],
      ["2027-02-01", 700],
      ["2027-02-03", 1000],
    ]);
    // What is taken back may be recorded again, in the right order.
    const { files } = await listBankFiles(t.context(s.admin), { page: 1 });
    for (const { rowIds } of files) await call(s, "undoreceived", { rowIds, note: "Wrong days" });
    assert.equal((await take(text, "mdy")).payments, 3);
    assert.equal((await take(text, "dmy")).already, 3);
  },
);

scene(
  "a row that names a loan outside the book, or was recorded by hand and is known by name, is left to a person",
  async (s) => {
    const { t, loan } = s, other = await december(s);
    const waiting = await makeLoan(t, { ...WHOLE, lastName: "Waiting" });
    const named = `Date,Description,Amount\n2026-12-21,SMITHERS FOR ${waiting.clientCode.replace("-", " ")},833.33`;
    const [shown] = (await preview(s, named)).rows;
    assert.deepEqual([shown.state, shown.loan, shown.proposed.map(({ clientCode }) => clientCode)], ["doubtful", null, [
      waiting.clientCode,
      loan.clientCode,
      other.clientCode,
    ]]);
    assert.match(shown.proposed[0].why, /not open, or not up to today/);

    const byHand = { requestId: "by-hand-one", kind: "payment", day: "2026-12-20", amount: 833.33 };
    await call(s, "recordledger", { loanId: loan.id, ...byHand });
    const twice = "Date,Description,Amount\n2026-12-21,E-TRANSFER SMITHERS,833.33\n2026-12-22,SMITHERS,833.33";
    const { rows } = await preview(s, twice);
    assert.deepEqual(rows.map(({ state }) => state), ["recorded", "doubtful"], "one payment explains one row");
    assert.equal(rows[0].why, "$833.33 was recorded on 20 Dec 2026 already.");
    assert.deepEqual(rows[0].proposed.map(({ clientCode }) => clientCode), [loan.clientCode, other.clientCode]);
    // A row whose loan is certain is explained first.
    const certain = `${twice}\n2026-12-22,PAD ${loan.clientCode},833.33`;
    assert.deepEqual((await preview(s, certain)).rows.map(({ state }) => state), ["doubtful", "doubtful", "recorded"]);
  },
);
