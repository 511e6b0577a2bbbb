/** Ledgers in the portal: begun at funding or by a balance, posted, recorded and undone (lending rules 14). */
import assert from "node:assert/strict";
import { asc, desc, eq, sql } from "drizzle-orm";
import { auditRows, contracts, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const rowsOf = ({ t, loan }: LoanScene) =>
  t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id)).orderBy(asc(ledgerRows.id));
const brief = async (s: LoanScene) =>
  (await rowsOf(s)).map(({ kind, day, principal, due, charges, paid }) => [kind, day, principal, due, charges, paid]);
const ledger = ({ t, admin, loan }: LoanScene) => getLedger(t.context(admin), { loanId: loan.id });
const job = ({ t }: LoanScene) => postDuePayments(t.context());

async function fund({ t, admin, loan }: LoanScene, dateFunded = "2026-11-20") {
  const data = { adminComSelect: "Funded", dateFunded };
  const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
  assert.equal(answer.status, 200, await answer.text());
}

async function toDay({ t, admin }: LoanScene, day: string) {
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await t.signInAgain(admin);
}

let asked = 0;
async function send({ t, admin, loan }: LoanScene, call: string, body: object, status = 200) {
  const sent = { loanId: loan.id, requestId: `request-${++asked}`, ...body };
  const answer = await t.post(`/api/loans/${call}`, sent, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
const payment = (day: string, amount: number) => ({ kind: "payment", day, amount });

scene("funding begins the ledger, and the job posts each payment once, whoever runs it", async (s) => {
  await fund(s);
  assert.deepEqual(await brief(s), [["advance", "2026-11-20", 10_000_000, 0, 0, 0]]);
  await toDay(s, "2026-12-20");
  await Promise.all([job(s), job(s)]);
  await job(s);
  assert.deepEqual((await brief(s)).slice(1), [["due", "2026-12-20", 0, 83_333, 0, 0]]);
  const { figures } = await ledger(s);
  assert.deepEqual([figures?.dueToday, figures?.next], [83_333, { day: "2027-01-20", payment: 83_333 }]);
  const trail = await s.t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1).get();
  assert.deepEqual([trail?.action, trail?.actorId, trail?.actorName], ["ledger.post", null, "The portal"]);
});

scene("a ledger that cannot be posted holds up no other, and the job names its loan", async (s) => {
  const { t, loan } = s;
  const other = { ...s, loan: await makeLoan(t, { ...WHOLE }) };
  for (const one of [s, other]) await fund(one);
  await t.deps.db.run(sql.raw(`CREATE TRIGGER full BEFORE INSERT ON ledger_rows WHEN new.loan_id = ${loan.id}
    BEGIN SELECT RAISE(ABORT, 'disk full'); END`));
  await toDay(s, "2026-12-20");
  await assert.rejects(() => job(s), { message: `payments due were not posted to the loans ${loan.id}` });
  assert.deepEqual((await brief(other)).map(([kind]) => kind), ["advance", "due"]);
});

scene("a payment pays what is due, sent twice it is recorded once, and the file has every row", async (s) => {
  const { t, admin, loan } = s;
  await fund(s);
  await toDay(s, "2026-12-28");
  const paid = { ...payment("2026-12-22", 833.33), requestId: "the-very-same" };
  // Recording posts what the job has not come to.
  await send(s, "recordledger", paid);
  await send(s, "recordledger", paid);
  assert.deepEqual((await brief(s)).map(([kind]) => kind), ["advance", "due", "payment"]);
  const posted = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "ledger.post"));
  assert.deepEqual(posted.map(({ actorId, actorName, address }) => [actorId, actorName, address]), [[
    null,
    "The portal",
    "",
  ]], "whoever recorded the payment did not post what was due");
  const { figures, lines } = await ledger(s);
  assert.deepEqual([figures?.arrears, figures?.principal, lines[0].balance], [0, 10_000_000, 10_000_000]);
  // 833.33 x 2 days x 10% / 365
  assert.equal(figures?.arrearsInterest, 46);
  assert.deepEqual((await ledger(s)).charges, [{ label: "Interest on arrears", cents: 46 }]);
  const file = await t.get(`/api/loans/downloadledger?loanId=${loan.id}`, admin);
  const text = await file.text();
  assert.match(file.headers.get("content-disposition")!, /attachment; filename="ledger-/);
  assert.match(text, /"2026-12-20","Payment due","",833\.33,833\.33,,100833\.33,"[^"]+","Posted by itself"\r\n/);
  assert.match(text, /"2026-12-22","Payment received","",,,833\.33,100000,"[^"]+","Helen Voss"\r\n$/);
});

