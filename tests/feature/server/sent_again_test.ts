/** A save whose answer was lost is sent again as it was: it succeeds, and nothing is written a second time. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { auditRows, bankDetails, ledgerRows } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { FILE_UPLOAD } from "../../../lib/domain/loans/conditions.ts";
import { liveRows } from "../../../lib/domain/servicing/ledger.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { withApp } from "../../support/app.ts";
import { rows } from "../../support/contract_acts.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { OCTOBER } from "../../support/market.ts";
import { openTransferScene, TRANSFER_ENV } from "../../support/transfer_scene.ts";

// deno-lint-ignore no-explicit-any -- answers are read as they come
type Body = Record<string, any>;

const scene = loanScene({ ...WHOLE }, { conditions: [{ id: 4 }, { id: 5 }] });

const post = async ({ t, admin }: LoanScene, path: string, body: unknown, who = admin): Promise<Body> => {
  const response = await t.post(path, body, who);
  return { status: response.status, ...await response.json() };
};
const written = ({ t }: LoanScene) => t.deps.db.select().from(auditRows);

/** Sends it a minute from now, and again after another. */
async function twice(s: LoanScene, path: string, body: unknown): Promise<Body> {
  s.t.advance(60_000);
  const first = await post(s, path, body), before = await written(s);
  assert.equal(first.status, 200, JSON.stringify(first));
  s.t.advance(60_000);
  const second = await post(s, path, body);
  assert.equal(second.status, 200, JSON.stringify(second));
  assert.deepEqual(await written(s), before, `${path} wrote something a second time`);
  return second;
}

scene("a loan's participants, whatever the day from which they hold it", async (s) => {
  const loanId = s.loan.id, path = "/api/loans/saveparticipants", maple = { name: "Maple Fund", amount: 20_000 };
  await twice(s, path, { loanId, participants: [maple], seen: [] });
  await post(s, "/api/loans/updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } });
  while (s.t.now() < Date.parse("2026-12-05")) s.t.advance(24 * 3600_000);
  await s.t.signInAgain(s.admin);
  const from = "2026-12-01", elm = { name: "Elm Trust", amount: 10_000 };
  await twice(s, path, { loanId, participants: [maple, elm], seen: [maple], from });
  const earlier = { loanId, participants: [maple, elm], seen: [maple], from: "2026-11-25" };
  assert.equal((await post(s, path, earlier)).status, 409, "another day is another list");
  await twice(s, path, { ...earlier, seen: [maple, elm] });
});

scene("a loan", async (s) => {
  const { id: loanId, updatedAt } = s.loan;
  const again = await twice(s, "/api/loans/updateloan", { loanId, updatedAt, data: { city: "Guelph", comments: "A" } });
  assert.ok(again.data.loan.updatedAt > updatedAt, "the form goes on from what is stored");
  const funded = { adminComSelect: "Funded", dateFunded: "2026-11-20" };
  await twice(s, "/api/loans/updateloan", { loanId, updatedAt: again.data.loan.updatedAt, data: funded });
});

scene("a loan that is set to Repaid with what was received", async (s) => {
  const { t, loan } = s, loanId = loan.id, path = "/api/loans/updateloan";
  const funding = { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } };
  const { data } = await post(s, path, funding), { updatedAt } = data.loan;
  while (t.now() < Date.parse("2026-12-05")) t.advance(24 * 3600_000);
  await t.signInAgain(s.admin);
  const repaid = { adminComSelect: "Repaid", dateRepaid: "2026-12-01" };
  const sent = { loanId, updatedAt, data: repaid, payout: { amount: 103_000, discharge: 350 } };
  await twice(s, path, sent);
  for (const payout of [{ amount: 103_001, discharge: 350 }, { amount: 103_000, discharge: 351 }]) {
    assert.equal((await post(s, path, { ...sent, payout })).status, 409, "other money is not what is stored");
  }
});

