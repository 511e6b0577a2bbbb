/** How mails leave: codes before campaigns, at a pace, several at a time, and what holds all of them. */
import assert from "node:assert/strict";
import { asc, eq, sql } from "drizzle-orm";
import { campaignMailSql, openMailSql } from "../../../db/derived/mod.ts";
import { eventDeliveries, mailHold, mails } from "../../../db/schema/mod.ts";
import { sendContactEmail } from "../../../lib/features/mail/mod.ts";
import { createPace } from "../../../lib/server/mail/pace.ts";
import { MailLimitError, OperatorMailError, PermanentMailError } from "../../../lib/server/mail/transport.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { addMail, transportOf, workerOf } from "../../support/mail.ts";
import { until } from "../../support/until.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE;

/** Nothing is sent but what a test sends itself. */
const withoutWorker = (run: (t: TestApp) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t);
  });

const rows = (t: TestApp) => t.deps.db.select().from(mails).orderBy(asc(mails.id));
const hold = (t: TestApp) => t.deps.db.select().from(mailHold).get();

async function fill(t: TestApp, many: number, kind: string): Promise<void> {
  for (let n = 0; n < many; n++) await addMail(t, { kind, to: `${kind}${n}@example.com` });
}

Deno.test("a hanging send delays no other mail, and hanging campaigns leave room for codes", () =>
  withoutWorker(async (t) => {
    await fill(t, 6, "campaign");
    const { promise, resolve } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const worker = workerOf(
      t,
      transportOf(async ({ to }) => {
        begun.push(to);
        if (to.startsWith("campaign")) await promise;
      }),
    );
    worker.wake();
    await until("four sends begin", () => Promise.resolve(begun.length === 4));
    await fill(t, 3, "deviceCode");
    worker.wake();
    const codes = () =>
      rows(t).then((all) => all.filter(({ kind, status }) => kind === "deviceCode" && status === "sent"));
    await until("the codes leave", async () => (await codes()).length === 3);
    assert.equal(begun.filter((to) => to.startsWith("campaign")).length, 4, "four at a time");
    resolve();
    await until("all have left", async () => (await rows(t)).every(({ status }) => status === "sent"));
    await worker.stop();
  }));

Deno.test("a mail withdrawn during its send keeps its row if it left, and loses it if it did not", () =>
  withoutWorker(async (t) => {
    const errors = [
      null,
      new Error("No answer"),
      new PermanentMailError("no mailbox"),
      new MailLimitError("busy", 1000),
    ];
    for (const n of errors.keys()) await addMail(t, { kind: "campaign", to: `${n}@example.com` });
    const worker = workerOf(
      t,
      transportOf(async ({ to }) => {
        await t.deps.db.update(mails).set({ status: "withdrawn" }).where(eq(mails.to, to));
        const error = errors[Number(to[0])];
        if (error) throw error;
        return "id";
      }),
    );
    await worker.drain();
    await worker.stop();
    assert.deepEqual((await rows(t)).map(({ to, status, providerId }) => [to, status, providerId]), [
      ["0@example.com", "sent", "id"],
    ]);
  }));

Deno.test("codes and news leave before campaigns that were written first", () =>
  withoutWorker(async (t) => {
    await fill(t, 5, "campaign");
    await fill(t, 2, "recovery");
    const sent: string[] = [];
    const worker = workerOf(t, transportOf(({ to }) => sent.push(to)));
    await worker.drain();
    assert.deepEqual(sent.slice(0, 2), ["recovery0@example.com", "recovery1@example.com"]);
    assert.deepEqual(sent.slice(2), [0, 1, 2, 3, 4].map((n) => `campaign${n}@example.com`));
    await worker.stop();
  }));

Deno.test("a mail is sent once the one before has had its share of the second", () => {
  let now = 1000;
  const pace = createPace(2, () => now);
  assert.equal(pace.waitMs(), 0);
  pace.begin();
  assert.equal(pace.waitMs(), 500);
  now += 499.5;
  assert.equal(pace.waitMs(), 0.5);
  now += 10;
  assert.equal(pace.waitMs(), 0, "what was not used is not saved up");
  pace.begin();
  assert.equal(pace.waitMs(), 500);
});

