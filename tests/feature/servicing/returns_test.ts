/**
 * What the bank gives back: lists of returns, single credits, rejected files (docs/decisions/pre-authorised-debit.md).
 */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { auditRows, ledgerRows } from "../../../db/schema/mod.ts";
import { printStatement } from "../../../lib/features/servicing/mod.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { type TransferScene, transferScene } from "../../support/transfer_scene.ts";

const rowsOf = async ({ t }: TransferScene, loanId: number) =>
  (await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loanId)).orderBy(asc(ledgerRows.id)))
    .filter(({ kind }) => !["advance", "due", "arrears"].includes(kind))
    .map(({ kind, day, paid, charges, note }) => [kind, day, paid, charges, note]);
const trail = async (
  { t }: TransferScene,
  action: (typeof auditRows.$inferSelect)["action"],
) => (await t.deps.db.select().from(auditRows).where(eq(auditRows.action, action)).orderBy(desc(auditRows.id)));

transferScene(
  "a list of returns is previewed, recorded once as NSF with its fee, and unknown rows are named",
  async (s) => {
    const { t, loans: [loan, other] } = s;
    const id = await s.send("2026-12-20");
    const [first, second] = (await s.file(id)).rows.map(({ reference }) => reference);
    const text = [
      "Return date,Cross reference number,Amount,Reason",
      `2026-12-22,${first},833.33,NSF 901`,
      `2026-12-22,${second},100.00,NSF 901`,
      "2026-12-22,D999999-0001,833.33,NSF 901",
    ].join("\n");
    const preview = async (more: object = {}) => (await s.call("previewreturns", { text, ...more })).data;
    const states = async () => (await preview()).rows.map(({ state }: { state: string }) => state);
    assert.deepEqual(await states(), ["left", "left", "unknown"], "nothing comes back before it was posted");
    await s.until("2026-12-23");
    const shown = await preview();
    assert.deepEqual(shown.columns, ["date", "reference", "amount", "reason"]);
    assert.deepEqual(shown.rows.map(({ state, clientCode }: Record<string, string>) => [state, clientCode]), [
      ["matched", loan.clientCode],
      ["left", other.clientCode],
      ["unknown", ""],
    ]);
    assert.match(shown.rows[1].why, /Our file has \$833\.33, the bank says \$100\.00/);
    const ask = { text, columns: shown.columns, order: shown.order, day: "2026-12-23", fee: "45", lines: [2, 3, 4, 9] };
    const taken = (await s.call("takereturns", ask)).data;
    assert.deepEqual([taken.payments, taken.cents, taken.already], [1, 83_333, 0]);
    assert.deepEqual(taken.skipped.map(({ line }: { line: number }) => line), [3, 4, 9]);
    assert.deepEqual((await rowsOf(s, loan.id)).slice(1), [
      ["nsf", "2026-12-22", -83_333, 0, "Returned by the bank: NSF 901"],
      ["fee", "2026-12-22", 0, 4_500, "NSF fee"],
    ]);
    assert.equal((await rowsOf(s, other.id)).length, 1);
    // Once, in whatever file and however often.
    assert.deepEqual(await states(), ["taken", "left", "unknown"]);
    const again = (await s.call("takereturns", { ...ask, text: `${text}\n`, lines: [2] })).data;
    assert.deepEqual([again.payments, again.already, again.skipped], [0, 1, []]);
    assert.equal((await rowsOf(s, loan.id)).length, 3);
    assert.match(await s.page(`/dashboard/transferfile?id=${id}`), /1 returned.*Returned by the bank/s);
    // A day before the payment is refused for its row, what cannot be read for all.
    const early = [`Reference,Amount,Returned on`, `${second},833.33,2026-12-19`].join("\n");
    const left =
      (await s.call("takereturns", { ...ask, text: early, columns: undefined, order: "ymd", lines: [2] })).data;
    assert.match(left.skipped[0].reason, /payment date was 20 Dec 2026/);
    await s.call("takereturns", { ...ask, day: "2026-12-24" }, 422);
    await s.call("previewreturns", { text, columns: ["reference", "reference", "", ""] }, 422);
    for (const empty of ["", "Return date,Cross reference number,Amount,Reason\n"]) {
      const { reason } = await s.call("previewreturns", { text: empty }, 422);
      assert.equal(
        reason,
        "This file has no rows. Download the bank's list of returned payments as CSV, then try again.",
      );
    }
    const unsure = [`Reference,Date`, `${second},01/02/2027`].join("\n");
    await s.call("takereturns", { text: unsure, day: "2026-12-23", fee: "", lines: [2] }, 422);
    assert.equal((await rowsOf(s, other.id)).length, 1);
    assert.doesNotMatch(t.logged(), /"level":"error"/);
  },
);