scene("a loan that is set to Repaid with all that is owed", async (s) => {
  const { t, loan } = s, loanId = loan.id, path = "/api/loans/updateloan";
  const funding = { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-11-20" } };
  const { data } = await post(s, path, funding);
  while (t.now() < Date.parse("2026-12-05")) t.advance(24 * 3600_000);
  await t.signInAgain(s.admin);
  const repaid = { adminComSelect: "Repaid", dateRepaid: "2026-12-01" };
  const sent = { loanId, updatedAt: data.loan.updatedAt, data: repaid, payout: { amount: null, discharge: null } };
  const again = await twice(s, path, sent);
  const paid = (await t.deps.db.select().from(ledgerRows)).findLast(({ kind }) => kind === "payout")!.paid / 100;
  for (const payout of [{ amount: paid, discharge: null }, {}]) {
    assert.equal((await post(s, path, { ...sent, payout })).status, 200, "the same money");
  }
  for (const payout of [{ amount: null, discharge: 351 }, { amount: paid + 1, discharge: null }]) {
    assert.equal((await post(s, path, { ...sent, payout })).status, 409, JSON.stringify(payout));
  }

  const reopened = await post(s, path, {
    loanId,
    updatedAt: again.data.loan.updatedAt,
    data: { adminComSelect: "Funded" },
  });
  assert.equal(reopened.status, 200);
  assert.equal((await post(s, path, sent)).status, 409, "it is Funded again");
  const { updatedAt } = reopened.data.loan, short = { amount: paid - 1, discharge: 351 };
  await twice(s, path, { loanId, updatedAt, data: repaid, payout: short });
  for (const payout of [{ amount: null, discharge: 351 }, { ...short, discharge: null }]) {
    const status = (await post(s, path, { loanId, updatedAt, data: repaid, payout })).status;
    assert.equal(status, 409, JSON.stringify(payout));
  }
});

scene("a loan without a ledger that is set to Repaid with all that is owed", async (s) => {
  const { id: loanId, updatedAt } = s.loan, payout = { amount: null, discharge: null };
  await twice(s, "/api/loans/updateloan", { loanId, updatedAt, data: { adminComSelect: "Repaid" }, payout });
});

scene("the conditions, with one that was added; and a review that sends one back", async (s) => {
  const loanId = s.loan.id, path = "/api/loans/savebrokerconditions";
  const read = async () =>
    JSON.parse((await post(s, "/api/loans/getbrokerconditions", { loanId })).data.brokerConditions) as Body[];
  const loaded = await read();
  const added = (title: string) => ({
    id: 21,
    type: FILE_UPLOAD,
    title,
    restriction: "none",
    optional: false,
    note: "",
  });
  await twice(s, path, { loanId, conditions: [...loaded, added("Survey")], loaded });
  // Its id was taken meanwhile: it got another one, under which it is known again.
  await twice(s, path, { loanId, conditions: [...loaded, added("Lease")], loaded });
  assert.deepEqual((await read()).map(({ title }) => title).slice(2), ["Survey", "Lease"]);

  const completed = { loanId, conditionId: 5, condtionState: true, conditionText: "Dana" };
  await post(s, "/api/loans/updatebrokercondition", completed, s.broker);
  const brokerUpdatedAt = s.t.now();
  const review = { loanId, conditionId: 5, accept: false, reason: "Which Dana?", brokerUpdatedAt };
  await twice(s, "/api/loans/reviewbrokercondition", review);
  assert.equal((await post(s, "/api/loans/reviewbrokercondition", { ...review, reason: "Who?" })).status, 409);
});

scene("a letter's draft, and the letter that is made of it: once", async (s) => {
  const letter = { loanId: s.loan.id, kind: "commitment", terms: LETTER_TERMS, sections: [] };
  await twice(s, "/api/loans/saveletter", { ...letter, revision: 0 });
  const made = { ...letter, revision: 1, updatedAt: s.loan.updatedAt, confirmed: [] };
  const { data } = await twice(s, "/api/loans/generateletter", made);
  assert.equal(data.revision, 2);
  const other = { ...made, terms: { ...LETTER_TERMS, retainer: 501 } };
  assert.equal((await post(s, "/api/loans/generateletter", other)).status, 409);
});

scene("an account", async (s) => {
  const { data } = await post(s, "/api/auth/getUser", { id: s.broker.id });
  const { id, name, email, username, license, updatedAt } = data;
  await twice(s, "/api/auth/updateAccount", { id, name, email, username, license, updatedAt, notes: "Mine" });
});

scene("an account with a new password, and one that is made", async (s) => {
  const { data } = await post(s, "/api/auth/getUser", { id: s.broker.id });
  const { id, name, email, username, license, updatedAt } = data, password = "Another2Horse";
  const sent = { id, name, email, username, license, updatedAt, password, confirmPassword: password };
  await twice(s, "/api/auth/updateAccount", sent);
  const other = { ...sent, password: "Other3Horses", confirmPassword: "Other3Horses" };
  assert.equal((await post(s, "/api/auth/updateAccount", other)).status, 409);

  const { id: _, updatedAt: __, ...fields } = sent;
  const made = { ...fields, name: "Ann Lee", email: "ann@example.com", username: "AnnLee", license: "M08009999" };
  const again = await twice(s, "/api/auth/createAccount", made);
  assert.ok(again.id > s.broker.id, JSON.stringify(again));
  for (const more of [{ introEmail: true }, { notes: "Mine" }, { password: "Other3Horses" }]) {
    const differs = { ...made, ...more, confirmPassword: more.password ?? password };
    assert.equal((await post(s, "/api/auth/createAccount", differs)).status, 409);
  }
});

scene("a ledger's balance, a payment that came back, and rows that are reversed, the first one too", async (s) => {
  const { t, admin, loan: { id: loanId } } = s;
  await post(s, "/api/loans/updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2026-09-20" } });
  const begun = { loanId, day: "2026-11-20", principal: 100_000, due: 50, charges: 0 };
  await twice(s, "/api/loans/beginledger", begun);
  assert.equal((await post(s, "/api/loans/beginledger", { ...begun, due: 51 })).status, 409);

  const record = async (requestId: string, kind: string, amount: number, penalty = 0) => {
    const act = { loanId, requestId, kind, amount, penalty, day: "2026-11-20", note: "Late" };
    assert.equal((await post(s, "/api/loans/recordledger", act)).status, 200);
    return (await t.deps.db.select().from(ledgerRows)).at(-1)!.id;
  };
  const fee = await record("request-1", "fee", 40), back = "/api/loans/returnpayment";
  const paid = await record("request-2", "payment", 90);
  const returned = { loanId, rowId: paid, day: "2026-11-20", fee: "45", reason: "NSF" };
  await twice(s, back, returned);
  for (const more of [{ fee: "46" }, { fee: "" }, { reason: "" }]) {
    assert.equal((await post(s, back, { ...returned, ...more })).status, 409);
  }
  await record("request-3", "payment", 135);
  const prepaid = await record("request-4", "prepayment", 1_000, 10);
  await twice(s, back, { ...returned, rowId: prepaid });

  const reverse = "/api/loans/reverseledger", start = (await t.deps.db.select().from(ledgerRows))[0].id;
  const live = async () =>
    liveRows(await t.deps.db.select().from(ledgerRows)).filter(({ id, kind }) => id !== start && kind !== "arrears");
  await twice(s, reverse, { loanId, rowId: fee, note: "Not agreed" });
  while (dateInToronto(t.now()) < "2026-11-21") t.advance(3600_000);
  await t.signInAgain(admin);
  assert.equal((await post(s, reverse, { loanId, rowId: fee, note: "Not agreed" })).status, 200, "on another day");
  assert.equal((await post(s, reverse, { loanId, rowId: fee, note: "Agreed" })).status, 409);
  for (const { id } of (await live()).reverse()) await twice(s, reverse, { loanId, rowId: id, note: "Begun wrongly" });
  await twice(s, reverse, { loanId, rowId: start, note: "Begun wrongly" });
});

