/** Participants' statements: page, PDF and CSV add up to the ledger to the cent (lending rules 16). */
import assert from "node:assert/strict";
import { holdings, ledgerRows, participants } from "../../../db/schema/mod.ts";
import { getParticipantMonth } from "../../../lib/features/servicing/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { plansOf } from "../../support/plans_of.ts";

const scene = loanScene({ ...WHOLE });

async function post({ t, admin }: LoanScene, call: string, body: object, status = 200) {
  const answer = await t.post(`/api/loans/${call}`, body, admin);
  const said = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(said));
  return said;
}
let asked = 0;
const pay = (s: LoanScene, loanId: number, day: string, amount: number) =>
  post(s, "recordledger", { loanId, requestId: `request-${++asked}`, kind: "payment", day, amount });

scene("who held a loan when it paid gets their part of it, in page, PDF and CSV alike", async (s) => {
  const { t, admin, loan } = s;
  const page = async (query: string) => await (await t.get(`/dashboard/participants?${query}`, admin)).text();
  assert.match(await page("month=2026-12"), /No participants yet/);
  const fund = { adminComSelect: "Funded", dateFunded: "2026-11-20" };
  const old = await makeLoan(t, { ...WHOLE });
  // As it was before there were dates: held from the beginning.
  await t.deps.db.insert(participants).values({ loanId: old.id, position: 1, name: "Elm Trust", amount: 33_333 });
  for (const { id } of [loan, old]) await post(s, "updateloan", { loanId: id, data: fund });
  const hold = (loanId: number, list: object[], from?: string, status = 200) =>
    post(s, "saveparticipants", { loanId, participants: list, from }, status);
  const elm = (amount: number) => ({ name: "Elm Trust", amount }), maple = { name: "Maple Fund", amount: 50_000 };
  await hold(loan.id, [elm(50_000)], "2026-11-20");
  const early = await hold(loan.id, [elm(50_000)], "2099-01-01", 422);
  assert.equal(early.fields.from, "Choose today or an earlier day.");
  while (dateInToronto(t.now()) < "2026-12-28") t.advance(24 * 3600_000);
  await t.signInAgain(admin);
  await pay(s, loan.id, "2026-12-20", 833.33);
  await pay(s, old.id, "2026-12-20", 833.33);
  await hold(loan.id, [maple, elm(50_000)], "2026-12-21");
  await hold(old.id, [], "2026-12-22");
  await pay(s, loan.id, "2026-12-23", 100.01);
  await pay(s, old.id, "2026-12-23", 100);

  const { rows, names } = await getParticipantMonth(t.context(admin), { month: "2026-12" });
  assert.deepEqual(names, ["Elm Trust", "Maple Fund"]);
  assert.deepEqual(rows.map(({ received, shares, ours }) => [received, shares.map(({ cents }) => cents), ours]), [
    // Half of 833.33, the cent left over to the first; half each of 100.01; a third of 833.33 is 277.77.
    [83_333, [41_667], 41_666],
    [10_001, [5_001, 5_000], 0],
    [83_333, [27_777], 55_556],
  ]);
  const statement = await page("month=2026-12&name=Elm+Trust");
  assert.match(statement, /\$50,000 of \$100,000/);
  // 416.67 + 50.00 + 277.77
  assert.match(statement, /\$744\.44/);
  const all = await page("month=2026-12");
  // 50.01 of Maple Fund, ours 416.66 + 555.56, and 1,766.67 in all.
  for (const sum of [/\$744\.44/, /\$50\.01/, /\$972\.22/, /\$1,766\.67/]) assert.match(all, sum);
  const file = await t.get("/api/loans/downloadstatement?month=2026-12&name=Elm+Trust", admin);
  assert.match((await pdfText(new Uint8Array(await file.arrayBuffer()))).text, /Elm Trust.*December 2026.*\$744\.44/s);
  const csv = await t.get("/api/loans/downloadstatementcsv?month=2026-12&name=Elm+Trust", admin);
  assert.match(await csv.text(), /"2026-12-23","[^"]+","Payment received",100\.01,50000,100000,50\r\n/);
  assert.match(await page("month=2027-01&name=Elm+Trust"), /No payments this month/);
});

