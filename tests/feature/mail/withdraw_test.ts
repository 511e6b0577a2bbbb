/** Mails that are on their way while their campaign is stopped or paused, or while their reader refuses them. */
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { asc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { accounts, campaignRuns, campaigns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { getEmails, listRuns, pauseEmail, resumeEmail, stopEmail } from "../../../lib/features/mail/mod.ts";
import { withdrawAllRefused } from "../../../lib/features/mail/withdraw_refused.ts";
import { MailLimitError } from "../../../lib/server/mail/transport.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { addMail, transportOf, workerOf } from "../../support/mail.ts";

/** One run of a campaign with a mail for each broker, "b0@broker.example" and so on; none leaves by itself. */
const withRun = (brokers: number, run: (t: TestApp, brokers: TestAccount[]) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const { db } = t.deps, at = t.now(), text = { subject: "S", preview: "", body: "B" };
    await db.insert(campaigns).values({ name: "Rates", ...text, createdAt: at, runs: 1 });
    await db.insert(campaignRuns).values({ campaignId: 1, run: 1, ...text, startedAt: at, finishedAt: at });
    await db.insert(trackedEmails).values({ name: "Rates", campaignId: 1, createdAt: at });
    const all: TestAccount[] = [];
    for (let i = 0; i < brokers; i++) {
      const email = `b${i}@broker.example`, mailKey = `campaign:1:1:${email}`;
      const broker = await t.account({ role: ROLE.broker, email, touchBaseEmails: true }), { id, name } = broker;
      await db.insert(trackedRecipients).values({ emailId: 1, sentId: 1, accountId: id, name, email, mailKey });
      await addMail(t, { kind: "campaign", to: email, idempotencyKey: mailKey });
      all.push(broker);
    }
    await run(t, all);
  });

const states = async (t: TestApp) =>
  (await t.deps.db.select().from(mails).orderBy(asc(mails.id))).map(({ to, status }) => `${to.slice(0, 2)} ${status}`);

/** The database, in which each send that is on its way fails just before a statement that changes mails. */
function failing(t: TestApp, sends: Promise<unknown>[]): Db {
  // The worker is none of the transaction that is under way.
  const back = AsyncLocalStorage.bind(() =>
    t.deps.db.update(mails).set({ status: "waiting" }).where(eq(mails.status, "sending")).run()
  );
  const watch = <D extends object>(db: D): D =>
    new Proxy(db, {
      get(to, name, self) {
        // deno-lint-ignore no-explicit-any
        const value = Reflect.get(to, name, self) as any;
        if (name === "transaction") {
          return (work: (tx: object) => unknown) => value.call(to, (tx: object) => work(watch(tx)));
        }
        if (name !== "update") return value;
        return (table: unknown) => {
          if (table === mails) sends.push(back());
          return value.call(to, table);
        };
      },
    });
  return watch(t.deps.db);
}

Deno.test("a mail refused or of a stopped run that comes back while others are withdrawn does not leave", () =>
  withRun(4, async (t) => {
    const sends: Promise<unknown>[] = [], db = failing(t, sends);
    const onTheWay = (to: string) => t.deps.db.update(mails).set({ status: "sending" }).where(eq(mails.to, to));
    await onTheWay("b0@broker.example");
    await t.deps.db.update(accounts).set({ touchBaseEmails: false })
      .where(inArray(accounts.emailKey, ["b0@broker.example", "b1@broker.example"]));
    await withdrawAllRefused({ db, now: t.now() });
    assert.equal((await Promise.all(sends)).length, 1);
    assert.deepEqual(await states(t), ["b0 withdrawn", "b2 waiting", "b3 waiting"]);
    await onTheWay("b2@broker.example");
    await stopEmail({ ...t.context(null), db }, { id: 1 });
    assert.ok((await Promise.all(sends)).length > 1);
    assert.deepEqual(await states(t), ["b0 withdrawn", "b2 withdrawn"]);
  }));

Deno.test("a mail whose send fails after its campaign was paused is held by the pause", () =>
  withRun(3, async (t) => {
    const errors = [new Error("No answer"), new MailLimitError("busy", 1000), null];
    const pause = () => pauseEmail(t.context(null), { id: 1 });
    const worker = workerOf(
      t,
      transportOf(async ({ to }) => {
        await pause();
        const error = errors[Number(to[1])];
        if (error) throw error;
      }),
      1000,
    );
    await t.deps.db.update(mails).set({ status: "paused" });
    for (const n of errors.keys()) {
      await t.deps.db.update(campaigns).set({ paused: false });
      await t.deps.db.update(mails).set({ status: "waiting" }).where(eq(mails.to, `b${n}@broker.example`));
      await worker.drain();
      t.advance(2000);
    }
    await worker.stop();
    assert.deepEqual(await states(t), ["b0 paused", "b1 paused", "b2 sent"]);
  }));

Deno.test("a mail left by a dead process is held once its lease ends, where its campaign was paused meanwhile", () =>
  withRun(2, async (t) => {
    const sent: string[] = [];
    const worker = workerOf(t, transportOf(({ to }) => sent.push(to)));
    // A process was killed in the middle of its send.
    await t.deps.db.update(mails).set({ status: "sending", leaseUntil: t.now() + 60_000 })
      .where(eq(mails.to, "b0@broker.example"));
    await pauseEmail(t.context(null), { id: 1 });
    assert.deepEqual(await states(t), ["b0 sending", "b1 paused"]);
    t.advance(61_000);
    await worker.drain();
    assert.deepEqual([sent, await states(t)], [[], ["b0 paused", "b1 paused"]]);
    await resumeEmail(t.context(null), { id: 1 });
    await worker.drain();
    await worker.stop();
    assert.deepEqual(sent.sort(), ["b0@broker.example", "b1@broker.example"]);
  }));

Deno.test("a stopped run's figure counts what left, also mail that was on its way", () =>
  withRun(4, async (t) => {
    await t.deps.db.update(campaigns).set({ lastRecipients: 4 });
    const set = (n: number, status: "sending" | "sent") =>
      t.deps.db.update(mails).set({ status }).where(eq(mails.to, `b${n}@broker.example`));
    const figure = async () => (await getEmails(t.context(null)))[0].lastRecipients;
    await set(0, "sent");
    await set(1, "sending");
    await stopEmail(t.context(null), { id: 1 });
    assert.equal(await figure(), 1);
    await set(1, "sent");
    assert.equal(await figure(), 2);
    assert.equal((await listRuns(t.context(null), 1)).runs[0].recipients, 2, "as the campaign's own screen says");
  }));

Deno.test("a mail that waits for an address that its broker has no more does not leave", () =>
  withRun(4, async (t, [byStaff, own, other]) => {
    const owner = await t.account({ role: ROLE.owner });
    const row = await t.deps.db.select().from(accounts).where(eq(accounts.id, byStaff.id)).get();
    const { id, name, role, phone, brokerage, brokerageLicense, license, username, status } = row!;
    const account = { id, name, role, phone, brokerage, brokerageLicense, license, username, status };
    const saved = await t.post("/api/auth/updateAccount", { ...account, email: "new@broker.example" }, owner);
    assert.equal(saved.status, 200, await saved.text());
    assert.deepEqual(await states(t), ["b1 waiting", "b2 waiting", "b3 waiting"]);

    await t.post("/api/auth/changeEmail", { email: "own@broker.example" }, own);
    const [asked] = await t.mails("own@broker.example");
    const [, recoverId] = /changeEmail\?id=([\w-]+)/.exec(asked.text)!;
    const ofCampaign = () => t.deps.db.$count(mails, eq(mails.kind, "campaign"));
    assert.equal(await ofCampaign(), 3);
    assert.equal((await t.post("/api/auth/finishEmailChange", { recoverId }, own)).status, 200);
    assert.equal(await ofCampaign(), 2);

    const emailKey = "n@broker.example";
    await t.deps.db.update(accounts).set({ email: emailKey, emailKey }).where(eq(accounts.id, other.id));
    await withdrawAllRefused(t.context(null));
    assert.equal(await ofCampaign(), 1);
  }));

Deno.test("a stop withdraws what waits of a run that is long past", () =>
  withRun(1, async (t) => {
    const run = { campaignId: 1, subject: "S", preview: "", body: "B", startedAt: t.now(), finishedAt: t.now() };
    await t.deps.db.insert(campaignRuns).values(Array.from({ length: 60 }, (_, i) => ({ ...run, run: i + 2 })));
    assert.deepEqual(await stopEmail(t.context(null), { id: 1 }), { withdrawn: 1 });
    const stopped = await t.deps.db.select({ run: campaignRuns.run }).from(campaignRuns)
      .where(eq(campaignRuns.stopped, true));
    assert.deepEqual([stopped, await states(t)], [[{ run: 1 }], []]);
  }));
