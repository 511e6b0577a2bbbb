/** What the upgrade takes of people whose account was erased or deleted before (db/migrations). */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { migrate } from "../../../db/mod.ts";
import {
  accounts,
  auditRows,
  events,
  mails,
  trackedRecipients,
  trackerEvents,
  trackerTokens,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import { addMail } from "../../support/mail.ts";
import { addAudit } from "../../support/retention.ts";
import { sendTracked } from "../../support/tracking.ts";

const STEP = new URL("../../../db/migrations/0052_left_by_erasures.sql", import.meta.url);

Deno.test("the upgrade takes what earlier erasures and deletions left in mails, tracking and the trail, and nothing of others", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner, email: "olga@house.example" });
    const erased = await t.account({ name: "Ann Lee" }),
      bob = await t.account({ name: "Bob Roy", email: "bob@x.example" });
    await makeLoan(t, { brokerId: erased.id });
    assert.equal((await t.post("/api/auth/erasePersonalData", { id: erased.id }, owner)).status, 200);
    await t.deps.events.drain();
    const trail = (id: number, fields: object, action: "account.update" | "account.emailAsked" = "account.update") =>
      addAudit(t, 5, { action, entity: "account", entityId: String(id), after: JSON.stringify(fields) });
    const gone = 900;
    const ann = { name: "Ann Lee", email: "ann@x.example", phone: "905-555-0142", notes: "Late.", rating: "red" };
    await trail(erased.id, ann);
    await trail(erased.id, { email: "Ann@next.example" }, "account.emailAsked");
    await trail(gone, { name: "Cem Ak", email: "Cem@x.example", phone: "416-555-0100", username: "cemak" });
    await trail(gone, { email: "office@house.example" });
    await trail(gone, { email: "bob@x.example" }, "account.emailAsked");
    await trail(bob.id, { name: "Bob Roy", email: "bob@x.example", phone: "613-555-0100" });
    await addAudit(t, 5, {
      action: "request.delete",
      entity: "request",
      entityId: "77",
      before: '{"name":"Dan Ek","email":"dan@x.example"}',
    });
    const sent = { status: "sent" } as const;
    await addMail(t, { ...sent, to: "ann@next.example", kind: "emailChange" });
    await addMail(t, { ...sent, to: "ann@next.example" });
    await addMail(t, {
      to: "cem@x.example",
      status: "failed",
      error: "550 cem@x.example",
      idempotencyKey: "campaign:1:1:cem@x.example",
    });
    await addMail(t, { ...sent, to: "Cem@x.example", loanId: 7 });
    await addMail(t, { ...sent, to: "bob@x.example" });
    for (const kind of ["contact", "loanReceived"]) await addMail(t, { ...sent, to: "office@house.example", kind });
    await sendTracked(t, { mailKey: "campaign:1:1:cem@x.example" }, [{
      id: null,
      name: "Cem Ak",
      email: "cem@x.example",
    }]);
    await sendTracked(t, {}, [bob]);
    const hit = {
      emailId: 1,
      sentId: 1,
      type: "open",
      created: t.now(),
      day: "2026-11-20",
      ip: "203.0.113.9",
    } as const;
    await db.insert(trackerEvents).values([{ ...hit, email: "cem@x.example" }, {
      ...hit,
      email: bob.email,
      accountId: bob.id,
    }]);
    await db.insert(events).values({
      type: "account.emailChangeRequested",
      version: 1,
      data: JSON.stringify({ accountId: erased.id, newEmail: "Ann@next.example" }),
      at: t.now(),
    });
    const rows = await db.$count(auditRows);

    for (const statement of (await Deno.readTextFile(STEP)).split("--> statement-breakpoint")) {
      await db.$client.execute(statement);
    }

    const left = await db.select().from(mails).where(eq(mails.kind, "loanReceived")).orderBy(asc(mails.id));
    assert.deepEqual(left.map(({ to, status, text, idempotencyKey }) => [to, status, text, /@/.test(idempotencyKey)]), [
      ["ann@next.example", "sent", "Hello Ann,", false],
      ["", "kept", "", false],
      [`erased-${gone}@erased.invalid`, "sent", "Hello Ann,", false],
      ["bob@x.example", "sent", "Hello Ann,", false],
      ["office@house.example", "sent", "Hello Ann,", false],
    ]);
    const asked = await db.select().from(mails).where(eq(mails.kind, "emailChange"));
    assert.deepEqual(asked.map(({ to, text }) => [to, text]), [["", ""]]);
    const told = JSON.stringify([
      ...await db.select({ before: auditRows.before, after: auditRows.after }).from(auditRows),
      ...await db.select().from(trackedRecipients),
      ...await db.select().from(trackerEvents),
      ...await db.select().from(events),
      ...left.map(({ error, idempotencyKey }) => [error, idempotencyKey]),
    ]).toLowerCase();
    for (const word of ["ann@", "cem", "dan", "905-555-0142", "416-555", "late."]) {
      assert.ok(!told.includes(word), word);
    }
    for (const word of ["bob roy", "bob@x.example", "613-555-0100", "ann lee"]) assert.ok(told.includes(word), word);
    assert.equal(await db.$count(auditRows), rows, "no row of the trail goes");
    const [recipient] = await db.select().from(trackedRecipients).where(eq(trackedRecipients.name, "Erased person"));
    assert.equal(recipient.mailKey, left[1].idempotencyKey);
    assert.deepEqual((await db.select().from(trackerEvents)).map(({ ip }) => ip), ["", "203.0.113.9"]);
    assert.equal(await db.$count(trackerTokens, eq(trackerTokens.recipientId, recipient.id)), 0);
    assert.equal(await db.$count(accounts), 3);
    await migrate(db.$client as Parameters<typeof migrate>[0], { rebuild: true });
  }));
