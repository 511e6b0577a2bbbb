/** What an erasure takes from the outbox: texts, addresses of now and before, and keys; whatever breaks off in between. */
import assert from "node:assert/strict";
import { asc, eq, like } from "drizzle-orm";
import { accounts, events, mails, trackedRecipients } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { FEATURES } from "../../../lib/features/registration.ts";
import { createEventDispatcher } from "../../../lib/server/event_dispatcher.ts";
import { withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";

const HOUR = 3_600_000;

Deno.test("an erasure empties a campaign's mails too, to each address that was theirs, also where it was broken off", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner, name: "Olga Main" });
    const ann = await t.account({ name: "Ann Lee", email: "Ann@Broker.example", touchBaseEmails: true });
    await t.account({ name: "Bea Roy", email: "bea@broker.example", touchBaseEmails: true });
    const send = async (path: string, body: object) => {
      const answer = await t.post(path, body, owner);
      assert.equal(answer.status, 200, await answer.text());
    };
    await send("/api/loans/createemail", { name: "Rates" });
    await send("/api/loans/updateemail", {
      id: 1,
      name: "Rates",
      subject: "Rates",
      preview: "They fell",
      body: "They fell.",
      type: "static",
      sendAt: t.now() + HOUR,
      everyDays: 7,
    });
    await send("/api/loans/activateemail", { id: 1, savedAt: t.now() });
    t.advance(HOUR);
    await t.runJobs();
    const failed = { status: "failed", error: "550 ann@broker.example is unknown", providerId: "p-1" } as const;
    await db.update(mails).set(failed).where(eq(mails.to, "Ann@Broker.example"));
    // The address changed since, and what waits for the new one never leaves.
    const [{ id, username }] = await db.select().from(accounts).where(eq(accounts.id, ann.id));
    await send("/api/auth/updateAccount", { id, name: "Ann Lee", username, email: "lee@new.example", license: "M8" });
    await addMail(t, { to: "Lee@new.example", status: "waiting" });
    await addMail(t, { to: "lee@new.example", status: "sent", loanId: 7 });
    const ofRun = () => db.$count(mails, like(mails.idempotencyKey, "campaign:1:1:%"));
    const counted = await ofRun();

    // As where the process ends right after the answer: what is left to do is written down.
    await t.deps.events.stop();
    await send("/api/auth/erasePersonalData", { id });
    assert.ok(
      (await db.select().from(events)).some(({ type, secret }) => type === "account.erased" && secret !== null),
    );
    const later = createEventDispatcher(db, FEATURES.consumers, () => t.context(), t.deps.log, t.now);
    await later.drain();
    await later.stop();

    const all = await db.select().from(mails).orderBy(asc(mails.id));
    const theirs = JSON.stringify(all.filter(({ loanId }) => loanId === null)).toLowerCase();
    const rest = JSON.stringify([await db.select().from(trackedRecipients), await db.select().from(events)])
      .toLowerCase();
    for (const word of ["ann@", "lee@"]) assert.ok(!theirs.includes(word) && !rest.includes(word), word);
    const [one] = all.filter(({ subject }) => subject === "Erased");
    assert.deepEqual([one.status, one.error, one.providerId, one.idempotencyKey], [
      "kept",
      null,
      null,
      `campaign:1:1:erased:${one.id}`,
    ]);
    const [recipient] = await db.select().from(trackedRecipients).where(eq(trackedRecipients.accountId, id));
    assert.equal(recipient.mailKey, one.idempotencyKey);
    assert.equal(await ofRun(), counted);
    assert.deepEqual(all.filter(({ loanId }) => loanId === 7).map(({ to }) => to), ["lee@new.example"]);
    assert.equal(all.filter(({ to }) => to === "bea@broker.example").length, 1);
  }, { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" }));
