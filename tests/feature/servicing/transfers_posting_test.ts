/**
 * Debits that were sent, as the job posts them and as one that cannot be posted is shown
 * (docs/decisions/pre-authorised-debit.md).
 */
import assert from "node:assert/strict";
import { and, eq, sql } from "drizzle-orm";
import { bankDetails, ledgerRows, transferFiles } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { getTransferFile, getTransfers } from "../../../lib/features/servicing/mod.ts";
import { createVault } from "../../../lib/server/vault.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { WHOLE } from "../../support/letters.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const ACCOUNT = {
  institution: "003",
  transit: "00123",
  account: "9876543",
  agreedOn: "2026-11-20",
  holder: "Somebody",
};

interface Scene {
  t: TestApp;
  admin: TestAccount;
  loans: TestLoan[];
}

/** Two loans of $833.33 a month, due first on 20 December 2026, with bank details. */
const scene = (name: string, run: (s: Scene) => Promise<void>, env: Record<string, string> = {}): void =>
  Deno.test(name, () =>
    withApp(async (t) => {
      const admin = await t.account({ name: "Helen Voss", role: 9 });
      const s: Scene = { t, admin, loans: [await makeLoan(t, { ...WHOLE }), await makeLoan(t, { ...WHOLE })] };
      for (const { id: loanId } of s.loans) {
        await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
        await call(s, "savebankdetails", { loanId, ...ACCOUNT });
      }
      await run(s);
    }, { BANK_DETAILS_KEY: btoa("k".repeat(32)), ...env }));

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
const plan = ({ t, admin }: Scene, day: string, arrears = false) =>
  getTransfers(t.context(admin), { kind: "debit", day, month: "", arrears });

/** A file of all that the day's plan holds, downloaded. */
async function make(s: Scene, day: string): Promise<number> {
  const rows = (await plan(s, day)).rows;
  const { data } = await call(s, "maketransfers", { kind: "debit", day, month: "", arrears: false, rows });
  await s.t.get(`/api/loans/downloadtransfers?id=${data.id}&as=csv`, s.admin);
  return data.id;
}
const fileOf = ({ t, admin }: Scene, id: number) => getTransferFile(t.context(admin), { id });

scene("a debit whose ledger cannot be written holds up no other, and the job names its loan", async (s) => {
  const { t, loans: [loan] } = s;
  const id = await make(s, "2026-12-20");
  await until(s, "2026-12-20");
  await t.deps.db.run(sql.raw(`CREATE TRIGGER full BEFORE INSERT ON ledger_rows WHEN new.loan_id = ${loan.id}
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`));
  await call(s, "sendtransfers", { id });
  const job = t.deps.jobs.find(({ name }) => name === "debits")!;
  await assert.rejects(() => job.run(), { message: `debits were not posted to the loans ${loan.id}` });
  const posted = async () => (await fileOf(s, id)).rows.map(({ rowId, problem }) => [rowId !== null, problem]);
  assert.deepEqual(await posted(), [[false, ""], [true, ""]]);
  assert.equal((await fileOf(s, id)).file.postedAt, null);
  await t.deps.db.run(sql.raw("DROP TRIGGER full"));
  await job.run();
  assert.deepEqual(await posted(), [[true, ""], [true, ""]]);
  assert.ok((await fileOf(s, id)).file.postedAt !== null);
});

scene(
  "a debit that could not be posted is counted, not collected again, posted again or settled by hand",
  async (s) => {
    const { t, admin, loans: [loan, other] } = s;
    const id = await make(s, "2026-12-20");
    await call(s, "sendtransfers", { id });
    for (const { id: loanId } of s.loans) await call(s, "updateloan", { loanId, data: { adminComSelect: "Trash" } });
    await until(s, "2026-12-20");
    await t.runJobs();
    for (const { id: loanId } of s.loans) await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded" } });
    await until(s, "2026-12-22");
    await t.runJobs();
    assert.equal((await plan(s, "2026-12-23")).files[0].problems, 2);
    const list = await t.get("/dashboard/transfers", admin);
    assert.match(await list.text(), /Sent, 2 not posted/);
    assert.deepEqual((await plan(s, "2026-12-23", true)).rows, [], "what the bank collected is not collected again");
    const [first, second] = (await fileOf(s, id)).rows;
    await call(s, "postagain", { id: first.id });
    await call(s, "settletransfer", { id: second.id });
    for (const name of ["postagain", "settletransfer"]) {
      for (const { id } of [first, second]) await call(s, name, { id }, 409);
      await call(s, name, { id: 999_999 }, 404);
    }
    await t.runJobs();
    const { rows, file } = await fileOf(s, id);
    assert.deepEqual(rows.map(({ rowId, problem }) => [rowId !== null, problem]), [[true, ""], [false, ""]]);
    assert.equal(file.problems, 0);
    const late = await plan(s, "2026-12-23", true);
    assert.deepEqual(late.rows.map(({ loanId, cents }) => [loanId, cents]), [[other.id, 83_333]], `not ${loan.id}`);
  },
);

