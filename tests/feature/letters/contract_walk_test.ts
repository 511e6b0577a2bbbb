/**
 * A loan's way by the clock: what head, schedule, payout page and its PDF say agrees on each day (lending rules 10 to
 * 12).
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { contracts, loans } from "../../../db/schema/mod.ts";
import { getLetter } from "../../../lib/features/letters/mod.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";

const DAY_MS = 24 * 3600_000;
const scene = loanScene({ ...WHOLE });
const FUNDED = "2026-12-04", AMENDED = "2027-02-04";
const NOT_SIGNED = "The commitment of this loan has not come back signed.";

async function call(s: LoanScene, name: string, body: object): Promise<void> {
  const answer = await s.t.post(`/api/loans/${name}`, body, s.admin);
  assert.equal(answer.status, 200, await answer.text());
}
const save = (s: LoanScene, data: object) => call(s, "updateloan", { loanId: s.loan.id, data });

/** Goes on to a day. The borrower pays on the fourth of each month: 10% of 100,000 until the amendment, then 8%. */
async function to(s: LoanScene, day: string) {
  const paidOn: string[] = [];
  while (dateInToronto(s.t.now()) < day) {
    s.t.advance(DAY_MS);
    const today = dateInToronto(s.t.now());
    if (today > FUNDED && today.endsWith("-04")) paidOn.push(today);
  }
  await s.t.signInAgain(s.admin);
  for (const paid of paidOn) {
    const entry = { kind: "payment", day: paid, amount: paid <= AMENDED ? 833.33 : 666.67 };
    await call(s, "recordledger", { loanId: s.loan.id, requestId: crypto.randomUUID(), ...entry });
  }
}

async function letter(s: LoanScene, kind: "commitment" | "renewal", terms: object) {
  const { draft: { revision } } = await getLetter(s.t.context(s.admin), { loanId: s.loan.id, kind });
  const now = (await s.t.deps.db.select().from(loans).where(eq(loans.id, s.loan.id)).get())!;
  const more = {
    kind,
    revision,
    confirmed: [NOT_SIGNED],
    terms: { ...LETTER_TERMS, retainer: null, otherFees: null, ...terms },
  };
  const answer = await sendLetter(s.t, "generate", now, s.admin, more);
  assert.equal(answer.status, 200, await answer.clone().text());
}

async function accept(s: LoanScene) {
  const all = await s.t.deps.db.select().from(contracts);
  await call(s, "acceptletter", { loanId: s.loan.id, contractId: all.at(-1)!.id });
}

async function textOf(s: LoanScene, path: string): Promise<string> {
  const answer = await s.t.get(path, s.admin);
  if (answer.headers.get("content-type") === "application/pdf") return (await pdfText(await answer.bytes())).text;
  return (await answer.text()).replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, " ").replace(/\s+/g, " ");
}

/** What each place says of today: rate, monthly payment, maturity (both ways of writing it), and the payout's lines. */
async function saysEverywhere(
  s: LoanScene,
  rate: string,
  payment: string,
  maturity: [string, string],
  lines: string[],
) {
  const id = s.loan.id, day = dateInToronto(s.t.now());
  const head = (await textOf(s, `/dashboard/viewloan?id=${id}`)).split("Cash flow")[0];
  const places: [string, string, string[]][] = [
    ["head", head, [rate, maturity[0]]],
    ["schedule", await textOf(s, `/dashboard/schedule/${id}`), [rate, payment, maturity[1]]],
    ["schedule's PDF", await textOf(s, `/api/loans/downloadschedule?loanId=${id}`), [rate, payment, maturity[1]]],
    ["payout", await textOf(s, `/dashboard/payout/${id}`), [rate, maturity[1], ...lines]],
    ["payout's PDF", await textOf(s, `/api/loans/downloadpayout?loanId=${id}&date=${day}`), [
      rate,
      maturity[1],
      ...lines,
    ]],
  ];
  for (const [name, text, said] of places) {
    for (const one of said) assert.ok(text.includes(one), `${day}, ${name}: ${one} is not in ${text.slice(0, 1500)}`);
  }
}

scene("funded, amended, renewed early, set aside and restored: every place says the contract of the day", async (s) => {
  const first = ["4 Dec 2027", "4 December 2027"] as [string, string];
  await letter(s, "commitment", { dischargeFee: 300 });
  await to(s, "2026-12-04");
  await save(s, { adminComSelect: "Funded", dateFunded: "2026-12-04" });
  await to(s, "2027-01-14");
  // Ten days at 10%, three months of 833.33, 300 for the discharge.
  await saysEverywhere(s, "10.00%", "$833.33", first, ["$273.97", "$2,500.00", "$300.00", "$103,073.97"]);

  await save(s, { adminRate: 0.08 });
  await letter(s, "commitment", { expiresOn: "2027-01-31" });
  await accept(s);
  await to(s, "2027-02-03");
  await saysEverywhere(s, "10.00%", "$833.33", first, ["$821.92", "$2,500.00", "$103,621.92"]);
  await to(s, "2027-02-04");
  // From the amendment on three months are 2,000; the discharge stays as it was agreed.
  await saysEverywhere(s, "8.00%", "$666.67", first, ["$2,000.00", "$300.00", "$102,300.00"]);

  await to(s, "2027-11-20");
  await letter(s, "renewal", { expiresOn: "2027-11-30", rate: 0.09, term: "1 year", fee: 500 });
  await accept(s);
  // 16 days since 4 November, and what is left of the month to maturity.
  const early = ["$350.68", "$315.99", "$100,966.67"];
  await saysEverywhere(s, "8.00%", "$666.67", first, early);
  await save(s, { adminComSelect: "Trash" });
  await save(s, { adminComSelect: "Funded" });
  await saysEverywhere(s, "8.00%", "$666.67", first, early);

  await to(s, "2027-12-04");
  const renewed = ["4 Dec 2028", "4 December 2028"] as [string, string];
  await saysEverywhere(s, "9.00%", "$750.00", renewed, ["$2,250.00", "$102,550.00"]);
  // A past day is paid out under what ran on it.
  const past = await textOf(s, `/dashboard/payout/${s.loan.id}?date=2027-12-03`);
  for (const one of ["8.00%", "$635.62", "$31.05", "$100,966.67"]) assert.ok(past.includes(one), one);
});
