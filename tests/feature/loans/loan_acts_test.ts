/** A loan as a whole: shared with partners, deleted for good. */
import assert from "node:assert/strict";
import { desc, eq } from "drizzle-orm";
import {
  additionalProperties,
  auditRows,
  conditions,
  files,
  loans,
  participants,
  settingsVersions,
  submissions,
} from "../../../db/schema/mod.ts";
import { makeApp, type TestAccount, type TestApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";

let t: TestApp, admin: TestAccount, owner: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  t = await makeApp({ LENDER_LEGAL_NAME: "Harbourline Capital Inc." });
  admin = await t.account({ role: 9, name: "Helen Voss" });
  owner = await t.account({ role: 99, name: "Omar Reyes" });
  broker = await t.account({ name: "Priya Raman" });
});
Deno.test.afterAll(() => t.close());

const row = (id: number) => t.deps.db.select().from(loans).where(eq(loans.id, id)).get();
const audited = (id: number, action: string) =>
  t.deps.db.select().from(auditRows).where(eq(auditRows.entityId, String(id))).orderBy(desc(auditRows.id))
    .then((rows) => rows.filter((one) => one.action === action));

async function ask(call: "shareloan" | "deleteloan", loanId: unknown, as: TestAccount | null = admin) {
  const answer = await t.post(`/api/loans/${call}`, { loanId }, as);
  // deno-lint-ignore no-explicit-any -- an answer's body
  return { status: answer.status, body: await answer.json() as any };
}

/** Saves partner addresses in the general settings. */
async function partners(emails: string[]) {
  const { settings } = t.deps.ports.lending();
  await t.deps.db.insert(settingsVersions).values({
    body: { ...settings, partnerEmails: emails },
    savedAt: t.now(),
  });
  await t.deps.ports.refreshLending();
}

/** Asks for what must be refused, and proves that nothing moved. */
async function refused(
  call: "shareloan" | "deleteloan",
  id: unknown,
  status: number,
  reason: RegExp,
  as: TestAccount | null = admin,
) {
  const before = await fingerprint(t);
  const { status: got, body } = await ask(call, id, as);
  assert.equal(got, status, JSON.stringify(body));
  assert.equal(body.response, false);
  assert.match(body.reason, reason);
  assert.equal(await fingerprint(t), before);
}

Deno.test("a deal without partners is not shared", async () => {
  await partners([]);
  const loan = await makeLoan(t);
  await refused("shareloan", loan.id, 422, /Add them in the general settings/);
});

Deno.test("a shared deal goes to each partner once, in the lender's name, and without the applicant", async () => {
  await partners(["fund@north.example", "Desk@South.example", "fund@north.example"]);
  const loan = await makeLoan(t, { brokerId: broker.id, adminTerm: "1 year", comments: "Ask for Daniel" });
  const { status, body } = await ask("shareloan", loan.id);
  assert.equal(status, 200);
  assert.deepEqual(body, { response: true, data: { sharedWith: 2 } });
  assert.equal((await row(loan.id))?.isdone, 1);
  const mails = (await t.mails()).filter(({ kind }) => kind === "dealShared");
  assert.deepEqual(mails.map(({ to }) => to), ["fund@north.example", "desk@south.example"]);
  const [mail] = mails;
  assert.equal(mail.replyTo, "brokers@lender.example");
  assert.equal(mail.subject, `Deal ${loan.id} from Harbourline Capital Inc.`);
  // The lending vectors' "second, typical": LTV 64%, 10.99%, 1,099 a month.
  for (const fact of ["Second", "$120,000", "Hamilton", "$850,000", "64%", "10.99%", "$1,099", "1 year"]) {
    assert.ok(mail.text.includes(fact), fact);
    assert.ok(mail.html.includes(fact), fact);
  }
  const all = mail.subject + mail.text + mail.html;
  for (
    const secret of [
      ...["Daniel", "Smithers", "SMI-", "Locke", "L8P", "1981", "905-555", "Steelbridge", "98,000", "668", "Priya"],
      "Dominion",
    ]
  ) assert.ok(!all.includes(secret), `${secret} is told to a partner`);
  const [trail] = await audited(loan.id, "loan.share");
  assert.deepEqual(JSON.parse(trail.after!), { isdone: 1, sharedWith: ["fund@north.example", "desk@south.example"] });
  assert.equal(trail.actorName, "Helen Voss");
  await refused("shareloan", loan.id, 409, /shared already/);
});