scene("a returned payment is undone with its fee, a wrong row with its reason, and each only once", async (s) => {
  await fund(s);
  await toDay(s, "2026-12-28");
  await send(s, "recordledger", payment("2026-12-20", 833.33));
  await send(s, "recordledger", { kind: "fee", day: "2026-12-21", amount: 40, note: "Statement" });
  const rows = await rowsOf(s), paid = rows.find(({ kind }) => kind === "payment")!.id;
  const fee = rows.find(({ kind }) => kind === "fee")!.id;
  const late = await send(s, "returnpayment", { rowId: paid, day: "2026-12-19", fee: 50 }, 422);
  assert.match(late.fields.day, /received on 20 December 2026/);
  await send(s, "returnpayment", { rowId: paid, day: "2026-12-23", fee: 50 });
  assert.match((await send(s, "returnpayment", { rowId: paid, day: "2026-12-23" }, 409)).reason, /reversed already/);
  assert.match((await send(s, "returnpayment", { rowId: fee, day: "2026-12-23" }, 409)).reason, /Only a payment/);
  await send(s, "reverseledger", { rowId: fee, note: "Wrong loan" });
  const { figures, charges, lines } = await ledger(s);
  assert.deepEqual([figures?.arrears, figures?.arrearsDays, figures?.charges], [83_333, 8, 5_000]);
  const html = await (await s.t.get(`/dashboard/loanledger?id=${s.loan.id}`, s.admin)).text();
  assert.match(html, />Interest on arrears<[^$]*\$1\.83<[^$]*>NSF fee<[^$]*\$50\.00</);
  // 833.33 x 8 days x 10% / 365, not posted yet.
  assert.deepEqual(charges, [{ label: "Interest on arrears", cents: 183 }, { label: "NSF fee", cents: 5_000 }]);
  assert.deepEqual(lines.slice(0, 3).map(({ what, note }) => [what, note]), [
    ["Reversal: fee", "Wrong loan"],
    ["Fee", "NSF fee"],
    ["Payment returned (NSF)", "Returned by the bank"],
  ]);
  const trail = await s.t.deps.db.select().from(auditRows).where(eq(auditRows.action, "ledger.reverse"));
  assert.deepEqual(trail.map(({ actorName, before }) => [actorName, JSON.parse(before!).id]), [
    ["Helen Voss", paid],
    ["Helen Voss", fee],
  ]);
});

scene("a payout, read or printed, is the ledger's to the cent, posted or not, paid or not", async (s) => {
  const { t, admin, loan } = s;
  await fund(s);
  const page = async () => await (await t.get(`/dashboard/payout/${loan.id}`, admin)).text();
  const paper = async () => {
    const file = await t.get(`/api/loans/downloadpayout?loanId=${loan.id}`, admin);
    return (await pdfText(new Uint8Array(await file.arrayBuffer()))).text;
  };
  await toDay(s, "2026-12-22");
  // 100,000 + 833.33, 2 days' interest of 54.79, 833.33 x 2 days x 10% / 365, and a penalty of three months.
  const shown = [/Payment due on 20 December 2026, unpaid\D*833\.33/, /\$0\.46/, /\$103,388\.58/];
  for (const one of shown) assert.match(await page(), one, "what fell due is owed before the job has posted it");
  await job(s);
  for (const one of shown) {
    assert.match(await page(), one);
    assert.match(await paper(), one);
  }
  const { lender } = t.context(admin).site,
    ask = /How to pay.*Ask .+ how to pay\. Quote the reference \S+ 2026-12-22 with/s;
  assert.match(await page(), ask);
  lender.payoutInstructions = ["Wire to Example Bank, transit 00000", "Before two in the afternoon"];
  const pay = /How to pay.*Wire to Example Bank, transit 00000.*Before two in the afternoon.*Quote the reference/s;
  assert.match(await page(), pay);
  assert.match(await paper(), pay);
  await send(s, "recordledger", payment("2026-12-20", 833.33));
  assert.match(await page(), /\$102,554\.79/);
  assert.doesNotMatch(await page(), /unpaid<\/dt>/);
  const early = await (await t.get(`/dashboard/payout/${loan.id}?date=2026-11-19`, admin)).text();
  assert.match(early, /Choose that day or a later one/);
});

