/** What brokers hear of their loans: each kind once, by mail as they chose, and in their list. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts, mails, news } from "../../../db/schema/mod.ts";
import { DEFAULT_NEWS_SETTINGS } from "../../../lib/domain/news/settings.ts";
import { GATHER_MS } from "../../../lib/domain/news/gather.ts";
import { mailGathered } from "../../../lib/features/news/jobs.ts";
import { countUnread, listNews } from "../../../lib/features/news/mod.ts";
import type { News } from "../../../lib/domain/news/kinds.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { newsQuery } from "../../../lib/schemas/news.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { makeNews, newsOfAccount } from "../../support/news.ts";
import type { TestAccount } from "../../support/app.ts";

const scene = loanScene({ ...WHOLE }, { conditions: [{ id: 5 }, { id: 6 }, { id: 7 }] });

const kinds = async (s: LoanScene, who = s.broker) => (await newsOfAccount(s.t, who)).map(({ kind }) => kind);
const mailed = async (s: LoanScene, who = s.broker) => (await s.t.mails(who.email)).map(({ kind }) => kind);
const choose = (s: LoanScene, choice: "instant" | "digest" | "needed") =>
  s.t.post("/api/news/choose", { choice }, s.broker);

async function status(s: LoanScene, adminComSelect: string, declineReason = ""): Promise<void> {
  const data = { adminComSelect, declineReason };
  const answer = await s.t.post("/api/loans/updateloan", { loanId: s.loan.id, data }, s.admin);
  assert.equal(answer.status, 200, await answer.text());
}
async function complete(s: LoanScene, id: number): Promise<void> {
  const body = { loanId: s.loan.id, conditionId: id, condtionState: true, conditionText: "Dana" };
  const answer = await s.t.post("/api/loans/updatebrokercondition", body, s.broker);
  assert.equal(answer.status, 200, await answer.text());
}
const review = (s: LoanScene, id: number, more: object) =>
  s.t.post("/api/loans/reviewbrokercondition", { loanId: s.loan.id, conditionId: id, ...more }, s.admin);
/** Lets gathered news go, as its job does. */
async function later(s: LoanScene): Promise<void> {
  await s.t.mails();
  s.t.advance(GATHER_MS);
  await mailGathered(s.t.context());
}

scene("a decline is mailed with its reason, and lists at once; staff hear nothing of their own act", async (s) => {
  await status(s, "Declined", "The title has a lien.");
  assert.deepEqual(await newsOfAccount(s.t, s.broker), [
    { kind: "statusChanged", data: { from: "NA", to: "Declined", reason: "The title has a lien." } },
  ]);
  assert.deepEqual(await mailed(s), [], "it waits for what follows");
  await later(s);
  const [mail] = await s.t.mails(s.broker.email);
  assert.equal(mail.subject, `${s.loan.clientCode} is declined`);
  assert.ok(mail.text.includes("The title has a lien.") && mail.text.includes(`/dashboard/viewloan/${s.loan.id}`));
  assert.deepEqual([mail.replyTo, mail.kind], ["brokers@lender.example", "statusChanged"]);
  await later(s);
  assert.equal((await mailed(s)).length, 1, "once");
  assert.deepEqual(await kinds(s, s.admin), []);
});

scene("a status that is taken back within minutes is no news; two in a row are one", async (s) => {
  await status(s, "Trash");
  assert.deepEqual(await kinds(s), ["statusChanged"]);
  await status(s, "NA");
  assert.deepEqual(await kinds(s), []);
  await status(s, "Declined", "Too early.");
  await status(s, "Funded");
  await later(s);
  const mails = await s.t.mails(s.broker.email);
  assert.deepEqual(mails.map(({ subject }) => subject), [`${s.loan.clientCode} is funded`]);
});

scene("a loss and the trash read Closed to the broker, and from one to the other nothing changes", async (s) => {
  await status(s, "Loss");
  await later(s);
  await status(s, "Trash");
  await later(s);
  assert.deepEqual((await s.t.mails(s.broker.email)).map(({ subject }) => subject), [
    `${s.loan.clientCode} is closed`,
  ]);
});

