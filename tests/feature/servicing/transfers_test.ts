/** Bank details, and the files of debits and credits that are made of them (docs/decisions/pre-authorised-debit.md). */
import assert from "node:assert/strict";
import { asc, desc, eq } from "drizzle-orm";
import { auditRows, bankDetails, ledgerRows, loans, transferFiles, transfers } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { getTransferFile, getTransfers } from "../../../lib/features/servicing/mod.ts";
import { createVault } from "../../../lib/server/vault.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { WHOLE } from "../../support/letters.ts";
import { LONG_NAME } from "../../support/long_names.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const key = (letter: string): string => btoa(letter.repeat(32));
const BANK = {
  BANK_DETAILS_KEY: key("k"),
  EFT_ORIGINATOR_ID: "1234567890",
  EFT_DATA_CENTRE: "01600",
  EFT_SHORT_NAME: "HARBOURLINE",
  EFT_RETURN_ACCOUNT: "001-00234-7654321",
};
const ACCOUNT = { institution: "003", transit: "00123", account: "9876543", agreedOn: "2026-11-20" };

interface Scene {
  t: TestApp;
  admin: TestAccount;
  loan: TestLoan;
  other: TestLoan;
}

/** Two loans of $833.33 a month, funded on 20 November 2026 and due first on 20 December. */
const scene = (name: string, run: (s: Scene) => Promise<void>, env: Record<string, string> = BANK): void =>
  Deno.test(name, () =>
    withApp(async (t) => {
      const admin = await t.account({ name: "Helen Voss", role: 9 });
      const loan = await makeLoan(t, { ...WHOLE, lastName: "Smithers" });
      const other = await makeLoan(t, { ...WHOLE, lastName: "Zimmer" });
      const s = { t, admin, loan, other };
      for (const { id: loanId } of [loan, other]) {
        await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
      }
      await run(s);
    }, env));

async function call({ t, admin }: Scene, name: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
async function until({ t, admin }: Scene, day: string) {
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await t.signInAgain(admin);
}
const ask = { kind: "debit" as const, day: "2026-12-20", month: "", arrears: false };
const plan = ({ t, admin }: Scene, more: object = {}) => getTransfers(t.context(admin), { ...ask, ...more });
const rowsOf = (view: Awaited<ReturnType<typeof plan>>) =>
  view.rows.map(({ party, cents, mark }) => ({ party, cents, mark }));
async function make(s: Scene, more: object = {}): Promise<number> {
  return (await call(s, "maketransfers", { ...ask, ...more, rows: rowsOf(await plan(s, more)) })).data.id;
}
const download = ({ t, admin }: Scene, id: number, as: string) =>
  t.get(`/api/loans/downloadtransfers?id=${id}&as=${as}`, admin);
const payments = async ({ t }: Scene, loanId: number) =>
  (await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loanId)).orderBy(asc(ledgerRows.id)))
    .filter(({ kind }) => kind === "payment" || kind === "nsf" || kind === "fee")
    .map(({ kind, day, paid, charges, key, recordedByName }) => [kind, day, paid, charges, key, recordedByName]);

scene("a holder longer than a bank takes is proposed as long as may be kept", async (s) => {
  const { t, admin, loan } = s;
  await t.deps.db.update(loans).set({ firstName: LONG_NAME, lastName: LONG_NAME }).where(eq(loans.id, loan.id));
  const page = await (await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).text();
  const [input] = page.match(/<input[^>]*id="bank-holder"[^>]*>/)!;
  const [, holder] = input.match(/ value="([^"]+)"/)!;
  assert.ok(LONG_NAME.startsWith(holder), holder);
  await call(s, "savebankdetails", { loanId: loan.id, ...ACCOUNT, holder });
});

