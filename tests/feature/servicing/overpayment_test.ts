/** Payments above all that a loan owes, by hand and from a bank's file (lending rules 14 and 15). */
import assert from "node:assert/strict";
import { ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { NOTHING } from "../../../lib/domain/servicing/ledger.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });

async function call({ t, admin }: LoanScene, name: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${name}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}

/** 100,000 at 10%, funded on 20 November; today is 22 December 2026, and 833.33 is unpaid since the 20th. */
async function december(s: LoanScene) {
  const data = { adminComSelect: "Funded", dateFunded: "2026-11-20" };
  await call(s, "updateloan", { loanId: s.loan.id, data });
  while (dateInToronto(s.t.now()) < "2026-12-22") s.t.advance(DAY_MS);
  await s.t.signInAgain(s.admin);
}
const figures = async ({ t, admin, loan }: LoanScene) =>
  (await getLedger(t.context(admin), { loanId: loan.id })).figures!;

scene("a payment above all that is owed is refused at its field; so is a row of the bank's file", async (s) => {
  await december(s);
  const { loan } = s, before = await figures(s);
  const paid = { loanId: loan.id, requestId: "too-much-1", kind: "payment", day: "2026-12-22", amount: 200_000 };
  const refused = await call(s, "recordledger", paid, 422);
  // 100,000, 833.33, 31 days of it at 10% (7.08), and 833.33 of 20 January.
  assert.match(refused.fields.amount, /^Up to 20 January 2027 \$101,673\.74 is owed in all\. Enter that or less/);
  const text = `Date,Description,Amount\n2026-12-22,${loan.clientCode},200000.00`;
  const { rows } = (await call(s, "previewbank", { text })).data;
  assert.deepEqual([rows[0].state, rows[0].proposed.length], ["doubtful", 1]);
  assert.match(rows[0].proposed[0].why, /\$100,833\.33 is all that is owed; set the loan to Repaid/);
  const { data } = await call(s, "takebank", { text, name: "a.csv", rows: [{ line: 2, clientCode: loan.clientCode }] });
  assert.equal(data.payments, 0);
  assert.match(data.skipped[0].reason, /Up to 20 January 2027 \$101,673\.74 is owed in all/);
  assert.deepEqual(await figures(s), before);
});

scene("a ledger that was paid too much has no payout below zero, and is closed with that to give back", async (s) => {
  await december(s);
  const { t, admin, loan } = s, loanId = loan.id;
  const old = { ...NOTHING, loanId, kind: "payment", day: "2026-12-22", paid: 20_000_000, key: "act:old:0" } as const;
  await t.deps.db.insert(ledgerRows).values({ ...old, recordedAt: t.now(), recordedByName: "Helen Voss" });
  // 200,000 - 100,833.33 - 54.79 and 0.46 of interest - 2,500 of penalty - 350.
  const said = "Nothing is owed on this loan on 22 December 2026: $96,261.42 was paid too much.";
  const page = await (await t.get(`/dashboard/payout/${loanId}?discharge=350`, admin)).text();
  assert.ok(page.includes(`${said} Give it back, then set the loan to Repaid.`), page);
  assert.ok(page.includes(`href="/dashboard/loanledger?id=${loanId}"`));
  assert.doesNotMatch(page, /How to pay|To pay out/);
  const paper = await t.get(`/api/loans/downloadpayout?loanId=${loanId}&discharge=350`, admin);
  assert.deepEqual([paper.status, (await paper.text()).includes(said)], [422, true]);

  const bulk = { loans: [loanId], status: "Repaid", from: "Funded", payouts: true };
  const { done, outcomes } = (await call(s, "updatemultipleloans", bulk)).data;
  assert.equal(done, 0);
  assert.match(outcomes[0].reason, /^Nothing is owed on this loan .* enter the payout that was received/);
  const repaid = { adminComSelect: "Repaid", dateRepaid: "2026-12-22" };
  await call(s, "updateloan", { loanId, data: repaid, payout: { amount: 0, discharge: 350 } });
  assert.equal((await figures(s)).owed, -9_626_142);
});

scene("a loan that owes something is not repaid by nothing", async (s) => {
  await december(s);
  const data = { adminComSelect: "Repaid", dateRepaid: "2026-12-22" };
  const refused = await call(s, "updateloan", { loanId: s.loan.id, data, payout: { amount: 0, discharge: 0 } }, 422);
  assert.equal(refused.reason, "Enter the amount that was received.");
});

scene("a fee on a statement alone would be paid too much by the ledger, which the payout's page says", async (s) => {
  await december(s);
  const page = async (query: string) => await (await s.t.get(`/dashboard/payout/${s.loan.id}${query}`, s.admin)).text();
  const said =
    "The ledger does not have the $200.00, so a payout with it will be $200.00 too much. Record it there as a";
  assert.ok((await page("?fees=200")).includes(said));
  assert.doesNotMatch(await page("?discharge=350"), /The ledger does not have/);
});
