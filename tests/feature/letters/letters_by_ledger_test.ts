/** Letters of a loan with a ledger go on from what this leaves, not from the schedule (lending rules 11). */
import assert from "node:assert/strict";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { balanceAfter } from "../../../lib/domain/lending/payments.ts";
import { NO_TERMS } from "../../../lib/domain/letters/terms.ts";
import { fillLetter } from "../../../lib/domain/letters/letter.ts";
import { getLetter } from "../../../lib/features/letters/mod.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { postDuePayments } from "../../../lib/features/servicing/jobs.ts";
import { call, row, rows, save } from "../../support/contract_acts.ts";
import { sendLetter, WHOLE } from "../../support/letters.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const blended = loanScene({ ...WHOLE, adminStructure: "P+I" });
const RENEWAL = { ...NO_TERMS, expiresOn: "2027-11-15", rate: 0.09, term: "1 year", fee: 500 };

async function toDay({ t, admin }: LoanScene, day: string) {
  while (dateInToronto(t.now()) < day) t.advance(DAY_MS);
  await postDuePayments(t.context());
  await t.signInAgain(admin);
}

let asked = 0;
const record = (s: LoanScene, act: object) =>
  call(s, "recordledger", { loanId: s.loan.id, requestId: `ledger-${++asked}`, ...act });

/** Receives the payment of a day on it. */
const pay = (s: LoanScene, day: string, amount: number) => record(s, { kind: "payment", day, amount });

/** Repays principal on 20 December 2026, once the first payment is received. */
async function prepay(s: LoanScene, first: number) {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  await toDay(s, "2026-12-20");
  await pay(s, "2026-12-20", first);
  await record(s, { kind: "prepayment", day: "2026-12-20", amount: 40_000, penalty: 0 });
}

const view = (s: LoanScene, kind: "renewal" | "commitment") =>
  getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind });
async function fill(s: LoanScene, kind: "renewal" | "commitment", terms: object) {
  const { facts } = await view(s, kind);
  return fillLetter(kind, facts, { ...NO_TERMS, ...terms }, []);
}
const textOf = (letter: { sections: { id: string; text: string }[] }, id: string) =>
  letter.sections.find((one) => one.id === id)?.text ?? "";

scene("a renewal renews what a prepayment left, and the ledger carries just that", async (s) => {
  await prepay(s, 833.33);
  await toDay(s, "2027-11-10");
  const letter = await fill(s, "renewal", RENEWAL);
  assert.equal(letter.figures.principal, 60_000);
  assert.match(textOf(letter, "terms"), /^Balance renewed \| \$60,000\.00$/m);
  assert.match(textOf(letter, "terms"), /^Monthly payment \| \$450\.00$/m);
  // From January on 60,000 at 10%: 500.00 a month, ten of them by 20 October 2027.
  assert.match(letter.warnings.join("\n"), /By the ledger \$5,000\.00 of payments is unpaid/);
  const { draft: { revision } } = await view(s, "renewal");
  const sent = { kind: "renewal", revision, terms: { ...RENEWAL, unpaidInterest: 5_000 } };
  const answer = await sendLetter(s.t, "generate", await row(s), s.admin, sent);
  assert.equal(answer.status, 200, await answer.clone().text());
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: (await rows(s)).at(-1)!.id, confirmed: [] });
  assert.equal((await rows(s)).at(-1)!.principal, 65_000);
  await toDay(s, "2027-11-20");
  const { figures } = await getLedger(s.t.context(s.admin), { loanId: s.loan.id });
  assert.deepEqual([figures?.principal, figures?.next], [6_500_000, { day: "2027-12-20", payment: 48_750 }]);
});

scene("a renewal that a prepayment overtook is confirmed before it comes into force", async (s) => {
  await prepay(s, 833.33);
  const sent = { kind: "renewal", terms: { ...RENEWAL, expiresOn: "2026-12-30" } };
  assert.equal((await sendLetter(s.t, "generate", await row(s), s.admin, sent)).status, 200);
  const [again] = (await rows(s)).slice(-1);
  assert.equal(again.principal, 60_000);
  await record(s, { kind: "prepayment", day: "2026-12-20", amount: 20_000, penalty: 0 });
  const accept = (confirmed: string[]) =>
    s.t.post("/api/loans/acceptletter", { loanId: s.loan.id, contractId: again.id, confirmed }, s.admin);
  const refused = await accept([]);
  assert.equal(refused.status, 422);
  const { toConfirm } = await refused.json();
  assert.deepEqual(toConfirm, [
    "The ledger leaves $40,000.00 on 20 November 2027, and the letter states $60,000.00. Generate it anew for the " +
    "ledger's balance, or put it in force as it was signed.",
  ]);
  assert.equal((await accept(toConfirm)).status, 200);
});

