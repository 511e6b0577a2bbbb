/** What the deletion of an account takes away: as much as an erasure, since nothing finds a person's data later. */
import assert from "node:assert/strict";
import { eq, isNull } from "drizzle-orm";
import { trackerOpeners } from "../../../db/derived/mod.ts";
import {
  accountRequests,
  accounts,
  events,
  mails,
  news,
  trackedRecipients,
  trackerEvents,
  trackerTokens,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { addMail } from "../../support/mail.ts";
import { sendTracked } from "../../support/tracking.ts";

Deno.test("a deleted account leaves no data of its person: mails, tracking, requests; counts and loans' mails stay", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account({ name: "Ann Lee", email: "Ann@Broker.example", phone: "905-555-0142" });
    const bob = await t.account({ name: "Bob Roy" });
    await makeRequest(t, { name: "Ann Lee", email: "ann@first.example", accountId: ann.id, closedAt: t.now() });
    await sendTracked(t, {}, [{ ...ann, email: "ann@broker.example" }, bob]);
    const hit = {
      emailId: 1,
      sentId: 1,
      type: "open",
      created: t.now(),
      day: "2026-11-20",
      ip: "203.0.113.9",
    } as const;
    await db.insert(trackerEvents).values([
      { ...hit, accountId: ann.id, email: "ann@broker.example", browser: "Safari" },
      { ...hit, accountId: bob.id, email: bob.email, ip: "203.0.113.7" },
    ]);
    await addMail(t, { to: "Ann@broker.example", status: "sent" });
    await addMail(t, { to: "ann@broker.example", status: "waiting" });
    await addMail(t, { to: "ann@broker.example", status: "sent", loanId: 7 });
    await addMail(t, { to: bob.email, status: "sent" });

    const gone = await t.post("/api/auth/deleteAccount", { id: ann.id }, admin);
    assert.equal(gone.status, 200, await gone.text());
    await t.deps.events.drain();

    const tables = [accounts, accountRequests, events, news, trackedRecipients, trackerEvents, trackerOpeners];
    for (const table of tables) {
      const text = JSON.stringify(await db.select().from(table)).toLowerCase();
      for (const word of ["ann@", "ann lee", "905-555-0142", "203.0.113.9"]) {
        assert.ok(!text.includes(word), `${word} in ${text.slice(0, 300)}`);
      }
    }
    const left = await db.select().from(mails).orderBy(mails.id);
    assert.deepEqual(left.map(({ to, subject, text }) => [to, subject, text]), [
      ["", "Erased", ""],
      [`erased-${ann.id}@erased.invalid`, "We have your application", "Hello Ann,"],
      [bob.email, "We have your application", "Hello Ann,"],
    ]);
    const opens = await db.select().from(trackerEvents).orderBy(trackerEvents.id);
    assert.deepEqual(opens.map(({ accountId, ip }) => [accountId, ip]), [[null, ""], [bob.id, "203.0.113.7"]]);
    // Pictures and links of the mails lead to nobody.
    const nobody = await db.select().from(trackerTokens)
      .innerJoin(trackedRecipients, eq(trackedRecipients.id, trackerTokens.recipientId))
      .where(isNull(trackedRecipients.accountId));
    assert.deepEqual(nobody, []);
    assert.equal((await t.post("/api/auth/deleteAccount", { id: ann.id }, admin)).status, 404);
  }));

Deno.test("an account with a loan keeps all its data where its deletion is refused", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    const admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account({ phone: "905-555-0142" });
    await makeLoan(t, { brokerId: ann.id });
    await sendTracked(t, {}, [ann]);
    const whole = async () =>
      JSON.stringify([await db.select().from(accounts), await db.select().from(trackedRecipients)]);
    const before = await whole();
    const refused = await t.post("/api/auth/deleteAccount", { id: ann.id }, admin);
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).reason, /Disable the account instead/);
    assert.equal(await whole(), before);
    assert.deepEqual(await db.select().from(events).where(eq(events.type, "account.erased")), []);
  }));