scene("a repaid loan owes no more: its ledger stays as it was closed", async (s) => {
  const { t, admin, loan } = s;
  await fund(s);
  await toDay(s, "2026-12-22");
  await send(s, "recordledger", payment("2026-12-20", 833.33));
  // But for 2 days of interest: 100,000 x 2 x 10% / 365
  await send(s, "recordledger", payment("2026-12-22", 100_000));
  const data = { adminComSelect: "Repaid", dateRepaid: "2026-12-22" };
  assert.equal((await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).status, 200);
  await toDay(s, "2027-02-22");
  const { figures, closed } = await ledger(s);
  assert.deepEqual([closed, figures?.owed, figures?.next], ["2026-12-22", 5_479, null]);
  const page = await (await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).text();
  assert.match(page, /Closed with a balance of.*\$54\.79/s);
  assert.doesNotMatch(page, /Owed today|Next payment/);
});

scene("the ledger's page names what a contract of the past restates", async (s) => {
  const { t, admin, loan } = s;
  await fund(s);
  const page = async () => await (await t.get(`/dashboard/loanledger?id=${loan.id}`, admin)).text();
  assert.doesNotMatch(await page(), /The ledger began with/);
  const [{ id: _id, ...signed }] = await t.deps.db.select().from(contracts).where(eq(contracts.stage, "in force"));
  await t.deps.db.insert(contracts).values({ ...signed, version: signed.version + 1, principal: 120_000 });
  assert.match(await page(), /The ledger began with \$100,000\.00; the contract that is in force names \$120,000\.00/);
});

scene("a prepayment with its penalty, and an adjustment with its reason", async (s) => {
  await fund(s);
  await toDay(s, "2026-12-28");
  const prepaid = { kind: "prepayment", day: "2026-12-28", amount: 20_000, penalty: 500 };
  assert.match((await send(s, "recordledger", prepaid, 422)).fields.amount, /833\.33 is unpaid/);
  await send(s, "recordledger", payment("2026-12-20", 833.33));
  await send(s, "recordledger", prepaid);
  const wrong = { kind: "adjustment", day: "2026-12-28", amount: -1, part: "charges" };
  assert.equal((await send(s, "recordledger", wrong, 422)).fields.note, "Enter the reason.");
  const tooMuch = await send(s, "recordledger", { ...wrong, note: "Goodwill" }, 422);
  assert.match(tooMuch.fields.amount, /There is \$0\.00 of it/);
  await send(s, "recordledger", { ...wrong, amount: -5_000, part: "principal", note: "Holdback released" });
  const { figures } = await ledger(s);
  assert.deepEqual([figures?.principal, figures?.charges, figures?.credit], [7_500_000, 0, 0]);
  const tomorrow = await send(s, "recordledger", payment("2026-12-29", 1), 422);
  assert.equal(tomorrow.fields.day, "Choose today or an earlier day.");
});

scene("a prepayment that the bank returns goes with its penalty, and costs the fee", async (s) => {
  await fund(s);
  await toDay(s, "2026-12-28");
  await send(s, "recordledger", payment("2026-12-20", 833.33));
  await send(s, "recordledger", { kind: "prepayment", day: "2026-12-22", amount: 20_000, penalty: 500 });
  const repaid = (await rowsOf(s)).find(({ kind }) => kind === "prepayment")!.id;
  assert.deepEqual((await ledger(s)).lines.slice(0, 2).map(({ undoneToo }) => undoneToo), [["penalty"], [
    "prepayment",
  ]]);
  await send(s, "returnpayment", { rowId: repaid, day: "2026-12-23", fee: 45 });
  const { figures, lines } = await ledger(s);
  assert.deepEqual([figures?.principal, figures?.charges, figures?.credit], [10_000_000, 4_500, 0]);
  assert.deepEqual(lines.slice(0, 3).map(({ what }) => what), [
    "Fee",
    "Payment returned (NSF)",
    "Reversal: prepayment penalty",
  ]);
});

scene("a form that was sent once refuses another entry, and says what it recorded", async (s) => {
  await fund(s);
  await toDay(s, "2026-12-28");
  const sent = { ...payment("2026-12-22", 8_333.30), requestId: "the-very-same" };
  await send(s, "recordledger", sent);
  for (const other of [{ amount: 833.33 }, { day: "2026-12-23" }, { kind: "prepayment", penalty: 10 }]) {
    const { reason } = await send(s, "recordledger", { ...sent, ...other }, 409);
    assert.match(reason, /^Payment received of \$8,333\.30 on 22 December 2026 is recorded already\. Reload the page/);
  }
  assert.equal((await rowsOf(s)).filter(({ paid }) => paid > 0).length, 1);
});