scene("conditions that are set, returned and accepted, and the commitment", async (s) => {
  const { t, broker, admin, loan } = s;
  const list = await (await t.post("/api/loans/getbrokerconditions", { loanId: loan.id }, admin)).json();
  const conditions = JSON.parse(list.data.brokerConditions);
  const more = [
    { id: 21, type: 1, title: "Void cheque", restriction: "none", optional: false, note: "", completed: false },
    { id: 22, type: 0, title: "Our own check", restriction: "admin", optional: false, note: "", completed: false },
  ];
  const terms = conditions.map(({ id, type, title, restriction, optional, note, completed }: typeof more[number]) => (
    { id, type, title, restriction, optional, note, completed }
  ));
  const saved = await t.post(
    "/api/loans/savebrokerconditions",
    { loanId: loan.id, conditions: [...terms, ...more] },
    admin,
  );
  assert.equal(saved.status, 200, await saved.text());
  assert.deepEqual(await newsOfAccount(t, broker), [{
    kind: "conditionsSet",
    data: { titles: ["Void cheque"], ids: [21] },
  }]);

  await complete(s, 5);
  await review(s, 5, { accept: false, reason: "Name the lawyer too." });
  assert.deepEqual(await mailed(s), ["conditionReturned"], "a return is mailed at once");
  await complete(s, 5);
  await review(s, 5, { accept: true });
  const made = await sendLetter(t, "generate", loan, admin);
  assert.equal(made.status, 200, await made.text());
  await later(s);
  const mails = await t.mails(broker.email);
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    `${loan.clientCode}: 1 condition accepted`,
    `${loan.clientCode}: 1 condition to complete`,
    `${loan.clientCode}: ILA contact info needs another look`,
    `${loan.clientCode}: the commitment is ready to sign`,
  ]);
  assert.match(mails.at(-1)!.text, /open until 27 Nov 2026/);
  assert.equal(LETTER_TERMS.expiresOn, "2026-11-27");
});

scene("conditions that are deleted, completed or renamed before the mail are told as they are then", async (s) => {
  const { t, broker, admin, loan } = s;
  const stored = async () => {
    const list = await (await t.post("/api/loans/getbrokerconditions", { loanId: loan.id }, admin)).json();
    return JSON.parse(list.data.brokerConditions);
  };
  const save = async (conditions: object[]) => {
    const answer = await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions }, admin);
    assert.equal(answer.status, 200, await answer.text());
  };
  const custom = (id: number, title: string) => ({
    id,
    type: 0,
    title,
    restriction: "none",
    optional: false,
    note: "",
  });
  const before = (await stored()).map(({ id, type, title, restriction, optional, note }: Record<string, unknown>) => (
    { id, type, title, restriction, optional, note }
  ));
  await save([...before, custom(24, "By mistake"), custom(25, "Void check"), custom(26, "Keys")]);
  await complete(s, 26);
  await save([...before, custom(25, "Void cheque"), custom(26, "Keys")]);
  await later(s);
  const [mail] = await t.mails(broker.email);
  assert.equal(mail.subject, `${loan.clientCode}: 1 condition to complete`);
  assert.match(mail.text, /we need “Void cheque”\./);

  await save([...before, custom(25, "Void cheque"), custom(26, "Keys"), custom(27, "By mistake")]);
  await save([...before, custom(25, "Void cheque"), custom(26, "Keys")]);
  await later(s);
  assert.deepEqual(await mailed(s), ["conditionsSet"], "what was taken back is no news");
  assert.equal((await kinds(s)).length, 1, "nor in the list");
});

scene("what was accepted and sent back within minutes is not told as accepted", async (s) => {
  await complete(s, 5);
  await review(s, 5, { accept: true });
  await review(s, 5, { accept: false, reason: "Name the lawyer too." });
  await later(s);
  assert.deepEqual(await mailed(s), ["conditionReturned"]);
});

scene("the loan's timeline has the mails to its broker of today, and whether they arrived", async (s) => {
  const { t, broker, admin, loan } = s;
  await t.deps.mailWorker.stop();
  await status(s, "Declined", "No.");
  await later(s);
  const timeline = async (who: TestAccount) => {
    const { data } = await (await t.post("/api/loans/gettimeline", { id: loan.id }, who)).json();
    return data.filter(({ text }: { text: string }) => text.startsWith("Mail")).map((
      { text, note }: { text: string; note?: string },
    ) => [text, note]);
  };
  assert.equal((await t.mails(broker.email)).length, 1);
  assert.deepEqual(await timeline(broker), [], "what has not left is not told");
  await t.deps.db.update(mails).set({ status: "sent", sentAt: t.now(), outcome: "bounced" });
  const [mail] = await t.mails(broker.email);
  assert.deepEqual(await timeline(broker), [[`Mail: ${mail.subject}`, "It did not arrive"]]);
  const next = await t.account({ name: "Noor Haddad" });
  await t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: next.id }, admin);
  assert.deepEqual(await timeline(next), [], "mails to who had the loan before are not told");
});

scene("who wants only what needs them is mailed that, and all of it is listed", async (s) => {
  assert.equal((await choose(s, "needed")).status, 200);
  await complete(s, 5);
  await review(s, 5, { accept: false, reason: "Name the lawyer too." });
  await status(s, "Declined", "No.");
  await later(s);
  assert.deepEqual(await mailed(s), ["conditionReturned"]);
  assert.deepEqual(await kinds(s), ["conditionReturned", "statusChanged"]);
});