scene("what was marked as received in part on the day is left out of that day's file", async (s) => {
  const { t, loans: [loan] } = s;
  await until(s, "2026-12-20");
  await t.runJobs();
  const due = await t.deps.db.select().from(ledgerRows)
    .where(and(eq(ledgerRows.loanId, loan.id), eq(ledgerRows.kind, "due"))).get();
  const { id, loanId, ...row } = due!;
  const part = { ...row, loanId, kind: "payment" as const, due: 0, paid: 100, key: `received:${id}:0` };
  await t.deps.db.insert(ledgerRows).values(part);
  const { leftOut, rows } = await plan(s, "2026-12-20");
  assert.deepEqual(rows.map(({ loanId }) => loanId), [s.loans[1].id]);
  assert.match(leftOut[0].why, /marked as received in part/);
});

scene(
  "a new key seals anew all that the old one sealed: what cannot be opened holds up none, and its pages open",
  async (s) => {
    const { t, admin, loans: [loan, other] } = s;
    const keys = ["k", "n", "x"].map((letter) => new TextEncoder().encode(letter.repeat(32)));
    const was = (await createVault(keys[0], undefined))!, lost = (await createVault(keys[2], undefined))!;
    const more = Array.from({ length: 120 }, (_, i) => `participant:${i}`);
    const kept = { agreedOn: "2026-11-20", savedAt: 0 };
    for (const party of more) {
      const by = party < "participant:3" ? lost : was;
      await t.deps.db.insert(bankDetails).values({
        party,
        sealed: await by.seal(party, "{}"),
        keyMark: by.mark,
        ...kept,
      });
    }
    await t.deps.db.update(bankDetails).set({ sealed: await was.seal("loan:0", "{}") })
      .where(eq(bankDetails.loanId, loan.id));
    const both = t.deps.ports.vault = (await createVault(keys[1], keys[0]))!;
    const run = () => t.deps.jobs.find(({ name }) => name === "bank-details")!.run();
    await assert.rejects(run, { message: `the old key does not open the bank details of loan:${loan.id}` });
    const marks = (await t.deps.db.select().from(bankDetails)).map(({ party, keyMark }) => [party, keyMark]);
    for (const [party, mark] of marks) {
      const wanted = party === `loan:${loan.id}` ? was : more.includes(party) && party < "participant:3" ? lost : both;
      assert.equal(mark, wanted.mark, party);
    }
    assert.match((await plan(s, "2026-12-20")).leftOut[0].why, /cannot be read/);
    assert.equal((await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).status, 200);
    const shown = async () => await (await t.get("/dashboard/transfers", admin)).text();
    assert.match(await shown(), /Sealed with the old key still: 1\./);
    await call(s, "savebankdetails", { loanId: loan.id, ...ACCOUNT });
    await run();
    assert.match(await shown(), /BANK_DETAILS_OLD_KEY can be taken out/);
    assert.equal((await plan(s, "2026-12-20")).rows.length, 2, `also ${other.id}`);
  },
);

scene("numbers go on from the one that the bank had last, whatever the portal counted", async (s) => {
  const { t } = s;
  const numbers = async () => (await t.deps.db.select().from(transferFiles)).map(({ number }) => number);
  await call(s, "sendtransfers", { id: await make(s, "2026-12-20") });
  await make(s, "2027-01-20");
  assert.deepEqual(await numbers(), [500, 501]);
}, { EFT_NEXT_NUMBER: "500" });
