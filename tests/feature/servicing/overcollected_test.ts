/** A file of debits that collects more than is owed by the time it is marked as sent. */
import assert from "node:assert/strict";
import { type TransferScene, transferScene } from "../../support/transfer_scene.ts";

/** A file of December's two payments, downloaded. */
async function makeDecember(s: TransferScene): Promise<number> {
  const id = await s.make("2026-12-20");
  await s.t.get(`/api/loans/downloadtransfers?id=${id}&as=csv`, s.admin);
  return id;
}
const pay = (s: TransferScene, loanId: number, day: string, amount: number) =>
  s.call("recordledger", { loanId, requestId: `paid-${day}`, kind: "payment", day, amount });

transferScene("what was paid since a file was made is not collected again, unless the bank has it", async (s) => {
  const [first, second] = s.loans, id = await makeDecember(s);
  assert.deepEqual((await s.file(id)).over, []);
  await pay(s, first.id, "2026-11-20", 500);
  const name = (await s.file(id)).rows[0].name;
  assert.deepEqual((await s.file(id)).over, [{ name, cents: 83_333, owed: 33_333 }]);
  const said = `1 payment collects more than is owed by now: ${name} owes $333.33 of $833.33.`;
  assert.ok((await s.page(`/dashboard/transferfile?id=${id}`)).includes(said));
  const { reason } = await s.call("sendtransfers", { id }, 409);
  assert.ok(reason.startsWith(`${said} Where the bank does not have this file, undo it and make a new one.`));
  assert.equal((await s.file(id)).file.state, "made");
  // A loan that is repaid owes nothing; what was confirmed before is not all of it.
  await s.call("updateloan", { loanId: second.id, data: { adminComSelect: "Repaid", dateRepaid: "2026-11-20" } });
  assert.match(
    (await s.call("sendtransfers", { id, over: 50_000 }, 409)).reason,
    /^2 payments.*owes \$0\.00 of \$833\.33\./,
  );
  await s.call("sendtransfers", { id, over: 133_333 });
  assert.deepEqual([(await s.file(id)).file.state, (await s.file(id)).over], ["sent", []]);
  await s.call("sendtransfers", { id });
});

transferScene("a file made anew collects what is left", async (s) => {
  const id = await makeDecember(s);
  await pay(s, s.loans[0].id, "2026-11-20", 500);
  await s.call("undotransfers", { id });
  await s.send("2026-12-20");
  assert.deepEqual((await s.plan("2026-12-20")).files[0].cents, 83_333 + 33_333);
});

transferScene("of arrears, on a day gone by and with ledgers behind what is owed is told as well", async (s) => {
  await s.until("2026-12-22");
  const late = await s.make("2027-01-05", "debit", "", true);
  assert.deepEqual((await s.file(late)).over, []);
  await pay(s, s.loans[1].id, "2026-12-22", 833.33);
  assert.deepEqual((await s.file(late)).over.map(({ cents, owed }) => [cents, owed]), [[83_333, 0]]);
  await s.call("undotransfers", { id: late });
  const january = await s.make("2027-01-20");
  await s.t.get(`/api/loans/downloadtransfers?id=${january}&as=csv`, s.admin);
  for (let day = 0; day < 31; day++) s.t.advance(24 * 3600_000);
  await s.t.signInAgain(s.admin);
  assert.deepEqual((await s.file(january)).over, []);
  await s.call("sendtransfers", { id: january });
});