scene("a prepayment without a penalty is on the statement, and so is its reversal", async (s) => {
  const { t, admin, loan } = s;
  const loanId = loan.id;
  await post(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  await post(s, "saveparticipants", { loanId, participants: [{ name: "Elm Trust", amount: 50_000 }] });
  const day = dateInToronto(t.now()), month = day.slice(0, 7);
  const act = { loanId, requestId: "a-prepayment", kind: "prepayment", day, amount: 40_000, penalty: 0 };
  await post(s, "recordledger", act);
  const [row] = (await t.deps.db.select().from(ledgerRows)).filter(({ kind }) => kind === "prepayment");
  const got = async () =>
    (await getParticipantMonth(t.context(admin), { month })).rows.map(({ received, shares }) => [
      received,
      shares[0].cents,
    ]);
  assert.deepEqual(await got(), [[4_000_000, 2_000_000]]);
  await post(s, "reverseledger", { loanId, rowId: row.id, note: "Another loan's" });
  assert.deepEqual(await got(), [[4_000_000, 2_000_000], [-4_000_000, -2_000_000]]);
});

scene("a lent loan's participants that are changed while it is in the trash keep who held it before", async (s) => {
  const { t, admin, loan } = s;
  const loanId = loan.id,
    status = (adminComSelect: string, more = {}) =>
      post(s, "updateloan", { loanId, data: { adminComSelect, ...more } });
  await status("Funded", { dateFunded: "2026-11-20" });
  const hold = (name: string, from?: string) =>
    post(s, "saveparticipants", { loanId, participants: [{ name, amount: 100_000 }], from });
  await hold("Elm Trust", "2026-11-20");
  await pay(s, loanId, "2026-11-20", 100);
  while (dateInToronto(t.now()) < "2026-11-28") t.advance(24 * 3600_000);
  await t.signInAgain(admin);
  await status("Trash");
  await hold("Maple Fund");
  await status("Funded");
  const { rows } = await getParticipantMonth(t.context(admin), { month: "2026-11" });
  assert.deepEqual(rows.map(({ shares }) => shares.map(({ name }) => name)), [["Elm Trust"]]);
});

scene("a funded amount that is changed later leaves the statements of before as they were", async (s) => {
  const { t, admin, loan } = s;
  const loanId = loan.id;
  // As it was before there were dates, and before lists kept the amount.
  await t.deps.db.insert(participants).values({ loanId, position: 1, name: "Elm Trust", amount: 50_000 });
  await post(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  await pay(s, loanId, "2026-11-20", 833.33);
  const shares = async (month: string) =>
    (await getParticipantMonth(t.context(admin), { month })).rows.map((
      { shares, funded },
    ) => [shares[0].cents, funded]);
  assert.deepEqual(await shares("2026-11"), [[41_667, 100_000]]);
  while (dateInToronto(t.now()) < "2026-12-02") t.advance(24 * 3600_000);
  await t.signInAgain(admin);
  await post(s, "updateloan", { loanId, data: { fsfcLoan: 120_000 } });
  await pay(s, loanId, "2026-12-02", 1000);
  assert.deepEqual(await shares("2026-11"), [[41_667, 100_000]]);
  // 50 of 120 parts of 1,000.
  assert.deepEqual(await shares("2026-12"), [[41_667, 120_000]]);
});

scene("names that differ in accents are two participants, and the page says so until one is entered", async (s) => {
  const { t, admin, loan } = s;
  const other = await makeLoan(t, { ...WHOLE });
  const hold = (loanId: number, name: string) =>
    post(s, "saveparticipants", { loanId, participants: [{ name, amount: 1_000 }] });
  const page = async () => await (await t.get("/dashboard/participants", admin)).text();
  await hold(loan.id, "Bélanger Trust");
  await hold(other.id, "bélanger  TRUST");
  assert.doesNotMatch(await page(), /count as/, "one name, whatever its case");
  await hold(other.id, "Belanger Trust");
  assert.match(await page(), /Belanger Trust and Bélanger Trust count as 2 participants\. Where they are one, enter/);
  const third = await makeLoan(t, { ...WHOLE });
  await hold(third.id, "Bel\u00e0nger Trust");
  assert.match(await page(), /[^,>]+ Trust, [^,]+ Trust and [^,]+ Trust count as 3 participants\./);
  await hold(third.id, "Bélanger Trust");
  await hold(other.id, "Bélanger Trust");
  assert.doesNotMatch(await page(), /count as/);
});

scene("a list from an earlier day holds of the amount of then, and of each amount since", async (s) => {
  const { t, admin, loan } = s;
  const loanId = loan.id;
  const until = async (day: string) => {
    while (dateInToronto(t.now()) < day) t.advance(24 * 3600_000);
    await t.signInAgain(admin);
  };
  const hold = (name: string, amount: number, from?: string, status = 200) =>
    post(s, "saveparticipants", { loanId, participants: amount ? [{ name, amount }] : [], from }, status);
  const funds = (fsfcLoan: number) => post(s, "updateloan", { loanId, data: { fsfcLoan } });
  const shares = async (month: string) =>
    (await getParticipantMonth(t.context(admin), { month })).rows.map((
      { shares, funded },
    ) => [shares[0].name, shares[0].cents, funded]);
  await post(s, "updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  await hold("Elm Trust", 50_000, "2026-11-20");
  // As it was before lists kept the amount: held until today, by nobody since.
  await t.deps.db.update(holdings).set({ funded: null });
  await pay(s, loanId, "2026-11-20", 833.33);
  await until("2026-12-02");
  await hold("Elm Trust", 0);
  await t.deps.db.update(holdings).set({ funded: null });
  await funds(120_000);
  await pay(s, loanId, "2026-12-02", 1000);
  assert.deepEqual(await shares("2026-11"), [["Elm Trust", 41_667, 100_000]], "nobody holds it any more");
  await hold("Maple Fund", 60_000);
  assert.deepEqual(await shares("2026-12"), [["Maple Fund", 50_000, 120_000]]);

  const said = await hold("Oak Fund", 110_000, "2026-11-20", 422);
  assert.equal(
    said.fields.participants,
    "Participants would hold $110,000 of a funded amount of $100,000: $10,000 too much. " +
      "That was the amount on 20 November 2026. Choose a later day or enter less.",
  );
  await hold("Oak Fund", 60_000, "2026-11-20");
  assert.deepEqual(await shares("2026-11"), [["Oak Fund", 50_000, 100_000]]);
  assert.deepEqual(await shares("2026-12"), [["Oak Fund", 50_000, 120_000]]);
});

scene("a month is found by its days, without going through all ledgers", async ({ t }) => {
  const asked = await plansOf(t, (ctx) => getParticipantMonth(ctx, { month: "2026-12" }));
  const plans = asked.filter(({ text }) => text.includes("ledger_rows")).map(({ plan }) => plan);
  assert.equal(plans.length, 1);
  assert.match(plans[0], /USING INDEX ledger_rows_day/);
  assert.doesNotMatch(plans[0], /SCAN (ledger_rows|undone)/);
});