Deno.test("a worker keeps the rate: at one mail in ten seconds the second waits, and a stop does not wait for it", () =>
  withoutWorker(async (t) => {
    await fill(t, 3, "campaign");
    const worker = workerOf(t, transportOf(() => "id"), 0.1);
    worker.wake();
    await until("one leaves", async () => (await rows(t)).some(({ status }) => status === "sent"));
    await worker.stop();
    assert.deepEqual((await rows(t)).map(({ status }) => status), ["sent", "waiting", "waiting"]);
  }));

Deno.test("a 429 is no try: all mail waits as long as the service asks, then continues", () =>
  withoutWorker(async (t) => {
    await fill(t, 3, "campaign");
    let limited = true;
    const sent: string[] = [];
    const worker = workerOf(
      t,
      transportOf(({ to }) => {
        if (limited) throw new MailLimitError("Too many", 7000);
        sent.push(to);
      }),
    );
    await worker.drain();
    assert.ok(
      (await rows(t)).every(({ status, tries, error }) => status === "waiting" && tries === 0 && error === null),
    );
    assert.equal((await hold(t))?.resumeAt, t.now() + 7000);
    limited = false;
    t.advance(6999);
    assert.equal(await worker.drain(), 0);
    t.advance(1);
    assert.equal(await worker.drain(), 3);
    assert.equal(await hold(t), undefined);
    await worker.stop();
  }));

Deno.test("a wrong key fails no mail: one is tried now and then, and all leave once the key is right", () =>
  withoutWorker(async (t) => {
    await fill(t, 30, "campaign");
    let mended = false, tried = 0;
    const worker = workerOf(
      t,
      transportOf(() => {
        tried++;
        if (!mended) throw new OperatorMailError("Resend does not send our mail: API key is invalid");
      }),
    );
    const stoppedAt = t.now();
    await worker.drain();
    assert.ok(tried <= 6, "no more than there are sends at a time");
    for (let n = 0; n < 20; n++) {
      t.advance(10 * MINUTE);
      const before = tried;
      await worker.drain();
      assert.equal(tried, before + 1, "one mail asks whether it is mended");
    }
    assert.ok((await rows(t)).every(({ status, tries }) => status === "waiting" && tries === 0));
    const { stoppedAt: since, reason } = (await hold(t))!;
    assert.deepEqual([since, reason], [stoppedAt, "Resend does not send our mail: API key is invalid"]);
    mended = true;
    await worker.drain();
    assert.equal(
      (await rows(t)).filter(({ status }) => status === "sent").length,
      0,
      "not before it is looked at again",
    );
    t.advance(10 * MINUTE);
    await worker.drain();
    await until("all have left", async () => (await rows(t)).every(({ status }) => status === "sent"));
    assert.equal(await hold(t), undefined);
    await worker.stop();
  }));

Deno.test("a new start asks at once whether a mistake is mended, and keeps to what the service asked for", () =>
  withoutWorker(async (t) => {
    let error: Error | null = new OperatorMailError("Resend does not send our mail: API key is invalid");
    const start = async () => {
      const worker = workerOf(
        t,
        transportOf(() => {
          if (error) throw error;
        }),
      );
      await worker.drain();
      await worker.drain();
      await worker.stop();
      return (await rows(t)).map(({ status }) => status).join();
    };
    await fill(t, 2, "deviceCode");
    assert.equal(await start(), "waiting,waiting");
    assert.equal(await start(), "waiting,waiting");
    error = null;
    assert.equal(await start(), "sent,sent");
    await fill(t, 1, "deviceCode");
    error = new MailLimitError("busy", HOUR);
    assert.equal(await start(), "sent,sent,waiting");
    error = null;
    assert.equal(await start(), "sent,sent,waiting");
  }));