transferScene(
  "a credit that came back is owed again, seen on its file and the statement, and may be kept",
  async (s) => {
    const { t, admin, loans: [loan] } = s;
    await s.until("2026-12-22");
    const paid = { requestId: "by-hand-one", kind: "payment", day: "2026-12-20", amount: 833.33 };
    await s.call("recordledger", { loanId: loan.id, ...paid });
    await s.until("2027-01-04");
    const owed = async () => (await s.plan("2027-01-08", "credit", "2026-12")).rows.map(({ cents }) => cents);
    const id = await s.send("2027-01-04", "credit", "2026-12");
    assert.deepEqual(await owed(), []);
    const [{ id: credit, reference }] = (await s.file(id)).rows;
    await s.until("2027-01-06");
    for (const day of ["2027-01-03", "2027-01-07", ""]) {
      const { fields } = await s.call("returncredit", { id: credit, day }, 422);
      assert.deepEqual(Object.keys(fields), ["day"]);
    }
    await s.call("returncredit", { id: 999_999, day: "2027-01-05" }, 404);
    await s.call("keepcredit", { id: credit }, 409);
    await s.call("returncredit", { id: credit, day: "2027-01-05", reason: "Account closed" });
    await s.call("returncredit", { id: credit, day: "2027-01-05" }, 409);
    assert.deepEqual(await owed(), [41_667]);
    assert.match(await s.page(`/dashboard/transferfile?id=${id}`), /Returned 5 Jan 2027: Account closed/);
    const statement = /5 Jan 2027, owed again.*Account closed/s;
    assert.match(await s.page("/dashboard/participants?name=Elm+Trust&month=2026-12"), statement);
    const ctx = t.context(admin);
    const { bytes } = await printStatement(ctx, { name: "Elm Trust", month: "2026-12" });
    const { text } = await pdfText(bytes);
    for (const said of ["Account closed", reference]) assert.ok(text.includes(said), text);
    const [act] = await trail(s, "transfers.return");
    assert.deepEqual(JSON.parse(act.after!), { reference, returnedOn: "2027-01-05", reason: "Account closed" });
    // It was not returned after all; not while another file pays it again.
    await s.call("keepcredit", { id: credit });
    const [kept] = await trail(s, "transfers.return");
    assert.deepEqual(JSON.parse(kept.before!), JSON.parse(act.after!), "what was taken away");
    assert.deepEqual(await owed(), []);
    await s.call("returncredit", { id: credit, day: "2027-01-05" });
    t.advance(1000);
    const second = await s.send("2027-01-06", "credit", "2026-12");
    assert.match((await s.call("keepcredit", { id: credit }, 409)).reason, /File 0002 was made since/);
    // By the bank's list too.
    const [{ reference: other }] = (await s.file(second)).rows;
    const text2 = `Reference,Amount,Reason\n${other},416.67,Account closed`;
    const taken = (await s.call("takereturns", { text: text2, day: "2027-01-06", fee: "45", lines: [2] })).data;
    assert.deepEqual([taken.payments, taken.cents], [1, 41_667]);
    assert.deepEqual(await owed(), [41_667]);
  },
);

