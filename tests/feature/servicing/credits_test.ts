/**
 * What participants are credited of months that change after a file paid them (docs/decisions/pre-authorised-debit.md).
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { auditRows, ledgerRows, transferFiles } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { downloadTransfers, getTransfers } from "../../../lib/features/servicing/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { WHOLE } from "../../support/letters.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const ACCOUNT = { institution: "003", transit: "00123", account: "9876543", agreedOn: "2026-11-20" };

interface Scene {
  t: TestApp;
  admin: TestAccount;
  loan: TestLoan;
}

/** A loan of which Elm Trust holds half, with an account; the payment of 20 December 2026 was received. */
const scene = (name: string, run: (s: Scene) => Promise<void>): void =>
  Deno.test(name, () =>
    withApp(async (t) => {
      const admin = await t.account({ name: "Helen Voss", role: 9 });
      const s = { t, admin, loan: await makeLoan(t, { ...WHOLE, lastName: "Smithers" }) }, loanId = s.loan.id;
      await call(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
      const participants = [{ name: "Elm Trust", amount: 50_000 }];
      await call(s, "saveparticipants", { loanId, participants, from: "2026-11-20" });
      await call(s, "savebankdetails", { participant: "Elm Trust", ...ACCOUNT, holder: "Elm Trust" });
      await until(s, "2026-12-22");
      await receive(s, "2026-12-20", 833.33);
      await run(s);
    }, { BANK_DETAILS_KEY: btoa("k".repeat(32)) }));

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
const receive = (s: Scene, day: string, amount: number) =>
  call(s, "recordledger", { loanId: s.loan.id, requestId: `received-${day}`, kind: "payment", day, amount });
const ask = ({ t }: Scene, month: string) => ({ kind: "credit" as const, day: dateInToronto(t.now()), month });
const plan = (s: Scene, month: string) => getTransfers(s.t.context(s.admin), { ...ask(s, month), arrears: false });
/** What the month's file would pay, or why it pays nothing. */
const owed = async (s: Scene, month: string) => {
  const { rows, leftOut } = await plan(s, month);
  return [...rows.map(({ cents, carried }) => [cents, carried]), ...leftOut.map(({ why }) => why)];
};
async function make(s: Scene, month: string): Promise<number> {
  const rows = (await plan(s, month)).rows.map(({ party, cents, mark }) => ({ party, cents, mark }));
  return (await call(s, "maketransfers", { ...ask(s, month), rows })).data.id;
}
async function send(s: Scene, id: number) {
  assert.equal((await s.t.get(`/api/loans/downloadtransfers?id=${id}&as=csv`, s.admin)).status, 200);
  await call(s, "sendtransfers", { id });
}

scene("a month that is over is paid by what is still owed, and what came back is taken off a later one", async (s) => {
  const { t, loan, admin } = s, rows = [{ party: "participant:Elm Trust", cents: 41_667, mark: "" }];
  for (const month of [undefined, "", "12-2026"]) {
    const { fields } = await call(s, "maketransfers", { ...ask(s, ""), month, rows }, 422);
    assert.deepEqual(Object.keys(fields), ["month"]);
  }
  assert.match((await plan(s, "2026-12")).problem, /not over.*Choose November 2026 or an earlier one/);
  assert.match((await call(s, "maketransfers", { ...ask(s, "2026-12"), rows }, 422)).fields.month, /not over/);
  await until(s, "2027-01-04");
  assert.deepEqual(await owed(s, "2026-12"), [[41_667, 0]]);
  await send(s, await make(s, "2026-12"));
  assert.deepEqual(await owed(s, "2026-12"), ["The month is in a file already."]);
  // Received in December, entered in January.
  await receive(s, "2026-12-30", 100);
  assert.deepEqual(await owed(s, "2026-12"), [[5_000, 0]]);
  await send(s, await make(s, "2026-12"));
  // The payment comes back in January: February's share goes with it.
  const paid = (await t.deps.db.select().from(ledgerRows)).find(({ kind, paid }) =>
    kind === "payment" && paid > 50_000
  )!;
  await call(s, "returnpayment", { loanId: loan.id, rowId: paid.id, day: "2027-01-04" });
  await until(s, "2027-03-01");
  await receive(s, "2027-02-20", 1000);
  assert.deepEqual(await owed(s, "2027-01"), ["More came back than was paid: it is taken off a later month."]);
  assert.deepEqual(await owed(s, "2027-02"), [[8_333, -41_667]]);
  const page = await (await t.get("/dashboard/transfers?kind=credit&month=2027-02", admin)).text();
  assert.match(page, /Came back earlier.*416\.67/s);
  await send(s, await make(s, "2027-02"));
  assert.deepEqual(await owed(s, "2027-02"), ["The month is in a file already."]);
});

scene(
  "a file that is undone while it is downloaded does not go out, and one that was sent after all counts",
  async (s) => {
    const { t, admin } = s;
    await until(s, "2027-01-04");
    const first = await make(s, "2026-12"), ctx = t.context(admin), vault = ctx.vault!;
    // The undo comes between the reading of the file and its going out.
    const slow = {
      ...ctx,
      vault: {
        mark: vault.mark,
        oldMark: vault.oldMark,
        seal: vault.seal.bind(vault),
        async open(...asked: Parameters<typeof vault.open>) {
          await call(s, "undotransfers", { id: first });
          return await vault.open(...asked);
        },
      },
    };
    await assert.rejects(downloadTransfers(slow, { id: first, as: "csv" }), /was undone: it must not reach the bank/);
    const [undone] = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "transfers.undo"));
    assert.deepEqual(JSON.parse(undone.before!), { state: "made", number: 1 }, "the number that it gave back");
    const second = await make(s, "2026-12");
    assert.equal((await t.get(`/api/loans/downloadtransfers?id=${second}&as=csv`, admin)).status, 200);
    assert.match(
      await (await t.get(`/dashboard/transferfile?id=${second}`, admin)).text(),
      /Did the bank get this file/,
    );
    await call(s, "undotransfers", { id: second });
    assert.notEqual((await t.deps.db.select().from(transferFiles)).at(-1)!.sealed, "", "what may be sent is kept");
    const third = await make(s, "2026-12");
    assert.match((await call(s, "sendtransfers", { id: second }, 409)).reason, /Elm Trust is in file 0002 too/);
    await call(s, "undotransfers", { id: third });
    assert.match(await (await t.get(`/dashboard/transferfile?id=${second}`, admin)).text(), /It was sent after all/);
    await call(s, "sendtransfers", { id: second });
    assert.deepEqual(await owed(s, "2026-12"), ["The month is in a file already."]);
    // The bank rejects it: the month is to be paid again.
    await call(s, "undotransfers", { id: second });
    assert.deepEqual(await owed(s, "2026-12"), [[41_667, 0]]);
  },
);