scene("a balance entered otherwise than the ledger's is named with both", async (s) => {
  await prepay(s, 833.33);
  const letter = await fill(s, "renewal", { ...RENEWAL, balance: 100_000 });
  assert.match(letter.warnings.join("\n"), /leaves \$60,000\.00 on 20 November 2027, and this letter renews \$100,000/);
});

scene("an amendment states the balance that a prepayment left", async (s) => {
  await prepay(s, 833.33);
  const letter = await fill(s, "commitment", { startsOn: "2027-01-20" });
  assert.equal(letter.title, "Mortgage amending agreement");
  assert.match(textOf(letter, "amount"), /^Balance on 20 January 2027 \| \$60,000\.00/);
  assert.match(textOf(letter, "rate"), /^Monthly payment \| \$500\.00$/m);
});

blended("P+I renews at its maturity what prepayment and payments leave", async (s) => {
  const payment = 894.49;
  await prepay(s, payment);
  const { figures } = await fill(s, "renewal", RENEWAL);
  // 100,000 after one payment less 40,000; then eleven payments of 894.49 at 0.8165% a month, to the cent.
  let cents = Math.round(balanceAfter(100_000, 0.1, 1) * 100) - 4_000_000;
  for (let i = 0; i < 11; i++) cents += Math.floor(cents * (1.05 ** (1 / 6) - 1) + 0.5) - 89_449;
  assert.equal(figures.principal, cents / 100);
});

scene("a schedule says on the screen and on paper that a prepayment is not in it", async (s) => {
  const id = s.loan.id, get = async (path: string) => await s.t.get(path, s.admin);
  const page = async () => await (await get(`/dashboard/schedule/${id}`)).text();
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  assert.doesNotMatch(await page(), /as it was signed/);
  await prepay(s, 833.33);
  const said = "By the loan's ledger the principal on 20 December 2026 is $60,000.00, not $100,000.00";
  const html = (await page()).replaceAll("&#x27;", "'");
  assert.ok(html.includes(said));
  assert.ok(html.includes(`href="/dashboard/loanledger?id=${id}"`));
  const paper = await get(`/api/loans/downloadschedule?loanId=${id}`);
  assert.ok((await pdfText(await paper.bytes())).text.replace(/\s+/g, " ").includes(said));
});

scene("an overheld loan says what a day costs by its ledger", async (s) => {
  await prepay(s, 833.33);
  for (let month = 1; month <= 10; month++) {
    const day = `2027-${String(month).padStart(2, "0")}-20`;
    await toDay(s, day);
    await pay(s, day, 500);
  }
  await toDay(s, "2027-12-01");
  // 60,500 x 10% / 365
  const letter = await fill(s, "renewal", { ...RENEWAL, retroactive: true });
  assert.match(letter.warnings.join("\n"), /interest runs at 10\.00% a year, \$16\.58 a day\./);
  assert.match(letter.warnings.join("\n"), /By the ledger \$500\.00 of payments is unpaid/);
  assert.equal(letter.figures.principal, 60_000);
  // With 11 days of it, 182.33.
  await pay(s, "2027-12-01", 60_682.33);
  assert.match(
    (await fill(s, "renewal", RENEWAL)).warnings.join("\n"),
    /matured on 20 November 2027\. By its ledger nothing is unpaid/,
  );
});

scene("a renewal that is accepted late is in the ledger at once, with the interest that it corrects", async (s) => {
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-11-20" });
  await toDay(s, "2027-11-20");
  await pay(s, "2027-11-20", 12 * 833.33);
  const ledger = () => getLedger(s.t.context(s.admin), { loanId: s.loan.id });
  const before = (await ledger()).figures!.charges;
  await toDay(s, "2027-12-28");
  const sent = { kind: "renewal", terms: { ...RENEWAL, expiresOn: "2028-01-10", retroactive: true } };
  const answer = await sendLetter(s.t, "generate", await row(s), s.admin, sent);
  assert.equal(answer.status, 200, await answer.text());
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: (await rows(s)).at(-1)!.id });
  const { lines, figures } = await ledger();
  assert.deepEqual(lines.slice(0, 4).map(({ kind, day }) => [kind, day]), [
    ["arrears", "2027-12-28"],
    ["arrears", "2027-12-20"],
    ["due", "2027-12-20"],
    ["arrears", "2027-12-20"],
  ]);
  // 100,000 x 9% / 12, and 8 days of it x 9% / 365: nothing of what the principal bore for a month at 10%.
  assert.deepEqual([figures?.principal, figures?.arrears, figures?.charges], [10_000_000, 75_000, before + 148]);
});
