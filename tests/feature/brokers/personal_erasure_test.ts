/**
 * What an erasure takes from the outbox: texts, addresses of now and before, and keys; whatever breaks off in between.
 */
import assert from "node:assert/strict";
import { asc, eq, like } from "drizzle-orm";
import {
  accountRequests,
  accounts,
  auditRows,
  events,
  mails,
  trackedEmails,
  trackedRecipients,
} from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { RESERVED } from "../../../lib/domain/accounts/erased.ts";
import { loadTimeline } from "../../../lib/features/loans/mod.ts";
import { FEATURES } from "../../../lib/features/registration.ts";
import { listMailOfAccount } from "../../../lib/features/tracking/mod.ts";
import { createEventDispatcher } from "../../../lib/server/event_dispatcher.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import { addMail } from "../../support/mail.ts";

const HOUR = 3_600_000;

Deno.test("an erasure clears a campaign's mails to each address of the person, also of an unfinished run", () =>
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
    assert.deepEqual(all.filter(({ loanId }) => loanId === 7).map(({ to, text }) => [to, text]), [
      [`erased-${id}@erased.invalid`, "Hello Ann,"],
    ]);
    assert.equal(all.filter(({ to }) => to === "bea@broker.example").length, 1);
  }, { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" }));

Deno.test("a person of whom two addresses were in one run of an email is erased, and stays one contact of it", () =>
  withApp(async (t) => {
    const { db } = t.deps, owner = await t.account({ role: ROLE.owner });
    const { id } = await t.account({ email: "ann@broker.example" });
    const [{ id: emailId }] = await db.insert(trackedEmails).values({ name: "Rates", timesRan: 2, createdAt: 1 })
      .returning();
    const runs = [[1, "ann@broker.example"], [1, "ann@old.example"], [2, "ann@broker.example"]] as const;
    await db.insert(trackedRecipients).values(
      runs.map(([sentId, email]) => ({ emailId, sentId, accountId: id, name: "Ann Lee", email })),
    );
    const answer = await t.post("/api/auth/erasePersonalData", { id }, owner);
    assert.equal(answer.status, 200, await answer.text());
    assert.deepEqual(
      (await db.select().from(trackedRecipients)).map(({ sentId, email }) => [sentId, email]),
      [[1, `erased-${id}@erased.invalid`], [2, `erased-${id}@erased.invalid`]],
    );
  }));

Deno.test("mails about a loan stay on its page and on the erased account's, without the address; queued ones never leave", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner });
    const ann = await t.account({ name: "Ann Lee", email: "Ann@Broker.example" });
    const loan = await makeLoan(t, { brokerId: ann.id });
    const about = { to: "Ann@Broker.example", loanId: loan.id };
    await addMail(t, { ...about, subject: "Two conditions to complete", status: "sent", sentAt: t.now() });
    await addMail(t, { ...about, subject: "One is late", status: "failed", error: "550 ann@broker.example" });
    await addMail(t, { ...about, subject: "Funded soon", status: "waiting" });
    const answer = await t.post("/api/auth/erasePersonalData", { id: ann.id }, owner);
    assert.equal(answer.status, 200, await answer.text());
    await t.deps.events.drain();

    const ctx = t.context(owner);
    const told = (await loadTimeline(ctx, { id: loan.id })).map(({ text }) => text);
    assert.deepEqual(told.filter((text) => /Two cond|One is late|Funded soon/.test(text)).length, 2, told.join(" | "));
    assert.deepEqual((await listMailOfAccount(ctx, ann.id)).map(({ subject, status }) => [subject, status]), [
      ["One is late", "kept"],
      ["Two conditions to complete", "sent"],
    ]);
    assert.ok(!JSON.stringify(await db.select().from(mails)).toLowerCase().includes("ann@broker"));
  }));

Deno.test("the upgrade removes the address from mails about a loan that earlier erasures left in place", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner });
    const names = { name: "Ann Lee", username: "annlee", license: "M8", brokerage: "B", role: ROLE.broker };
    const secret = { password: "Harbour2026", confirmPassword: "Harbour2026" };
    const send = async (path: string, body: object) => {
      const answer = await t.post(path, body, owner);
      assert.equal(answer.status, 200, await answer.text());
    };
    await send("/api/auth/createAccount", { ...names, ...secret, email: "Ann@First.example" });
    const [{ id }] = await db.select().from(accounts).where(eq(accounts.username, "annlee"));
    await send("/api/auth/updateAccount", { ...names, id, email: "ann@last.example" });
    const trail = await db.select().from(auditRows).where(eq(auditRows.entity, "account"));
    await send("/api/auth/erasePersonalData", { id });
    await t.deps.events.drain();
    // As earlier erasures left the trail.
    await db.insert(auditRows).values(trail.map(({ id: _, ...row }) => row));
    const about = { loanId: 7, status: "sent", sentAt: t.now() } as const;
    await db.delete(mails);
    await addMail(t, { ...about, to: "ann@first.example" });
    await addMail(t, { ...about, to: "Ann@Last.example", status: "failed", error: "550 ann@last.example" });
    await addMail(t, { ...about, to: "lender@house.example" });
    const step = new URL("../../../db/migrations/0049_erased_loan_mails.sql", import.meta.url);
    await db.$client.execute(await Deno.readTextFile(step));
    const left = await db.select().from(mails).orderBy(asc(mails.id));
    assert.deepEqual(left.map(({ to, status, error, text }) => [to, status, error, text]), [
      [`erased-${id}@erased.invalid`, "sent", null, "Hello Ann,"],
      [`erased-${id}@erased.invalid`, "kept", null, "Hello Ann,"],
      ["lender@house.example", "sent", null, "Hello Ann,"],
    ]);
  }));