scene("a debit is previewed, made, downloaded, sent, posted once on its day, and comes back as NSF", async (s) => {
  const { t, admin, loan, other } = s;
  const details = { loanId: loan.id, ...ACCOUNT, holder: "Jane Smithers" };
  for (
    const [wrong, field] of [
      [{ institution: "03" }, "institution"],
      [{ transit: "1234" }, "transit"],
      [{ account: "123456" }, "account"],
      [{ account: "1234567890123" }, "account"],
      [{ holder: "" }, "holder"],
      [{ holder: "株式会社" }, "holder"],
      [{ agreedOn: "2027-01-01" }, "agreedOn"],
    ] as const
  ) {
    const { fields } = await call(s, "savebankdetails", { ...details, ...wrong }, 422);
    assert.deepEqual(Object.keys(fields), [field]);
  }
  await call(s, "savebankdetails", { ...details, loanId: 999_999 }, 404);
  await call(s, "savebankdetails", details);
  // Nothing of the account is in the database, in the trail or on the page but its last digits.
  const stored = await t.deps.db.select().from(bankDetails);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.entity, "bankDetails"));
  const page = await (await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).text();
  for (const text of [JSON.stringify(stored), JSON.stringify(trail), page]) assert.ok(!/9876543|00123/.test(text));
  assert.ok(!JSON.stringify(stored).includes("Smithers"));
  await call(s, "savebankdetails", { ...details, agreedOn: "2026-11-19" });
  const saves = await t.deps.db.select().from(auditRows).where(eq(auditRows.entity, "bankDetails"));
  assert.deepEqual(saves.map(({ action, entityId, before, after }) => [action, entityId, before, after]), [
    ["bankDetails.save", `loan:${loan.id}`, null, '{"account":"entered","agreedOn":"2026-11-20"}'],
    [
      "bankDetails.save",
      `loan:${loan.id}`,
      '{"agreedOn":"2026-11-20"}',
      '{"account":"changed","agreedOn":"2026-11-19"}',
    ],
  ]);
  assert.match(page, /…543/);

  const shown = await plan(s);
  assert.deepEqual(shown.rows.map(({ clientCode, cents, lastDigits }) => [clientCode, cents, lastDigits]), [
    [loan.clientCode, 83_333, "543"],
  ]);
  assert.deepEqual(shown.leftOut.map(({ clientCode, why }) => [clientCode, why]), [
    [other.clientCode, "No bank details are stored. Enter them first."],
  ]);
  assert.equal((await plan(s, { day: "2026-11-19" })).problem, "Choose a payment date from today to 12 May 2027.");
  const [row] = rowsOf(shown);
  await call(s, "maketransfers", { ...ask, rows: [{ ...row, cents: 1 }] }, 409);
  // The account is replaced between preview and file, by one that ends alike.
  await call(s, "savebankdetails", { ...details, account: "1111543" });
  assert.match(
    (await call(s, "maketransfers", { ...ask, rows: [row] }, 409)).reason,
    /An amount or an account changed/,
  );
  await call(s, "savebankdetails", details);
  const id = await make(s);
  assert.match((await call(s, "maketransfers", { ...ask, rows: [row] }, 409)).reason, /File 0001 is neither sent nor/);
  assert.match((await plan(s)).leftOut[0].why, /in the file for 20 Dec 2026 already/);
  const [file] = await t.deps.db.select().from(transferFiles);
  assert.ok(!/9876543/.test(JSON.stringify(file)));

  const looked = { method: "HEAD", headers: { cookie: admin.cookie } };
  assert.equal((await t.app.request(`/api/loans/downloadtransfers?id=${id}&as=bank`, looked)).status, 405);
  assert.match((await call(s, "sendtransfers", { id }, 409)).reason, /Download the file/, "it was only looked at");
  const bank = await (await download(s, id, "bank")).text(), csv = await (await download(s, id, "csv")).text();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(bank));
  assert.equal(new Uint8Array(digest).toHex(), file.sha256);
  assert.match(bank.split("\r\n")[1], /^D00000000212345678900001370000008333302635400030012398765430* /);
  assert.match(csv, /"Debit","2026-12-20","003","00123","9876543","Jane Smithers",833\.33,"D000001-0001"/);
  await call(s, "sendtransfers", { id });
  assert.deepEqual(await payments(s, loan.id), [], "nothing is received before the day");

  await until(s, "2026-12-20");
  await Promise.all([t.runJobs(), t.runJobs()]);
  await call(s, "sendtransfers", { id });
  const [due] = (await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id)))
    .filter(({ kind }) => kind === "due");
  assert.deepEqual(await payments(s, loan.id), [
    ["payment", "2026-12-20", 83_333, 0, `received:${due.id}:0`, "Helen Voss"],
  ]);
  const { rows: [posted], file: sent } = await getTransferFile(t.context(admin), { id });
  assert.deepEqual([posted.problem, posted.undone, sent.state], ["", null, "sent"]);
  assert.ok(sent.postedAt !== null);

  assert.match((await call(s, "undotransfers", { id }, 409)).reason, /1 payment of \$833.33 of this file stand in/);
  await call(s, "returnpayment", { loanId: loan.id, rowId: posted.rowId, day: "2026-12-20", fee: 45 });
  assert.equal((await getTransferFile(t.context(admin), { id })).rows[0].undone, "nsf");
  assert.match(await (await t.get(`/dashboard/transferfile?id=${id}`, admin)).text(), /Returned by the bank/);
  // The day's payment is arrears now: collected on another day, where that is asked for.
  await until(s, "2026-12-22");
  assert.deepEqual(rowsOf(await plan(s, { day: "2026-12-23" })), []);
  const late = await plan(s, { day: "2026-12-23", arrears: true });
  assert.deepEqual(late.rows.map(({ cents, arrears }) => [cents, arrears]), [[83_333, 83_333]]);
  const second = await make(s, { day: "2026-12-23", arrears: true });
  assert.deepEqual(rowsOf(await plan(s, { day: "2026-12-24", arrears: true })), [], "not while they are on their way");
  await download(s, second, "csv");
  await call(s, "sendtransfers", { id: second });
  await until(s, "2026-12-23");
  await t.runJobs();
  assert.deepEqual((await payments(s, loan.id)).at(-1)!.slice(0, 3), ["payment", "2026-12-23", 83_333]);
  // Who saw other details, or none, replaces and removes no account that a colleague entered since.
  const whose = { loanId: loan.id }, [{ savedAt }] = await t.deps.db.select().from(bankDetails);
  for (const seen of [null, savedAt - 1]) {
    const entered = { ...details, account: "5550001", seen };
    assert.match((await call(s, "savebankdetails", entered, 409)).reason, /^Helen Voss saved these bank details on/);
    await call(s, "removebankdetails", { ...whose, seen }, 409);
  }
  await call(s, "removebankdetails", { ...whose, seen: savedAt });
  assert.match((await call(s, "savebankdetails", { ...details, seen: savedAt }, 409)).reason, /were removed/);
  await call(s, "removebankdetails", whose, 404);
});