transferScene(
  "a rejected file takes back all that it posted in one act, and what was sent after all is posted anew",
  async (s) => {
    const { t, loans: [loan, other] } = s;
    const id = await s.send("2026-12-20");
    await s.until("2026-12-20");
    const all = { id, payments: 2, cents: 166_666 };
    assert.match(await s.page(`/dashboard/transferfile?id=${id}`), /2 payments of \$1,666\.66 in all stand in the/);
    for (const wrong of [{ id }, { ...all, cents: 1 }, { ...all, payments: 1 }]) {
      assert.match((await s.call("undotransfers", wrong, 409)).reason, /2 payments of \$1,666\.66/);
    }
    // One that has to stay leaves all as they are.
    await s.call("updateloan", { loanId: other.id, data: { adminComSelect: "Trash" } });
    assert.match((await s.call("undotransfers", all, 409)).reason, /Zimmer stays, and so does the file.*not funded/);
    assert.equal((await rowsOf(s, loan.id)).length, 1);
    await s.call("updateloan", { loanId: other.id, data: { adminComSelect: "Funded" } });
    const before = (await trail(s, "ledger.reverse")).length;
    await s.call("undotransfers", all);
    for (const { id: loanId } of [loan, other]) {
      assert.deepEqual((await rowsOf(s, loanId)).slice(1), [
        ["reversal", "2026-12-20", -83_333, 0, "File 0001 was rejected by the bank"],
      ]);
    }
    assert.equal((await trail(s, "ledger.reverse")).length, before + 2, "an audit row each");
    const [act] = await trail(s, "transfers.undo");
    assert.deepEqual(JSON.parse(act.after!), { state: "undone", payments: 2, cents: 166_666 });
    assert.match(await s.page(`/dashboard/transferfile?id=${id}`), /Taken back/);
    assert.deepEqual((await s.plan("2026-12-20")).rows.map(({ cents }) => cents), [83_333, 83_333], "offered again");
    await s.call("undotransfers", all, 409);
    // The bank had it after all.
    await s.call("sendtransfers", { id });
    await t.runJobs();
    for (const { id: loanId } of [loan, other]) {
      assert.deepEqual((await rowsOf(s, loanId)).map(([kind]) => kind), ["payment", "reversal", "payment"]);
    }
    assert.deepEqual((await s.plan("2026-12-20")).rows, []);
    await s.call("undotransfers", all);
  },
);

transferScene(
  "what a person reversed before the file was undone stays reversed when it was sent after all",
  async (s) => {
    const { t, loans: [loan, other] } = s;
    const id = await s.send("2026-12-20");
    await s.until("2026-12-20");
    const [{ rowId }] = (await s.file(id)).rows;
    await s.call("reverseledger", { loanId: loan.id, rowId, note: "Stopped at the bank" });
    await s.call("undotransfers", { id, payments: 1, cents: 83_333 });
    await s.call("sendtransfers", { id });
    await t.runJobs();
    const kinds = async (loanId: number) => (await rowsOf(s, loanId)).map(([kind]) => kind);
    assert.deepEqual([await kinds(loan.id), await kinds(other.id)], [
      ["payment", "reversal"],
      ["payment", "reversal", "payment"],
    ]);
  },
);

transferScene(
  "an undone file is not sent after all beside one that collects its payments as arrears, but beside a later month's",
  async (s) => {
    const { loans: [loan] } = s;
    const first = await s.send("2026-12-20");
    await s.until("2026-12-22");
    await s.call("undotransfers", { id: first, payments: 2, cents: 166_666 });
    s.t.advance(1000);
    const late = await s.make("2026-12-24", "debit", "", true);
    assert.deepEqual((await s.file(late)).rows.map(({ cents }) => cents), [83_333, 83_333]);
    assert.match((await s.call("sendtransfers", { id: first }, 409)).reason, /Smithers is in file 0002 too/);
    await s.t.get(`/api/loans/downloadtransfers?id=${late}&as=csv`, s.admin);
    await s.call("undotransfers", { id: late });
    s.t.advance(1000);
    await s.call("sendtransfers", { id: first });
    assert.match((await s.call("sendtransfers", { id: late }, 409)).reason, /Smithers is in file 0001 too/);
    assert.deepEqual((await rowsOf(s, loan.id)).map(([kind]) => kind), ["payment", "reversal", "payment"]);
    // A payment that came back before the bank rejected the rest may be collected by another.
    const [{ rowId }] = (await s.file(first)).rows;
    await s.call("returnpayment", { loanId: loan.id, rowId, day: "2026-12-22" });
    const rest = { id: first, payments: 1, cents: 83_333 };
    await s.call("undotransfers", rest);
    s.t.advance(1000);
    const asked = { kind: "debit", day: "2026-12-24", arrears: true };
    const rows = (await s.plan("2026-12-24", "debit", "", true)).rows.filter(({ loanId }) => loanId === loan.id);
    const again = (await s.call("maketransfers", { ...asked, rows })).data.id;
    await s.call("sendtransfers", { id: first });
    await s.call("undotransfers", { id: again });
    await s.call("undotransfers", rest);
    s.t.advance(1000);
    await s.send("2027-01-20");
    await s.call("sendtransfers", { id: first });
  },
);