Deno.test("an erased account's address and username cannot be used again, at sign-up, in an account or by a change of address", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account(), gone = await t.account();
    const erased = await t.post("/api/auth/erasePersonalData", { id: gone.id }, owner);
    assert.equal(erased.status, 200, await erased.text());
    const names = { username: "Erased-77", email: "ann@Erased.invalid" };
    const free = { username: "freeName", email: "free@broker.example" };
    const secret = { password: "Harbour2026", confirmPassword: "Harbour2026" };
    const refused = async (path: string, body: object, as: typeof owner | undefined, field: "username" | "email") => {
      const answer = await t.post(path, body, as);
      assert.equal(answer.status, 422, path);
      const { fields } = await answer.json();
      assert.deepEqual(fields, { [field]: RESERVED[field] }, path);
    };
    for (const field of ["username", "email"] as const) {
      const sent = { ...free, [field]: names[field], name: "Ann Lee", license: "M8", brokerage: "B" };
      await refused("/api/auth/registerAccount", { ...sent, ...secret }, undefined, field);
      await refused("/api/auth/createAccount", { ...sent, ...secret, role: ROLE.broker }, owner, field);
      await refused("/api/auth/updateAccount", { ...sent, id: ann.id }, owner, field);
    }
    await refused("/api/auth/changeEmail", { email: names.email }, ann, "email");
    // A request that was there before such names were kept becomes no account.
    const kind = { name: "Ann Lee", license: "M8", brokerage: "B", brokerageLicense: "", phone: "", passwordHash: "x" };
    const [old] = await t.deps.db.insert(accountRequests).values({
      ...kind,
      ...names,
      emailKey: names.email.toLowerCase(),
      usernameKey: names.username.toLowerCase(),
      createdAt: t.now(),
    }).returning();
    const added = await t.post("/api/auth/addRequestedAccount", { id: old.id }, owner);
    assert.equal(added.status, 422);
    assert.deepEqual((await added.json()).fields, RESERVED);
    // The erased account itself is edited under the name it has.
    const own = { username: `erased-${gone.id}`, email: `erased-${gone.id}@erased.invalid` };
    const kept = await t.post("/api/auth/updateAccount", { id: gone.id, name: "X", license: "M9", ...own }, owner);
    assert.equal(kept.status, 200, await kept.text());
  }));

Deno.test("an erasure takes the mail to an address that was asked for and never confirmed, its event, and no other's mail", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner });
    const ann = await t.account({ name: "Ann Lee", email: "ann@broker.example" });
    const asked = "ann@next.example", house = "office@house.example";
    for (const email of [asked, house]) {
      assert.equal((await t.post("/api/auth/changeEmail", { email }, ann)).status, 200);
    }
    await t.deps.events.drain();
    await db.update(mails).set({ status: "sent" });
    const contact = { name: "Ann Lee", email: "Ann@broker.example", msg: "Call me after six, please." };
    assert.equal((await t.post("/api/loans/sendcontactemail", contact, ann)).status, 200);
    await t.deps.events.drain();
    // Somebody else's at that address, and the lender's own.
    await addMail(t, { to: asked, kind: "loanSubmitted", status: "sent" });
    await addMail(t, { to: house, kind: "loanSubmitted", status: "sent" });

    assert.equal((await t.post("/api/auth/erasePersonalData", { id: ann.id }, owner)).status, 200);
    await t.deps.events.drain();
    const left = await db.select().from(mails).orderBy(asc(mails.id));
    assert.deepEqual(left.filter(({ kind }) => kind === "emailChange").map(({ to, text }) => [to, text]), [
      ["", ""],
      [house, left.find(({ to }) => to === house)!.text],
    ], "what the lender's own address got stays");
    assert.deepEqual(left.filter(({ kind }) => kind === "loanSubmitted").map(({ to }) => to), [asked, house]);
    const told = JSON.stringify(await db.select().from(events));
    for (const word of [asked, "ann@broker", "after six"]) assert.ok(!told.toLowerCase().includes(word), word);
  }, { CONTACT_EMAIL: "Office@house.example" }));
