/** Loans that are repaid: the payout that was received closes the ledger, and comes back (lending rules 15). */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { auditRows, ledgerRows, loans } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { moneyOfCents } from "../../../lib/domain/money.ts";
import { liveRows } from "../../../lib/domain/servicing/ledger.ts";
import { getPayout } from "../../../lib/features/letters/mod.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const rowsOf = ({ t, loan }: LoanScene) =>
  t.deps.db.select().from(ledgerRows).where(eq(ledgerRows.loanId, loan.id)).orderBy(asc(ledgerRows.id));
/** Kind, day and the sum of what they owe and pay of the rows that count. */
const live = async (s: LoanScene) =>
  liveRows(await rowsOf(s)).map(({ kind, day, due, charges, paid }) => [kind, day, due + charges, paid]);
const ledger = ({ t, admin, loan }: LoanScene) => getLedger(t.context(admin), { loanId: loan.id });

/** Why the loan has no payout statement. */
const refusedPayout = async ({ t, admin, loan }: LoanScene) =>
  (await getPayout(t.context(admin), { loanId: loan.id, date: "", discharge: null, fees: null })).reason;

async function post({ t, admin }: LoanScene, call: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${call}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
const save = (s: LoanScene, data: object, payout?: object, status = 200) =>
  post(s, "updateloan", { loanId: s.loan.id, data, payout }, status);

/** Funded on 20 November, its first payment of 20 December posted; today is 22 December 2026. */
async function december(s: LoanScene) {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  while (dateInToronto(s.t.now()) < "2026-12-22") s.t.advance(DAY_MS);
  await s.t.signInAgain(s.admin);
  await postDuePayments(s.t.context());
}
const REPAID = { adminComSelect: "Repaid", dateRepaid: "2026-12-22" };

scene(
  "Repaid asks what is owed, keeps statement and receipt, and shows the difference; Funded takes it back",
  async (s) => {
    const asked = () => post(s, "payoutowed", { loanId: s.loan.id, discharge: 350 });
    assert.equal((await asked()).data, null, "no ledger yet");
    await december(s);
    const before = await ledger(s);
    // 100,833.33, two days of it at 10% (54.79 and 0.46), three months of 833.33, the fee.
    assert.deepEqual((await asked()).data, {
      day: "2026-12-22",
      total: 103_738.58,
      discharge: 350,
      reason: "",
      notice: "",
    });
    await save(s, REPAID, { amount: 103_700, discharge: 350 });
    assert.deepEqual((await live(s)).slice(2), [
      ["arrears", "2026-12-22", 46, 0],
      ["penalty", "2026-12-22", 250_000, 0],
      ["fee", "2026-12-22", 35_000, 0],
      ["payout", "2026-12-22", 10_005_479, 10_370_000],
    ]);
    const { figures, closed, lines } = await ledger(s);
    assert.deepEqual([closed, figures?.owed], ["2026-12-22", 3_858]);
    assert.match(await refusedPayout(s), /^This loan is repaid\. Its ledger was closed with \$38\.58 still owed\./);
    const { note, charged, paid, balance } = lines[0];
    assert.equal(note, "By the statement of that day $103,738.58, with $54.79 interest to that day");
    assert.deepEqual([charged, paid, balance], [5_479, 10_370_000, 3_858], "what the bank has, and the interest in it");
    assert.equal((await asked()).data, null, "it is closed");
    const trail = await s.t.deps.db.select().from(auditRows).where(eq(auditRows.action, "ledger.payout"));
    const { statement, received } = JSON.parse(trail[0].after!);
    assert.deepEqual([trail.length, statement, received], [1, 103_738.58, 103_700]);
    await save(s, { adminComSelect: "Trash" });
    await save(s, { adminComSelect: "Repaid" });
    assert.equal((await ledger(s)).figures?.owed, 3_858, "out of the trash as it was");
    await save(s, { adminComSelect: "Funded" });
    assert.deepEqual((await ledger(s)).figures, before.figures);
    await save(s, { adminComSelect: "Repaid" });
    assert.equal(
      (await live(s)).filter(([kind]) => kind === "payout").length,
      0,
      "nothing is invented where none is named",
    );
  },
);

scene("a payout of a day gone by takes back what fell due since, which stands again once it is undone", async (s) => {
  await december(s);
  const before = await live(s), early = { adminComSelect: "Repaid", dateRepaid: "2026-12-10" };
  const loanId = s.loan.id;
  await save(s, early, { amount: null });
  assert.deepEqual((await live(s)).map(([kind]) => kind), ["advance", "penalty", "payout"]);
  assert.deepEqual([(await ledger(s)).closed, (await ledger(s)).figures?.owed], ["2026-12-10", 0]);
  assert.equal(await refusedPayout(s), "This loan is repaid: nothing is owed on it.");
  await save(s, { adminComSelect: "Funded" });
  await postDuePayments(s.t.context());
  assert.deepEqual(await live(s), before);
  await post(s, "recordledger", { loanId, requestId: "the-first", kind: "payment", day: "2026-12-20", amount: 833.33 });
  const refused = await save(s, early, { amount: 100_000 }, 422);
  assert.match(refused.fields["data.dateRepaid"], /^\$833\.33 was recorded on 20 December 2026, after that day/);
  assert.match((await post(s, "payoutowed", { loanId, day: "2026-12-10" })).data.reason, /recorded on 20 December/);
  const [{ adminComSelect }] = await s.t.deps.db.select().from(loans).where(eq(loans.id, loanId));
  assert.equal(adminComSelect, "Funded");
});

scene(
  "without a statement no payout is recorded by one: in bulk it is refused, a sum that was received says so",
  async (s) => {
    await save(s, { adminPenalty: "closed" });
    await december(s);
    const loanId = s.loan.id, closedUntil = "This mortgage is closed until 20 November 2027.";
    const bulk = { loans: [loanId], status: "Repaid", from: "Funded", payouts: true };
    const { done, outcomes } = (await post(s, "updatemultipleloans", bulk)).data;
    assert.deepEqual([done, (await ledger(s)).closed], [0, null]);
    assert.ok(outcomes[0].reason.startsWith(`${closedUntil} There is no statement of that day: open the loan`));
    assert.equal((await post(s, "payoutowed", { loanId })).data.notice, closedUntil);
    await save(s, REPAID, { amount: 101_000, discharge: 0 });
    const { lines, figures } = await ledger(s);
    // 100,833.33 and two days of it at 10%, 54.79 and 0.46.
    assert.deepEqual([lines[0].note, figures?.owed], [
      "There was no statement; without a penalty $100,888.58, with $54.79 interest to that day",
      -11_142,
    ]);
    assert.equal(
      await refusedPayout(s),
      "This loan is repaid. Its ledger was closed with $111.42 to give back.",
    );
  },
);

scene("in bulk each payout is as stated, a loan without a ledger has none, and undo takes them back", async (s) => {
  const { t } = s;
  await december(s);
  const other = await makeLoan(t, { ...WHOLE, adminComSelect: "Funded", dateFunded: "2026-01-20" });
  const ids = [s.loan.id, other.id], before = await ledger(s);
  const bulk = async (body: object) => (await post(s, "updatemultipleloans", { loans: ids, ...body })).data;
  assert.equal((await bulk({ status: "Repaid", from: "Funded", payouts: true })).done, 2);
  assert.deepEqual([(await ledger(s)).closed, (await ledger(s)).figures?.owed], ["2026-12-22", 0]);
  assert.deepEqual(await rowsOf({ ...s, loan: other }), []);
  assert.equal((await bulk({ status: "Funded", from: "Repaid", undo: true })).done, 2);
  assert.deepEqual((await ledger(s)).figures, before.figures);
  // Repaid by mistake on an earlier day, which stays in the form: the payout is of the day on which it is recorded.
  await save(s, { adminComSelect: "Repaid", dateRepaid: "2026-12-10" });
  await save(s, { adminComSelect: "Funded" });
  assert.equal((await bulk({ status: "Repaid", from: "Funded", payouts: true })).done, 2);
  assert.equal((await ledger(s)).closed, "2026-12-22");
  assert.equal((await bulk({ status: "Funded", from: "Repaid", undo: true })).done, 2);
  const [{ dateRepaid }] = await t.deps.db.select().from(loans).where(eq(loans.id, s.loan.id));
  assert.equal(dateRepaid, "2026-12-10");
  const idle = await save(s, { comments: "Paid?" }, { amount: 100 }, 409);
  assert.match(idle.reason, /as the loan is set to Repaid.*Set it to Repaid with it/);
  const none = await post({ ...s, loan: other }, "updateloan", {
    loanId: other.id,
    data: REPAID,
    payout: { amount: 100 },
  }, 409);
  assert.match(none.reason, /no open ledger.*without one/);
});

scene(
  "in bulk a loan that was paid out comes back from the trash as it was, with the day on which it was repaid",
  async (s) => {
    await december(s);
    await save(s, REPAID, { amount: null });
    const before = await live(s);
    await save(s, { adminComSelect: "Trash" });
    s.t.advance(5 * DAY_MS);
    const bulk = { loans: [s.loan.id], status: "Repaid", from: "Trash", payouts: true };
    assert.equal((await post(s, "updatemultipleloans", bulk)).data.done, 1);
    const [{ dateRepaid }] = await s.t.deps.db.select().from(loans).where(eq(loans.id, s.loan.id));
    assert.deepEqual([dateRepaid, await live(s)], ["2026-12-22", before]);
  },
);

scene("in bulk a loan that was repaid without a payout comes back from the trash as it was", async (s) => {
  await december(s);
  await save(s, { adminComSelect: "Repaid", dateRepaid: "2026-12-10" });
  const before = await live(s), { figures } = await ledger(s);
  await save(s, { adminComSelect: "Trash" });
  s.t.advance(90 * DAY_MS);
  await s.t.signInAgain(s.admin);
  const bulk = { loans: [s.loan.id], status: "Repaid", from: "Trash", payouts: true };
  assert.equal((await post(s, "updatemultipleloans", bulk)).data.done, 1);
  const [{ dateRepaid }] = await s.t.deps.db.select().from(loans).where(eq(loans.id, s.loan.id));
  assert.deepEqual([dateRepaid, await live(s)], ["2026-12-10", before]);
  assert.deepEqual((await ledger(s)).figures, figures);
});

scene("a loss that is set to Repaid in bulk months later, and back, leaves the ledger as it was closed", async (s) => {
  await december(s);
  await save(s, { adminComSelect: "Loss" });
  s.t.advance(90 * DAY_MS);
  await s.t.signInAgain(s.admin);
  const before = await ledger(s);
  for (const [from, status, how] of [["Loss", "Repaid", { payouts: true }], ["Repaid", "Loss", { undo: true }]]) {
    const bulk = { loans: [s.loan.id], status, from, ...how as object };
    assert.equal((await post(s, "updatemultipleloans", bulk)).data.done, 1);
  }
  assert.deepEqual(await ledger(s), before);
});

scene("a payout that a change of status recorded or reversed is as before once the change is undone", async (s) => {
  await december(s);
  const bulk = async (status: string, more: object = {}) =>
    (await post(s, "updatemultipleloans", { loans: [s.loan.id], status, ...more })).data.outcomes[0];
  const repaid = { adminComSelect: "Repaid", dateRepaid: "2026-12-10" };
  await save(s, repaid, { amount: null });
  const paid = await live(s);
  const table: [from: string, to: string, how: object][] = [
    ["Repaid", "Funded", {}],
    ["Repaid", "Trash", {}],
    ["Trash", "Funded", {}],
    ["Trash", "Repaid", { payouts: true }],
  ];
  for (const [from, to, how] of table) {
    if (from === "Trash") await bulk("Trash");
    assert.equal((await bulk(to, how)).done, true);
    // What falls due meanwhile is taken back with the payout.
    await postDuePayments(s.t.context());
    assert.deepEqual(await bulk(from, { from: to, undo: true }).then(({ done }) => done), true);
    assert.deepEqual(await live(s), paid, `${from} to ${to}`);
    assert.deepEqual([(await ledger(s)).closed, (await ledger(s)).figures?.owed], ["2026-12-10", 0]);
    if (from === "Trash") await bulk("Repaid");
  }
  const { action } = auditRows;
  const said = (await s.t.deps.db.select().from(auditRows).where(eq(action, "ledger.payout"))).map(({ after }) =>
    after
  );
  assert.equal(new Set(said.filter((_, i) => i < 2)).size, 1, "the trail says of both what was stated and received");
  await bulk("Funded");
  const open = await live(s);
  for (const from of ["Loss", "Declined"]) {
    await save(s, { adminComSelect: from, declineReason: "No" });
    assert.equal((await bulk("Repaid", { payouts: true })).done, true);
    assert.deepEqual(await live(s), open, "only a funded loan is paid out in bulk");
    assert.equal((await bulk(from, { from: "Repaid", undo: true })).done, true);
    assert.deepEqual(await live(s), open, `${from} to Repaid`);
  }
});

scene("where somebody recorded in the ledger since a payout was reversed, that is not undone", async (s) => {
  await december(s);
  const bulk = async (body: object) => (await post(s, "updatemultipleloans", { loans: [s.loan.id], ...body })).data;
  await bulk({ status: "Repaid", payouts: true });
  await bulk({ status: "Funded" });
  const fee = { kind: "fee", day: "2026-12-22", amount: 50, note: "Courier", requestId: "a-courier" };
  await post(s, "recordledger", { loanId: s.loan.id, ...fee });
  const { outcomes: [{ done, reason }] } = await bulk({ status: "Repaid", from: "Funded", undo: true });
  assert.deepEqual([done, (await ledger(s)).closed], [false, null]);
  assert.match(reason, /entries since its payout was reversed.*set it to Repaid there, with the payout\./);
});

scene(
  "the loan's head says what is owed, next and late; the overview what is outstanding of the funded loans",
  async (s) => {
    const { t, admin, loan } = s;
    const head = async () => await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
    const exposure = async () => await (await t.get("/dashboard/overview?view=exposure", admin)).text();
    assert.doesNotMatch(await head() + await exposure(), /Owed today|Balance outstanding/);
    await december(s);
    await makeLoan(t, { ...WHOLE, adminComSelect: "Funded", dateFunded: "2026-01-20" });
    const figures = (await head()).split("Today by the ledger")[1];
    assert.match(figures, /Owed today.*\$100,888\.58.*Next payment.*\$833\.33 on 20 Jan 2027.*\$833\.33, 2 days/s);
    assert.match(await exposure(), /by the ledgers of 1 of 2 loans funded.*Funded amount.*\$100,000.*\$100,833/s);
    await post(s, "recordledger", {
      loanId: loan.id,
      requestId: "the-first",
      kind: "payment",
      day: "2026-12-22",
      amount: 40_833.33,
    });
    assert.match(await head(), /Arrears<\/dt><dd>None/);
    assert.match(await exposure(), /Balance outstanding.*\$60,000/s);
    await save(s, { adminComSelect: "Repaid" });
    assert.doesNotMatch(await head() + await exposure(), /Owed today|Balance outstanding/);
  },
);

scene("a loss says that it has no statement and what its ledger was closed with", async (s) => {
  await december(s);
  await save(s, { adminComSelect: "Loss" });
  const { figures } = await ledger(s);
  assert.equal(
    await refusedPayout(s),
    `This loan is a loss, so it has no payout statement. Its ledger was closed with ${
      moneyOfCents(figures!.owed)
    } still owed. To record more or to collect it, set the loan to Funded again.`,
  );
});