scene("a file that nobody had gives its number back; one that cannot be posted says why", async (s) => {
  const { t, admin, loan, other } = s;
  for (const { id: loanId } of [loan, other]) {
    await call(s, "savebankdetails", { loanId, ...ACCOUNT, holder: "Somebody" });
  }
  const first = await make(s);
  await call(s, "undotransfers", { id: first });
  const numbers = async () =>
    (await t.deps.db.select().from(transferFiles).orderBy(asc(transferFiles.id))).map(({ number }) => number);
  const second = await make(s);
  assert.deepEqual(await numbers(), [null, 1]);
  await download(s, second, "bank");
  await call(s, "undotransfers", { id: second });
  assert.equal((await download(s, second, "bank")).status, 409, "an undone file must not reach the bank");
  assert.match((await call(s, "sendtransfers", { id: first }, 409)).reason, /was undone before anybody had it/);
  const third = await make(s);
  assert.match((await call(s, "sendtransfers", { id: second }, 409)).reason, /is in file 0002 too/);
  assert.deepEqual(await numbers(), [null, 1, 2], "what was downloaded may have been sent: its number is used");
  await download(s, third, "bank");
  await call(s, "sendtransfers", { id: third });
  // One is repaid before the day, the other marked by hand on it.
  await call(s, "updateloan", { loanId: other.id, data: { adminComSelect: "Trash" } });
  await until(s, "2026-12-20");
  await t.deps.jobs.find(({ name }) => name === "due-payments")!.run();
  const [{ id: dueId }] = (await t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id)))
    .filter(({ kind }) => kind === "due");
  await call(s, "receivepayments", { day: "2026-12-20", dues: [{ dueId, cents: 83_333 }] });
  await t.runJobs();
  const { rows, file } = await getTransferFile(t.context(admin), { id: third });
  assert.deepEqual(rows.map(({ rowId }) => rowId), [null, null]);
  assert.match(rows.find(({ loanId }) => loanId === loan.id)!.problem, /marked as received before/);
  assert.match(rows.find(({ loanId }) => loanId === other.id)!.problem, /not funded/);
  assert.ok(file.postedAt !== null);
  assert.equal((await payments(s, loan.id)).length, 1);
  assert.match(await (await t.get(`/dashboard/transferfile?id=${third}`, admin)).text(), /2 payments were not posted/);
  const acts = await t.deps.db.select({ action: auditRows.action }).from(auditRows)
    .where(eq(auditRows.entity, "transfers")).orderBy(desc(auditRows.id));
  assert.deepEqual(acts.slice(0, 3).map(({ action }) => action), [
    "transfers.send",
    "transfers.download",
    "transfers.make",
  ]);
});