scene("a digest comes at eight with what was not read; the next morning has nothing left", async (s) => {
  const { t, broker } = s;
  await choose(s, "digest");
  await complete(s, 5);
  await review(s, 5, { accept: false, reason: "Name the lawyer too." });
  await status(s, "Funded");
  await later(s);
  assert.deepEqual(await mailed(s), []);
  // The clock stands at noon: the day's turn is due, and was not taken yet.
  await t.runJobs();
  assert.equal((await mailed(s)).length, 1);
  const [digest] = await t.mails(broker.email);
  assert.deepEqual([digest.kind, digest.subject], ["newsDigest", "2 updates on your loans"]);
  assert.ok(digest.text.includes("Name the lawyer too.") && digest.text.includes("is funded."));
  t.advance(24 * 3600_000);
  await t.runJobs();
  assert.equal((await mailed(s)).length, 1, "nothing is told twice");
  await status(s, "NA");
  await t.mails();
  const [row] = await t.deps.db.select().from(news).where(eq(news.mailing, "morning")).orderBy(news.id).limit(1);
  assert.equal(row.accountId, broker.id);
  await t.post("/api/news/markread", { until: 1_000_000 }, broker);
  t.advance(24 * 3600_000);
  await t.runJobs();
  assert.equal((await mailed(s)).length, 1, "what was read needs no mail");
});

scene("what the lender switched off is neither mailed nor listed", async (s) => {
  const { t, admin } = s;
  const { settings } = t.context(admin).lending();
  const off = { ...settings, news: { ...DEFAULT_NEWS_SETTINGS, statusChanged: "off" } };
  const saved = await t.post("/api/loans/savesettings", off, admin);
  assert.equal(saved.status, 200, await saved.text());
  await status(s, "Declined", "No.");
  await later(s);
  assert.deepEqual([await kinds(s), await mailed(s)], [[], []]);
});

scene("a disabled broker hears nothing, and neither does the one who had the loan before", async (s) => {
  const { t, admin, loan } = s;
  const next = await t.account({ name: "Noor Haddad" });
  await t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: next.id }, admin);
  await status(s, "Declined", "No.");
  await later(s);
  assert.deepEqual([await kinds(s), (await kinds(s, next)).length], [[], 1]);
  await t.deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, next.id));
  await status(s, "Funded");
  await later(s);
  assert.deepEqual([(await t.mails(next.email)).length, await mailed(s)], [1, []]);
  assert.deepEqual([await kinds(s), (await kinds(s, next)).length], [[], 1], "nothing more is listed either");
});

/** The titles that somebody's list shows, and the count at the bell. */
async function shown({ t }: LoanScene, who: TestAccount) {
  await t.mails();
  const ctx = t.context(who);
  const { rows, found } = await listNews(ctx, newsQuery.defaults);
  assert.equal(found, rows.length);
  return { titles: rows.map(({ title }) => title), unread: await countUnread(ctx) };
}

scene(
  "a loan that goes to another broker takes its news along: the list, the bell, gathered mail, the digest",
  async (s) => {
    const { t, broker, admin, loan } = s;
    const give = (to: TestAccount) =>
      t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: to.id }, admin);
    const next = await t.account({ name: "Noor Haddad" });
    await status(s, "Declined", "The title has a lien.");
    assert.deepEqual((await shown(s, broker)).unread, 1);
    assert.equal((await give(next)).status, 200);
    assert.deepEqual(await shown(s, broker), { titles: [], unread: 0 });
    await later(s);
    assert.deepEqual(await mailed(s), [], "what waited to be mailed is of a loan that is not theirs any more");

    await t.post("/api/news/markread", { until: 1_000_000 }, broker);
    await give(broker);
    assert.equal((await shown(s, broker)).unread, 1, "marking what one sees leaves the rest");
    await choose(s, "digest");
    await status(s, "Funded");
    await t.mails();
    await give(next);
    await t.runJobs();
    assert.deepEqual(await mailed(s), [], "no digest of it either");
  },
);

scene("who is no administrator any more sees no news for staff", async (s) => {
  const { t, admin } = s;
  const license = (accountId: number): News => (
    { kind: "licenceExpiring", data: { day: "2026-12-01", license: "M1", accountId, name: "Priya Raman" } }
  );
  await makeNews(t, admin, { kind: "accountRequested", data: { requestId: 1, name: "Ann Lee" } });
  await makeNews(t, admin, { kind: "maturity", data: { day: "2026-12-01" } }, { loanId: s.loan.id });
  await makeNews(t, admin, license(s.broker.id));
  assert.equal((await shown(s, admin)).unread, 3);
  await t.deps.db.update(accounts).set({ role: ROLE.broker }).where(eq(accounts.id, admin.id));
  const demoted = { ...admin, role: ROLE.broker };
  assert.deepEqual(await shown(s, demoted), { titles: [], unread: 0 });
  await makeNews(t, admin, license(admin.id));
  assert.equal((await shown(s, demoted)).unread, 1, "their own licence is theirs");
});