scene("a loan with payments before today begins with the balance that a person names", async (s) => {
  const { t, loan } = s;
  await send(s, "beginledger", { day: "2026-11-20", principal: 100_000 }, 409);
  await fund(s, "2026-08-31");
  assert.deepEqual(await rowsOf(s), [], "what was paid since is not known");
  assert.match((await send(s, "recordledger", payment("2026-11-20", 1), 409)).reason, /has not begun/);
  const early = await send(s, "beginledger", { day: "2026-08-30", principal: 100_000 }, 422);
  assert.match(early.fields.day, /begins on 31 August 2026/);
  await send(s, "beginledger", { day: "2026-11-10", principal: 99_000, due: 833.33, charges: 50 });
  await send(s, "beginledger", { day: "2026-11-10", principal: 99_000 }, 409);
  await toDay(s, "2026-11-30");
  await job(s);
  assert.deepEqual(await brief(s), [
    ["opening", "2026-11-10", 9_900_000, 83_333, 5_000, 0],
    // A whole month on what is left: 99,000 x 10% / 12; and 833.33 x 20 days x 10% / 365
    ["due", "2026-11-30", 0, 82_500, 0, 0],
    ["arrears", "2026-11-30", 0, 0, 457, 0],
  ]);
  const opening = (await rowsOf(s))[0].id;
  assert.match((await send(s, "reverseledger", { rowId: opening, note: "Wrong" }, 409)).reason, /Reverse the other/);
  const due = (await rowsOf(s)).find(({ kind }) => kind === "due")!.id;
  await send(s, "reverseledger", { rowId: due, note: "Wrong" });
  await send(s, "reverseledger", { rowId: opening, note: "Wrong" });
  assert.deepEqual((await brief(s)).slice(-2).map(([kind, , , , charges]) => [kind, charges]), [
    ["reversal", -5_000],
    ["reversal", -457],
  ]);
  assert.equal((await ledger(s)).figures, null);
  await send(s, "beginledger", { day: "2026-11-10", principal: 98_000 });
  // 98,000 x 10% / 12
  assert.deepEqual((await brief(s)).at(-1), ["due", "2026-11-30", 0, 81_667, 0, 0]);
  assert.equal((await t.deps.db.select().from(contracts).where(eq(contracts.loanId, loan.id))).length, 1);
});

for (const [adminStructure, proposed] of [["Interest Only", "100,000.00"], ["P+I", ""]] as const) {
  const older = loanScene({ ...WHOLE, adminStructure });
  older(
    `an older loan's ledger begins with "${proposed}" proposed where its payments are ${adminStructure}`,
    async (s) => {
      await fund(s, "2026-08-31");
      const page = await (await s.t.get(`/dashboard/loanledger?id=${s.loan.id}`, s.admin)).text();
      const field = /<input[^>]*id="begin-principal"[^>]*>/.exec(page)![0];
      assert.equal(/ value="([^"]*)"/.exec(field)?.[1] ?? "", proposed);
    },
  );
}

scene("rows are never changed or removed, and another loan's row is not there", async (s) => {
  const { t, broker } = s;
  await fund(s);
  const [{ id }] = await rowsOf(s);
  const here = eq(ledgerRows.id, id);
  await assert.rejects(() => t.deps.db.update(ledgerRows).set({ paid: 1 }).where(here).run(), caused(/never changed/));
  await assert.rejects(() => t.deps.db.delete(ledgerRows).where(here).run(), caused(/never removed/));
  const other = await makeLoan(t, { brokerId: broker.id });
  await send(s, "reverseledger", { loanId: other.id, rowId: id, note: "x" }, 409);
  await send(s, "reverseledger", { rowId: id + 99, note: "x" }, 404);
  await send(s, "reverseledger", { rowId: id, note: "Not advanced" });
  assert.equal((await ledger(s)).figures, null);
  await send(s, "beginledger", { day: "2026-11-20", principal: 90_000 });
  assert.equal((await ledger(s)).figures?.principal, 9_000_000);
});

/** Drizzle wraps what the database says. */
const caused = (reason: RegExp) => (error: Error): true => {
  assert.match(`${error.message} ${(error.cause as Error | undefined)?.message}`, reason);
  return true;
};