scene("participants are credited their share of a month, once", async (s) => {
  const { t, admin, loan } = s;
  const list = [{ name: "Elm Trust", amount: 50_000 }, { name: "Maple Fund", amount: 25_000 }];
  await call(s, "saveparticipants", { loanId: loan.id, participants: list, from: "2026-11-20" });
  await until(s, "2026-12-22");
  const paid = { requestId: "by-hand-one", kind: "payment", day: "2026-12-20", amount: 833.33 };
  await call(s, "recordledger", { loanId: loan.id, ...paid });
  await until(s, "2027-01-04");
  await call(s, "savebankdetails", { participant: "Nobody", ...ACCOUNT, holder: "Nobody" }, 404);
  await call(s, "savebankdetails", { participant: "Elm Trust", ...ACCOUNT, holder: "Elm Trust" });
  const of = { kind: "credit" as const, day: "2027-01-05", month: "2026-12" };
  const shown = await plan(s, of);
  assert.deepEqual(shown.rows.map(({ party, cents }) => [party, cents]), [["participant:Elm Trust", 41_667]]);
  assert.deepEqual(shown.leftOut.map(({ name, cents, why }) => [name, cents, why]), [
    ["Maple Fund", 20_833, "No bank details are stored. Enter them first."],
  ]);
  const id = await make(s, of);
  const bank = await (await download(s, id, "bank")).text();
  assert.match(bank.split("\r\n")[1], /^C.{23}2600000041667027005/);
  await call(s, "sendtransfers", { id });
  await until(s, "2027-01-05");
  await t.runJobs();
  const again = await plan(s, { ...of, day: "2027-01-06" });
  assert.deepEqual([again.rows, again.leftOut[0].why], [[], "The month is in a file already."]);
  assert.equal((await payments(s, loan.id)).length, 1, "a credit is in no loan's ledger");
  assert.match(await (await t.get("/dashboard/participants?name=Elm+Trust", admin)).text(), /…543/);
  assert.match(await (await t.get("/dashboard/transfers?kind=credit", admin)).text(), /Credits 0001/);
});

scene("without the banks' format set up a file is CSV alone", async (s) => {
  await call(s, "savebankdetails", { loanId: s.loan.id, ...ACCOUNT, holder: "=Somebody" });
  const id = await make(s);
  assert.equal((await download(s, id, "bank")).status, 409);
  const csv = await (await download(s, id, "csv")).text();
  assert.match(csv, /"'=Somebody"/, "a spreadsheet runs no name as a formula");
}, { BANK_DETAILS_KEY: BANK.BANK_DETAILS_KEY });

scene("without a key nothing is entered or made, and the screens say what to set", async (s) => {
  const { t, admin, loan } = s;
  const details = { loanId: loan.id, ...ACCOUNT, holder: "Somebody" };
  assert.match((await call(s, "savebankdetails", details, 409)).reason, /Set BANK_DETAILS_KEY/);
  for (const path of ["/dashboard/transfers", `/dashboard/loanledger?id=${loan.id}`]) {
    assert.match(await (await t.get(path, admin)).text(), /sets\s+BANK_DETAILS_KEY/);
  }
  // A new key reads what the old one sealed, and the job seals it anew; no other key, and no other party, opens it.
  const [was, is] = await Promise.all(["a", "b"].map((letter) => {
    const bytes = new TextEncoder().encode(letter.repeat(32));
    return createVault(bytes, undefined);
  }));
  const old = new TextEncoder().encode("a".repeat(32)), now = new TextEncoder().encode("b".repeat(32));
  const both = (await createVault(now, old))!;
  const sealed = { sealed: await was!.seal("loan:1", "secret"), keyMark: was!.mark };
  assert.equal(await both.open("loan:1", sealed), "secret");
  assert.equal(await is!.open("loan:1", sealed), null);
  await assert.rejects(both.open("loan:2", sealed));
  await t.deps.db.insert(bankDetails).values({ party: "loan:1", ...sealed, agreedOn: "2026-11-20", savedAt: 1 });
  t.deps.ports.vault = both;
  await t.runJobs();
  const [anew] = await t.deps.db.select().from(bankDetails);
  assert.equal(anew.keyMark, both.mark);
  assert.equal(await is!.open("loan:1", anew), "secret");
  assert.equal((await t.deps.db.select().from(transfers)).length, 0);
}, {});