Deno.test("a bridge is shared with its price, a first without the first mortgage that it pays out", async () => {
  await partners(["bridge@north.example"]);
  const bridge = await makeLoan(t, { firstOrSecond: "Bridge", bridgeTerm: 75 });
  await ask("shareloan", bridge.id);
  const first = await makeLoan(t, { firstOrSecond: "First", appraisedValue: 900_000 });
  await ask("shareloan", first.id);
  const [one, two] = await t.mails("bridge@north.example");
  assert.match(one.text, /Price.*for 75 days/);
  assert.doesNotMatch(one.text, /Monthly payment/);
  assert.doesNotMatch(two.text, /First mortgage/);
});

Deno.test("unknown loans, trash and other roles' requests to share or delete are refused", async () => {
  await partners(["fund@north.example"]);
  const trash = await makeLoan(t, { adminComSelect: "Trash" });
  await refused("shareloan", trash.id, 409, /in the trash/);
  const loan = await makeLoan(t, { brokerId: broker.id });
  for (const call of ["shareloan", "deleteloan"] as const) {
    await refused(call, 999_999, 404, /./);
    await refused(call, loan.id, 403, /./, broker);
    await refused(call, loan.id, 401, /signed out/, null);
    for (const id of [null, "1 or 1=1", -1, 0, 1.5, [loan.id], { id: loan.id }]) await refused(call, id, 422, /./);
  }
});

async function everything(loan: TestLoan) {
  const counts = await Promise.all(
    [files, conditions, participants, submissions, additionalProperties].map((table) =>
      t.deps.db.select().from(table).where(eq(table.loanId, loan.id)).then((rows) => rows.length)
    ),
  );
  return counts;
}

Deno.test("deleting a loan deletes everything of it, and the bytes of its files, replaced ones too", async () => {
  const loan = await makeLoan(t, { brokerId: broker.id }, {
    conditions: [{ id: 1 }, { id: 11 }],
    additionalProperties: [{ address: "9 Bay St", value: 300_000, mortgage: 0 }],
  });
  const other = await makeLoan(t);
  const ids: string[] = [];
  for (
    const [path, fields] of [
      ["uploadfile", { loanId: loan.id, type: "application" }],
      ["uploadfile", { loanId: loan.id, type: "application" }],
      ["uploadotherfile", { loanId: loan.id, conditionId: 11 }],
      ["uploadfile", { loanId: other.id, type: "bureau" }],
    ] as const
  ) {
    const answer = await upload(t, `/api/loans/${path}`, fields, admin, { bytes: BYTES.pdf });
    ids.push((await answer.json()).data.id);
  }
  const kept = ids.pop()!;
  await t.deps.db.insert(participants).values({ loanId: loan.id, position: 1, name: "North Fund", amount: 1000 });
  await t.deps.db.insert(submissions).values({ loanId: loan.id, kind: "submission", at: t.now() });
  assert.deepEqual(await everything(loan), [3, 2, 1, 1, 1]);
  const { status, body } = await ask("deleteloan", loan.id, owner);
  assert.equal(status, 200);
  assert.equal(body.data.response, true);
  assert.equal(await row(loan.id), undefined);
  assert.deepEqual(await everything(loan), [0, 0, 0, 0, 0]);
  for (const id of ids) assert.equal(await t.deps.ports.files.open(id), null, "the bytes are gone");
  await (await t.deps.ports.files.open(kept))!.cancel();
  const [trail] = await audited(loan.id, "loan.delete");
  assert.equal(trail.actorName, "Omar Reyes");
  const before = JSON.parse(trail.before!);
  assert.deepEqual([before.clientCode, before.files.length], [loan.clientCode, 3]);
  await refused("deleteloan", loan.id, 404, /./);
});

Deno.test("a loan that was ever funded stays, whatever its status is now", async () => {
  for (
    const fields of [
      { adminComSelect: "Funded", dateFunded: "2026-01-05" },
      { adminComSelect: "Repaid" },
      { adminComSelect: "Loss" },
      { adminComSelect: "Trash", everFunded: 1 },
      { adminComSelect: "NA", dateFunded: "2026-01-05" },
    ] as const
  ) {
    const loan = await makeLoan(t, fields);
    await refused("deleteloan", loan.id, 409, /records are kept/);
  }
  for (const adminComSelect of ["NA", "Declined", "Trash"] as const) {
    const loan = await makeLoan(t, { adminComSelect });
    assert.equal((await ask("deleteloan", loan.id)).status, 200, adminComSelect);
  }
});