transferScene(
  "a month's credit is kept beside a later month's, and its file sent after all beside one that paid it again",
  async (s) => {
    const { t, loans: [loan, other] } = s;
    const participants = [{ name: "Oak Fund", amount: 40_000 }];
    await s.call("saveparticipants", { loanId: other.id, participants, from: "2026-11-20" });
    const account = { institution: "003", transit: "00123", account: "9876543", agreedOn: "2026-11-20" };
    await s.call("savebankdetails", { participant: "Oak Fund", ...account, holder: "Oak Fund" });
    await s.until("2027-01-22");
    for (const { id: loanId } of [loan, other]) {
      for (const day of ["2026-12-20", "2027-01-20"]) {
        const paid = { requestId: `by-hand-${loanId}-${day}`, kind: "payment", day, amount: 833.33 };
        await s.call("recordledger", { loanId, ...paid });
      }
    }
    await s.until("2027-02-03");
    const first = await s.send("2027-02-03", "credit", "2026-12");
    const [{ id: elm, name, cents }] = (await s.file(first)).rows;
    assert.deepEqual([name, cents], ["Elm Trust", 41_667]);
    t.advance(1000);
    await s.call("returncredit", { id: elm, day: "2027-02-03", reason: "Marked by mistake" });
    t.advance(1000);
    await s.send("2027-02-03", "credit", "2027-01");
    await s.call("keepcredit", { id: elm });
    assert.deepEqual((await s.plan("2027-02-03", "credit", "2026-12")).rows, []);
    // It did come back, and another file paid it; the first is undone by mistake.
    await s.call("returncredit", { id: elm, day: "2027-02-03", reason: "Account closed" });
    t.advance(1000);
    await s.send("2027-02-03", "credit", "2026-12");
    await s.call("keepcredit", { id: elm }, 409);
    await s.call("undotransfers", { id: first, payments: 0, cents: 0 });
    await s.call("sendtransfers", { id: first });
    assert.deepEqual((await s.plan("2027-02-03", "credit", "2026-12")).rows, []);
  },
);

transferScene("a row that is not matched hides no later one, and what our file has is said of each", async (s) => {
  const id = await s.send("2026-12-20");
  const [{ reference }] = (await s.file(id)).rows;
  await s.until("2026-12-22");
  const look = async (...lines: string[]) => (await s.call("previewreturns", { text: lines.join("\n") })).data;
  const { columns, rows } = await look(
    "Returns of,ACME",
    "Reference,Amount",
    `${reference},1.00`,
    `${reference},833.33`,
  );
  assert.deepEqual(columns, ["reference", "amount"]);
  assert.deepEqual(rows.map(({ state, sent }: Record<string, unknown>) => [state, sent]), [
    ["left", 83_333],
    ["matched", 83_333],
  ]);
  const bare = await look("Reference", `${reference}9`, reference, reference);
  assert.deepEqual(bare.rows.map(({ state, cents, sent }: Record<string, unknown>) => [state, cents, sent]), [
    ["unknown", null, null],
    ["matched", null, 83_333],
    ["left", null, 83_333],
  ]);
  const headless = await look("X12345,1.00", `${reference},833.33`);
  assert.deepEqual(headless.rows.map(({ state }: Record<string, unknown>) => state), ["unknown", "matched"]);
});