Deno.test("an address refused while mail is stopped shows that the key works again", () =>
  withoutWorker(async (t) => {
    await fill(t, 2, "campaign");
    await t.deps.db.insert(mailHold).values({
      id: 1,
      resumeAt: t.now(),
      stoppedAt: t.now() - HOUR,
      reason: "key",
      tries: 1,
    });
    const worker = workerOf(
      t,
      transportOf(({ to }) => {
        if (to.startsWith("campaign0")) throw new PermanentMailError("no such mailbox");
      }),
    );
    await worker.drain();
    await until("the second leaves", async () => (await rows(t)).map(({ status }) => status).join() === "failed,sent");
    await worker.stop();
  }));

Deno.test("a mail that another process sent while a try hung stays sent, whatever comes of the try", () =>
  withoutWorker(async (t) => {
    for (const error of [new Error("No answer"), new PermanentMailError("no mailbox"), new MailLimitError("busy", 1)]) {
      const id = await addMail(t);
      const worker = workerOf(
        t,
        transportOf(async () => {
          await t.deps.db.update(mails).set({ status: "sent", leaseUntil: null, tries: 1 }).where(eq(mails.id, id));
          throw error;
        }),
      );
      await worker.drain();
      const { status, tries } = (await rows(t)).at(-1)!;
      assert.deepEqual([status, tries], ["sent", 1], error.message);
      await worker.stop();
      await t.deps.db.delete(mailHold);
    }
  }));

Deno.test("mail postponed by a clock that was wrong leaves once the clock is right", () =>
  withoutWorker(async (t) => {
    const days = 400 * 24 * HOUR;
    const ahead = [
      { dueAt: t.now() + HOUR, createdAt: t.now() + HOUR },
      { dueAt: t.now() + days, createdAt: t.now() + days },
      { dueAt: t.now() + days, tries: 3 },
      { dueAt: t.now() + 31_000, tries: 1 },
      { status: "sending", leaseUntil: t.now() + days },
    ] as const;
    for (const fields of ahead) await addMail(t, fields);
    const later = [
      await addMail(t, { dueAt: t.now() + 30_000, tries: 1 }),
      await addMail(t, { dueAt: t.now() + HOUR }),
    ];
    await t.deps.db.insert(mailHold).values({
      id: 1,
      resumeAt: t.now() + days,
      stoppedAt: t.now() + days,
      reason: "key",
    });
    const worker = workerOf(t, transportOf(() => "id"));
    await worker.drain();
    await until(
      "they leave",
      async () => (await rows(t)).filter(({ status }) => status === "sent").length === ahead.length,
    );
    const waiting = (await rows(t)).filter(({ status }) => status === "waiting").map(({ id }) => id);
    assert.deepEqual(waiting, later, "a wait of its own, and a time that was chosen, are kept");
    await worker.stop();
  }));

Deno.test("an event postponed by a clock that was wrong is handled once the clock is right", () =>
  withApp(async (t) => {
    t.advance(400 * 24 * HOUR);
    const wrong = { ...t.context(), events: { ...t.context().events, wake: () => {} } };
    await sendContactEmail(wrong, { name: "Ann", email: "ann@example.com", msg: "Is my file complete?" });
    t.advance(-400 * 24 * HOUR);
    await t.deps.events.drain();
    const [delivery] = await t.deps.db.select().from(eventDeliveries);
    assert.equal(delivery.status, "done");
  }));

Deno.test("the next mail of a lane is read from its index, however many are queued", () =>
  withoutWorker(async (t) => {
    for (const campaign of [0, 1]) {
      const query = t.deps.db.select({ id: mails.id }).from(mails)
        .where(sql`${openMailSql} and ${eq(campaignMailSql, campaign)} and ${mails.dueAt} <= 1`).orderBy(asc(mails.id))
        .limit(1);
      const plan = await t.deps.db.all<{ detail: string }>(sql`explain query plan ${query.getSQL()}`);
      assert.match(plan.map(({ detail }) => detail).join("; "), /^SEARCH mails USING INDEX mails_open \(<expr>=\?\)$/);
    }
  }));