scene("a renewal that the borrower accepted", async (s) => {
  const { t, admin, loan } = s, path = "/api/loans/acceptletter", loanId = loan.id;
  const renewed = async (revision: number, rate: number) => {
    const { updatedAt } = (await (await t.post("/api/loans/getloan", { id: loanId }, admin)).json()).data.loan;
    const terms = { ...LETTER_TERMS, retainer: null, otherFees: null, rate, term: "1 year", fee: 500 };
    const sent = await sendLetter(t, "generate", loan, admin, { kind: "renewal", terms, revision, updatedAt });
    assert.equal(sent.status, 200, await sent.text());
    return { loanId, contractId: (await rows(s)).at(-1)!.id };
  };
  await post(s, "/api/loans/updateloan", { loanId, data: { adminComSelect: "Funded", dateFunded: "2025-12-04" } });
  const accepted = await renewed(0, 0.11);
  const again = await twice(s, path, accepted);
  assert.equal(again.data.version, 3);
  await twice(s, path, await renewed(2, 0.12));
  assert.equal((await post(s, path, accepted)).status, 409, "another is in force");
});

scene("settings, the application form, the map's regions and a region's report", async (s) => {
  const owner = { ...s, admin: await s.t.account({ role: 99 }) };
  for (const [kind, path, value] of [["settings", "maxLtv.limit", 70], ["config", "loanInfo.title", "Ours"]] as const) {
    const { data } = await (await s.t.get(`/api/loans/newestsettings?kind=${kind}`, owner.admin)).json();
    await twice(owner, `/api/loans/save${kind}`, { ...withValue(data.body, path, value), basedOn: data.id });
  }
  await twice(owner, "/api/loans/savemarketreport", { region: "Toronto", month: "2026-10", ...OCTOBER, seen: null });
  const drawn = { name: "Toronto", enabled: true, predict: false, fillColor: "Plum", colorWeight: 0.5, savedAt: null };
  await twice(owner, "/api/loans/savemapsettings", [drawn]);
});

Deno.test("bank details", () =>
  withApp(async (t) => {
    const { loans: [loan], admin } = await openTransferScene(t), path = "/api/loans/savebankdetails";
    const kept = { loanId: loan.id, institution: "003", transit: "00123", agreedOn: "2026-11-20", holder: "Somebody" };
    const { savedAt } = (await t.deps.db.select().from(bankDetails).where(eq(bankDetails.loanId, loan.id)).get())!;
    const sent = { ...kept, account: "1112223", seen: savedAt };
    const s = { t, admin } as LoanScene;
    await twice(s, path, sent);
    assert.equal((await post(s, path, { ...sent, account: "1112224" })).status, 409);
  }, TRANSFER_ENV));

scene("touch-base templates, the new ones too", async (s) => {
  const owner = { ...s, admin: await s.t.account({ role: 99 }) };
  const one = { subject: "Hello", body: "<p>Hello</p>" };
  const lists = { normalTemplates: [one], eliteTemplates: [{ ...one, subject: "Dear" }], savedAt: 0 };
  const again = await twice(owner, "/api/loans/updatetouchbaseemails", lists);
  assert.equal(JSON.parse(again.normalTemplates ?? again.data.normalTemplates).length, 1);
});
