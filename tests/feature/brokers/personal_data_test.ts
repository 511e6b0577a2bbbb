import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import {
  accounts,
  auditRows,
  loans,
  mails,
  news,
  sessions,
  trackedRecipients,
  trackerEvents,
} from "../../../db/schema/mod.ts";
import { trackerOpeners, trackerSpans } from "../../../db/derived/mod.ts";
import { migrate } from "../../../db/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { PASSWORD, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";
import { makeLoan } from "../../support/loans.ts";
import { sendTracked } from "../../support/tracking.ts";
import { unzip } from "../../support/unzip.ts";

Deno.test("an owner downloads all of a person's data: their rows and files alone, and no secrets", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account({ name: "Ann Lee", notes: "Prefers the phone." }), bob = await t.account();
    const loan = await makeLoan(t, { brokerId: ann.id, comments: "They close on the 4th." }, {
      conditions: [{ id: 10, type: 1 }],
    });
    await makeLoan(t, { brokerId: bob.id, comments: "Bob's own." });
    const sent = { loanId: loan.id, conditionId: 10 };
    const put = await upload(t, "/api/loans/uploadotherfile", sent, ann, { name: "binder.pdf" });
    assert.equal(put.status, 200, await put.text());
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    await t.mails();

    const ask = (as: typeof owner, id = ann.id) => t.post("/api/auth/exportPersonalData", { id }, as);
    assert.equal((await ask(admin)).status, 403);
    assert.equal((await ask(owner, 999_999)).status, 404);
    const answer = await ask(owner);
    assert.equal(answer.headers.get("content-type"), "application/zip");
    assert.match(answer.headers.get("content-disposition") ?? "", /filename="account-\d+\.zip"/);
    const found = unzip(new Uint8Array(await answer.arrayBuffer()));
    const rows = (name: string) => JSON.parse(new TextDecoder().decode(found.get(`${name}.json`)));
    assert.equal(rows("account")[0].notes, "Prefers the phone.");
    assert.deepEqual(rows("loans").map(({ comments }: { comments: string }) => comments), ["They close on the 4th."]);
    assert.equal(rows("mails")[0].kind, "recovery");
    assert.deepEqual(rows("draft"), []);
    const [file] = [...found.keys()].filter((name) => name.startsWith("files/"));
    assert.match(file, new RegExp(`^files/loan-${loan.id}/.*-binder\\.pdf$`));
    assert.deepEqual(found.get(file), BYTES.pdf);
    const all = [...found.values()].map((bytes) => new TextDecoder().decode(bytes)).join();
    for (const secret of ["passwordHash", "argon2", "recover?id=", PASSWORD, ann.cookie.split("=")[1]]) {
      assert.ok(!all.includes(secret), secret);
    }
    assert.ok(!all.includes("Bob's own."));
    const written = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "account.export"));
    assert.deepEqual(written.map(({ actorId, entityId }) => [actorId, entityId]), [[owner.id, String(ann.id)]]);
  }));

Deno.test("an owner erases a person: personal data goes, loans keep who brought them, counts stay right", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    const owner = await t.account({ role: ROLE.owner }), admin = await t.account({ role: ROLE.administrator });
    const ann = await t.account({ name: "Ann Lee", phone: "905-555-0142", notes: "Prefers the phone." });
    const bob = await t.account({ name: "Bob Roy" });
    const loan = await makeLoan(t, { brokerId: ann.id });
    await sendTracked(t, {}, [ann, bob]);
    const hit = {
      emailId: 1,
      sentId: 1,
      type: "open",
      created: t.now(),
      day: "2026-11-20",
      browser: "Safari",
    } as const;
    await db.insert(trackerEvents).values([
      { ...hit, accountId: ann.id, email: ann.email, ip: "203.0.113.9" },
      { ...hit, accountId: ann.id, email: ann.email, ip: "" },
      { ...hit, accountId: bob.id, email: bob.email, ip: "203.0.113.9" },
    ]);
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    await t.mails();
    await db.update(mails).set({ status: "sent" });
    const openers = () =>
      db.select().from(trackerOpeners).orderBy(trackerOpeners.scope, trackerOpeners.id, trackerOpeners.contact);
    const spans = () => db.select().from(trackerSpans).orderBy(trackerSpans.scope, trackerSpans.id, trackerSpans.span);
    const counted = async () => (await spans()).map(({ addresses: _, ...counts }) => counts);
    const countedBefore = await counted();

    const erase = (as: typeof owner, id = ann.id) => t.post("/api/auth/erasePersonalData", { id }, as);
    assert.equal((await erase(admin)).status, 403);
    assert.equal((await erase(owner, owner.id)).status, 403);
    const answer = await erase(owner);
    assert.deepEqual(await answer.json(), { response: true, loansKept: 1 });
    assert.equal((await erase(owner)).status, 409);
    await t.deps.events.drain();

    const [left] = await db.select().from(accounts).where(eq(accounts.id, ann.id));
    assert.deepEqual([left.name, left.status, left.phone, left.notes], ["Ann Lee", 0, "", ""]);
    assert.equal((await db.select().from(loans).where(eq(loans.id, loan.id)))[0].brokerId, ann.id);
    for (const table of [accounts, mails, trackedRecipients, trackerEvents, sessions, trackerOpeners, news]) {
      const text = JSON.stringify(await db.select().from(table));
      for (const word of [ann.email, ann.username, "905-555-0142", "Prefers"]) {
        assert.ok(!text.toLowerCase().includes(word.toLowerCase()), `${word} in ${text.slice(0, 300)}`);
      }
    }
    assert.deepEqual((await db.select().from(trackerEvents)).map(({ ip, browser }) => [ip, browser]), [
      ["", ""],
      ["", ""],
      ["203.0.113.9", "Safari"],
    ]);
    // What triggers kept is what a count from scratch finds.
    const kept = await openers(), keptSpans = await spans();
    await migrate(db.$client as Parameters<typeof migrate>[0], { rebuild: true });
    assert.deepEqual(await openers(), kept);
    assert.deepEqual(await spans(), keptSpans);
    assert.deepEqual(await counted(), countedBefore, "opens and clicks are as before");
    const login = await t.post("/api/auth/login", { userName: ann.username, password: PASSWORD });
    assert.equal((await login.json()).reason, "Invalid Login");

    // Without loans nothing names the person, and the empty account can be deleted.
    assert.equal((await erase(owner, bob.id)).status, 200);
    const [empty] = await db.select().from(accounts).where(eq(accounts.id, bob.id));
    assert.deepEqual([empty.name, empty.license], ["Erased person", ""]);
    assert.equal((await t.post("/api/auth/deleteAccount", { id: bob.id }, owner)).status, 200);
  }));
