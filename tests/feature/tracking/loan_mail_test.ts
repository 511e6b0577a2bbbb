/** Mails about loans: tracked for their broker alone, counted apart from campaigns, and told to the lender only. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import { loanMailEvents, loanMailTokens, mails, trackerEvents } from "../../../db/schema/mod.ts";
import type { TimelineEntry } from "../../../lib/domain/loans/timeline.ts";
import { TOO_SOON_MS } from "../../../lib/domain/tracking/machine_reason.ts";
import { interactionsSince, listMailOfAccount, trackLoanMail } from "../../../lib/features/tracking/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { addMail } from "../../support/mail.ts";
import { WHOLE } from "../../support/letters.ts";
import { GOOGLE, record, visit } from "../../support/tracking.ts";

const scene = loanScene({ ...WHOLE }, { conditions: [{ id: 5 }] });

/** Returns the condition, which its broker is mailed at once; the mail with the paths of its picture and links. */
async function mailed({ t, loan, admin, broker }: LoanScene) {
  const body = { loanId: loan.id, conditionId: 5, condtionState: true, conditionText: "Dana" };
  await t.post("/api/loans/updatebrokercondition", body, broker);
  const review = { loanId: loan.id, conditionId: 5, accept: false, reason: "Too dark to read." };
  const answer = await t.post("/api/loans/reviewbrokercondition", review, admin);
  assert.equal(answer.status, 200, await answer.text());
  const [mail] = await t.mails(broker.email);
  const tokens = await t.deps.db.select().from(loanMailTokens).where(eq(loanMailTokens.mailId, mail.id));
  const path = (kind: string, link = "") => {
    const { token } = tokens.find((one) => one.kind === kind && one.link.includes(link))!;
    return kind === "pixel" ? `/t/o/${token}.gif` : `/t/l/${token}`;
  };
  return { mail, tokens, pixel: path("pixel"), link: path("link", "viewloan"), trap: path("trap") };
}

const timeline = async ({ t, loan }: LoanScene, as: TestAccount): Promise<TimelineEntry[]> =>
  (await (await t.post("/api/loans/gettimeline", { id: loan.id }, as)).json()).data;

scene("the lender reads on the timeline and the broker's record what people and machines did with it", async (s) => {
  const { t, loan, broker, admin } = s;
  const { mail, pixel, link, trap } = await mailed(s);
  assert.ok(mail.html.includes(pixel) && mail.html.includes(link) && mail.html.includes(trap));
  assert.ok(!mail.html.includes(`viewloan/${loan.id}`), "its links lead through ours");
  assert.ok(mail.text.includes(`/dashboard/viewloan/${loan.id}`), "the text part is left alone");
  // A send that is under way notes its own end: first it ends.
  await t.deps.mailWorker.stop();
  await t.deps.db.update(mails).set({ status: "sent", sentAt: t.now() });
  const later = t.now() + TOO_SOON_MS + 1000;
  const followed = await visit(t, link);
  assert.deepEqual([followed.status, followed.headers.get("location")], [
    302,
    `http://localhost/dashboard/viewloan/${loan.id}`,
  ], "and that click, so soon, is a machine's");
  await record(
    t,
    { path: pixel, at: later },
    { path: pixel, at: later + 1000 },
    { path: pixel, at: later, agent: GOOGLE },
    { path: link, at: later + 60_000 },
    { path: trap, at: later + 120_000 },
  );
  const entry = (list: TimelineEntry[]) => list.find(({ text }) => text === `Mail: ${mail.subject}`)!;
  const theirs = await timeline(s, admin);
  assert.equal(entry(theirs).note, "2 opens, 1 click. Machines: 1 open, 2 clicks");
  assert.deepEqual(new Set(theirs.map(({ state }) => state)), new Set(["past"]), "steps to come are the broker's");
  const own = await timeline(s, broker);
  assert.equal(entry(own).note, undefined, "a broker is not told what is counted of them");
  assert.ok(own.some(({ state }) => state === "now"));
  const [listed] = await listMailOfAccount(t.context(), broker.id);
  const { of, opens, clicks, machineOpens, machineClicks, lastAt } = listed;
  assert.deepEqual([of, opens, clicks, machineOpens, machineClicks, lastAt], [
    { loanId: loan.id },
    2,
    1,
    1,
    2,
    later + 60_000,
  ]);
  const page = await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text();
  const [code, told] = mail.subject.split(": ");
  for (
    const words of [
      `>${code}</a>`,
      told,
      "2 opens, 1 click",
      "Machines: 1 open, 2 clicks",
      "Machines are counted apart",
      ">Activity<",
    ]
  ) {
    assert.ok(page.includes(words), words);
  }
});

scene("work on a loan is no interest in campaigns: neither tracking nor touch-base counts it", async (s) => {
  const { t } = s, { pixel, link } = await mailed(s), at = t.now() + 60_000;
  await record(t, { path: pixel, at }, { path: link, at: at + 5000 });
  assert.equal((await t.deps.db.select().from(loanMailEvents)).length, 2);
  assert.deepEqual(await t.deps.db.select().from(trackerEvents), []);
  assert.deepEqual(await interactionsSince(t.context(), 0, 1), []);
});

scene(
  "two links of one mail within two seconds are a machine's, and a token leads only where its mail did",
  async (s) => {
    const { t } = s, { tokens, link } = await mailed(s), at = t.now() + 60_000;
    const other = tokens.find(({ kind, link }) => kind === "link" && !link.includes("viewloan"))!;
    await record(t, { path: link, at }, { path: `/t/l/${other.token}`, at: at + 1500 });
    const events = await t.deps.db.select().from(loanMailEvents);
    assert.deepEqual(events.map(({ machine }) => machine !== ""), [true, true]);
    const pixel = tokens.find(({ kind }) => kind === "pixel")!;
    assert.equal((await visit(t, `/t/l/${pixel.token}`)).status, 404, "a picture leads nowhere");
  },
);

scene("a mail to anybody but the loan's broker is not tracked", async ({ t, loan, broker, stranger, admin }) => {
  for (const to of [stranger.email, admin.email, "partner@bank.example", broker.email.toUpperCase()]) {
    const html = '<p><a href="https://lender.example/a">A</a></p>';
    const id = await addMail(t, { to, html, loanId: loan.id });
    await inTransaction(t.deps.db, (tx) => trackLoanMail(tx, t.context(), { id, to, loanId: loan.id, html }));
    const stored = await t.deps.db.select().from(mails).where(eq(mails.id, id)).get();
    assert.equal(stored!.html !== html, to === broker.email.toUpperCase(), to);
  }
  assert.equal((await t.deps.db.select().from(loanMailTokens)).length, 3, "picture, link and trap of one mail");
  await addMail(t, { to: broker.email, loanId: loan.id });
  const page = async () => await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text();
  const listed = await listMailOfAccount(t.context(), broker.id);
  assert.deepEqual(listed.map(({ tracked }) => tracked).sort(), [false, true]);
  for (const words of ["Not tracked", "Not opened yet"]) assert.ok((await page()).includes(words), words);
});
