/** A payout's ten-day table where an accepted renewal starts within it (lending rules 12). */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import { contracts, loans } from "../../../db/schema/mod.ts";
import { payoutExplanation, payoutTable } from "../../../lib/domain/letters/statements.ts";
import { getPayout } from "../../../lib/features/letters/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({ ...WHOLE });
const RENEWAL = { ...LETTER_TERMS, retainer: null, otherFees: null, rate: 0.11, term: "1 year", fee: 500 };

/** Funds the loan for 4 December 2025 to 2026, and puts a renewal with this penalty in force from there. */
async function renewed({ t, admin, loan }: LoanScene, adminPenalty: string) {
  const post = async (path: string, body: object) => {
    const answer = await t.post(path, body, admin);
    assert.equal(answer.status, 200, await answer.text());
  };
  const data = { adminComSelect: "Funded", dateFunded: "2025-12-04" };
  await post("/api/loans/updateloan", { loanId: loan.id, data });
  await post("/api/loans/updateloan", { loanId: loan.id, data: { adminPenalty } });
  const now = (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
  const made = await sendLetter(t, "generate", now, admin, { kind: "renewal", terms: RENEWAL });
  assert.equal(made.status, 200, await made.text());
  const [offer] = await t.deps.db.select().from(contracts).orderBy(desc(contracts.version)).limit(1);
  await post("/api/loans/acceptletter", { loanId: loan.id, contractId: offer.id });
}

const payoutOn = ({ t, admin, loan }: LoanScene, date: string) =>
  getPayout(t.context(admin), { loanId: loan.id, date, discharge: null, fees: null });

scene("the table goes on by the renewal from its first day, and says so", async (s) => {
  await renewed(s, "1 month");
  const { payout, later, terms, next } = await payoutOn(s, "2026-12-02");
  // The last month at 10%: 833.33 of interest, of which 29 of 30 days ran; from 4 December a month at 11%: 916.67.
  assert.deepEqual(payoutTable(payout!, later, next).rows.slice(0, 3).map(([day, total]) => [day, total]), [
    ["3 December 2026", "$100,833.33"],
    ["4 December 2026, renewal starts", "$100,916.67"],
    ["5 December 2026", "$100,946.81"],
  ]);
  assert.equal(later.length, 10);
  assert.match(
    payoutExplanation(payout!, terms!, next),
    /On 4 December 2026 the renewal comes into force: the totals from that day on are by its rate and prepayment/,
  );
  assert.match(
    payoutExplanation({ ...payout!, byLedger: [] }, terms!, next),
    /by its rate and prepayment, with what falls due as unpaid until it is received\.$/,
  );
});

scene("the table ends before a closed renewal, whose days have no payout", async (s) => {
  await renewed(s, "closed");
  const { payout, later, terms, next } = await payoutOn(s, "2026-12-01");
  assert.deepEqual(later.map(({ date }) => date), ["2026-12-02", "2026-12-03"]);
  assert.match(
    payoutExplanation(payout!, terms!, next),
    /On 4 December 2026 the renewal comes into force\. It is closed until 4 December 2027: on the days before that there is no payout\.$/,
  );
  const direct = await payoutOn(s, "2026-12-04");
  assert.deepEqual([direct.payout, direct.reason], [
    null,
    "This mortgage is closed until 4 December 2027. Choose that day or a later one.",
  ]);
});

scene("a statement that is refused says what to do next, with a way on", async (s) => {
  const { t, admin, loan } = s;
  const page = async (query = "") => await (await t.get(`/dashboard/payout/${loan.id}${query}`, admin)).text();
  const open = `<a class="btn" href="/dashboard/viewloan?id=${loan.id}">Open the loan</a>`;
  const pending = await page();
  assert.match(pending, /This loan is not funded, so there is nothing to pay out/);
  assert.ok(pending.includes(open), "to the loan");
  assert.doesNotMatch(pending, /payout-form/, "no day of it has a payout");
  await renewed(s, "closed");
  const early = await page("?date=2025-11-01");
  assert.match(early, /<p class="error" id="date-e">[^<]*Choose that day or a later one/, "at the field of the day");
  assert.doesNotMatch(early, /<p>[^<]*Choose that day/, "once");
  assert.match(early, /payout-form/);
  const [, way] = early.match(/<a class="btn" href="([^"]+)">Show it for 4 December 2025</)!;
  assert.match(await (await t.get(way.replaceAll("&amp;", "&"), admin)).text(), /What is owed/);
  await t.post("/api/loans/updateloan", { loanId: loan.id, data: { adminComSelect: "Repaid" } }, admin);
  const repaid = await page();
  assert.match(repaid, /This loan is repaid: nothing is owed on it/);
  assert.ok(repaid.includes(`<a class="btn" href="/dashboard/loanledger?id=${loan.id}">Open its ledger</a>`));
  assert.ok(repaid.includes(open));
});

scene(
  "a fee whose comma parts no thousands is refused, on the page and in the file: 350,00 is not 35,000",
  async (s) => {
    const { t, admin, loan } = s;
    await renewed(s, "1 month");
    const html =
      await (await t.get(`/dashboard/payout/${loan.id}?date=2026-12-04&discharge=350,00&fees=1,200.50`, admin))
        .text();
    assert.match(html, /id="discharge-e">Enter dollars such as 1,234.50/);
    assert.doesNotMatch(html, /35,000|id="fees-e"/);
    const query = `loanId=${loan.id}&date=2026-12-04&fees=12,5`;
    assert.match(
      await (await t.get(`/api/loans/downloadpayout?${query}`, admin)).text(),
      /a comma stands between thousands/,
    );
  },
);
