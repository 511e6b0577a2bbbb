/** What an erasure takes out of the audit trail, and what its guard lets go (db/derived/audit_rows.ts). */
import assert from "node:assert/strict";
import { and, eq, inArray } from "drizzle-orm";
import { accounts, auditRows, events, mailConsents, mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { listAccountHistory } from "../../../lib/features/brokers/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { addAudit } from "../../support/retention.ts";

const WORDS = ["905-555-0142", "moves to calgary", "ann@first", "ann@last", "ann@next", "annlee", "smith, barrie"];

/** A broker whose account was changed, who asked for another address and wrote to the lender. */
async function known(t: TestApp, owner: TestAccount): Promise<number> {
  const post = async (path: string, body: object, as: TestAccount | null = owner) => {
    const answer = await t.post(path, body, as);
    assert.equal(answer.status, 200, await answer.text());
  };
  const fields = { name: "Ann Lee", username: "annlee", license: "M8", brokerage: "Lee & Co", role: ROLE.broker };
  const request = await makeRequest(t, { ...fields, email: "Ann@First.example", phone: "905-555-0142" });
  await addAudit(t, t.now(), {
    action: "request.create",
    entity: "request",
    entityId: String(request.id),
    after: JSON.stringify({ ...fields, email: "Ann@First.example", wantedUsername: "annlee", phone: "905-555-0142" }),
  });
  await post("/api/auth/addRequestedAccount", { id: request.id });
  const [{ id }] = await t.deps.db.select().from(accounts).where(eq(accounts.username, "annlee"));
  const now = { ...fields, id, email: "ann@last.example", phone: "905-555-0142", notes: "Moves to Calgary." };
  await post("/api/auth/updateAccount", now);
  await post("/api/auth/updateAccount", { ...now, phone: "905-555-0143", brokerage: "Oak" });
  const row = { entity: "account", entityId: String(id), actorId: id, actorName: "Ann Lee" } as const;
  await addAudit(t, t.now(), { ...row, action: "account.emailAsked", after: '{"email":"ann@next.example"}' });
  await addAudit(t, t.now(), { ...row, action: "filter.save", after: '{"name":"Old","query":"q=Smith, Barrie"}' });
  const contact = { name: "Ann Lee", email: "ann@last.example", msg: "Please call me." };
  await post("/api/loans/sendcontactemail", contact, null);
  await t.deps.events.drain();
  return id;
}

const trailOf = async (t: TestApp) => JSON.stringify(await t.deps.db.select().from(auditRows)).toLowerCase();

Deno.test("an erased person's rows of the trail stay without address, phone, username and comment; their loans' name stays", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const id = await known(t, owner);
    await makeLoan(t, { brokerId: id });
    const before = await trailOf(t), rows = await t.deps.db.$count(auditRows);
    for (const word of WORDS) assert.ok(before.includes(word), word);
    assert.equal((await t.post("/api/auth/erasePersonalData", { id }, owner)).status, 200);
    const after = await trailOf(t);
    for (const word of [...WORDS, "905-555-0143"]) assert.ok(!after.includes(word), word);
    assert.equal(await t.deps.db.$count(auditRows), rows + 1, "none goes");
    assert.ok(after.includes("lee & co"), "who brought the loan");
    const page = await (await t.get(`/dashboard/viewbroker?id=${id}`, owner)).text();
    for (const word of [...WORDS, "905-555-0143"]) assert.ok(!page.toLowerCase().includes(word), word);
    const { rows: told } = await listAccountHistory(t.context(owner), { id, page: 1 });
    const changed = told.filter(({ what }) => what === "Account changed").map(({ changes }) => changes);
    assert.deepEqual(changed[0], [
      { field: "Phone", before: "erased", after: "erased" },
      { field: "Brokerage", before: "Lee & Co", after: "Oak" },
    ]);
  }));

Deno.test("who brought no loan is not named by their rows either, nor is a deleted account or request", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const id = await known(t, owner);
    assert.equal((await t.post("/api/auth/deleteAccount", { id }, owner)).status, 200);
    const open = await makeRequest(t, { name: "Cem Ak", email: "cem@x.example", username: "cemak" });
    const mail = {
      kind: "requestReceived",
      subject: "We have it",
      html: "Cem",
      text: "Hello Cem,",
      status: "sent",
    } as const;
    await t.deps.db.insert(mails).values({ ...mail, idempotencyKey: "k", to: "Cem@x.example", dueAt: 0, createdAt: 0 });
    const message = { name: "Cem Ak", email: "Cem@x.example", msg: "Is my account ready?" };
    assert.equal((await t.post("/api/loans/sendcontactemail", message)).status, 200);
    await t.deps.events.drain();
    assert.equal((await t.post("/api/auth/deleteRequestedAccount", { id: open.id }, owner)).status, 200);
    await t.deps.events.drain();
    const rows = await t.deps.db.select().from(auditRows);
    const halves = JSON.stringify(rows.map(({ before, after }) => [before, after])).toLowerCase();
    for (const word of [...WORDS, "ann lee", "lee & co", "cem ak", "cemak", "cem@"]) {
      assert.ok(!halves.includes(word), word);
    }
    const gone = rows.find(({ action }) => action === "account.delete")!;
    assert.deepEqual([gone.actorId, gone.entityId, JSON.parse(gone.before!).rating], [owner.id, String(id), "green"]);
    assert.deepEqual(
      (await t.deps.db.select().from(mails).where(eq(mails.idempotencyKey, "k"))).map((
        row,
      ) => [row.to, row.text, row.subject]),
      [["", "", "Erased"]],
    );
    assert.ok(!JSON.stringify(await t.deps.db.select().from(events)).toLowerCase().includes("cem@"));
  }));

Deno.test("the database itself refuses to empty rows of somebody who is there, and any other change", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account(), bob = await t.account();
    const rowOf = (id: number, after: object) =>
      addAudit(t, t.now(), {
        action: "account.update",
        entity: "account",
        entityId: String(id),
        after: JSON.stringify(after),
      });
    for (const { id } of [ann, bob]) await rowOf(id, { rating: "red", status: 1 });
    const waiting = await makeRequest(t);
    for (const [entity, entityId] of [["request", String(waiting.id)], ["mail", "1"], ["loan", "1"]] as const) {
      const after = JSON.stringify({ email: entity === "mail" ? ann.email : "x@y.example", phone: "1" });
      await addAudit(t, t.now(), { action: "request.create", entity, entityId, after });
    }
    assert.equal((await t.post("/api/auth/erasePersonalData", { id: bob.id }, owner)).status, 200);
    await rowOf(bob.id, { email: "later@y.example", rating: "red" });
    const set = (change: string, where: string) => db.$client.execute(`update audit_rows set ${change} where ${where}`);
    const empty = "after = json_replace(after, '$.email', null, '$.phone', null)";
    const ofBob = `entity = 'account' and entity_id = '${bob.id}' and after like '%later@%'`;
    for (const entity of ["request", "mail", "loan"]) {
      await assert.rejects(
        () => set(empty, `action = 'request.create' and entity = '${entity}'`),
        /never changed/,
        entity,
      );
    }
    const ofAnn = `entity = 'account' and entity_id = '${ann.id}'`;
    await assert.rejects(
      () => set("after = json_replace(after, '$.email', null), before = null", ofAnn),
      /never changed/,
    );
    for (
      const change of [
        "after = null",
        "after = json_replace(after, '$.email', 'x@y.example')",
        "after = json_replace(after, '$.rating', null)",
        "after = json_set(after, '$.notes', 'new')",
        `${empty}, at = 1`,
        `${empty}, actor_id = 7`,
        `${empty}, actor_name = 'Nobody'`,
        `${empty}, address = ''`,
        `${empty}, action = 'account.create'`,
        `${empty}, entity_id = '${ann.id}'`,
      ]
    ) await assert.rejects(() => set(change, ofBob), /never changed/, change);
    await set(empty, ofBob);
    const [row] = await db.select().from(auditRows)
      .where(and(eq(auditRows.entityId, String(bob.id)), eq(auditRows.after, '{"email":null,"rating":"red"}')));
    assert.equal(row.action, "account.update");
  }));

/** What rows of the blacklist and of refused mail are filed under, and say, in the order in which they were written. */
const filed = async (t: TestApp) =>
  (await t.deps.db.select().from(auditRows).where(inArray(auditRows.entity, ["blacklist", "mail"])).orderBy(
    auditRows.id,
  ))
    .map(({ action, entityId, before, after }) => [action, entityId, before ?? after]);

Deno.test("rows filed under an erased person's address lose it where no list has it any more, whatever its case", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const ann = await t.account({ email: "Ann@X.example" }), bob = await t.account({ email: "bob@x.example" });
    const post = async (path: string, body: object) =>
      assert.equal((await t.post(path, body, owner)).status, 200, `${path} ${JSON.stringify(body)}`);
    const both = async (path: "add" | "remove", email: string) => await post(`/api/loans/${path}blacklist`, { email });
    await both("add", "Ann@x.example");
    await both("remove", "ann@x.example");
    await both("add", "@x.example");
    await both("add", "Bob@x.example");
    const reason = "550 Ann@x.example: no such user", why = "bounced";
    const refused = { action: "mail.suppress", entity: "mail" } as const;
    await addAudit(t, t.now(), { ...refused, entityId: "ANN@x.example", after: JSON.stringify({ why, reason }) });
    await addAudit(t, t.now(), {
      action: "mail.again",
      entity: "mail",
      entityId: "7",
      after: '{"kind":"news","to":"c@x.example"}',
    });
    await t.deps.db.insert(suppressedAddresses).values({ email: "bob@x.example", why, at: 0 });

    await post("/api/auth/erasePersonalData", { id: ann.id });
    const anns = `erased-${ann.id}@erased.invalid`, no = '{"email":null}';
    const first = [
      ["blacklist.add", anns, no],
      ["blacklist.remove", anns, no],
      ["blacklist.add", "@x.example", '{"email":"@x.example"}'],
    ];
    const last = [
      ["mail.suppress", anns, '{"why":"bounced","reason":null}'],
      ["mail.again", "7", '{"kind":"news","to":"c@x.example"}'],
    ];
    const bobs = ["blacklist.add", "bob@x.example", '{"email":"bob@x.example"}'];
    assert.deepEqual(await filed(t), [...first, bobs, ...last]);

    await t.deps.db.insert(mailConsents)
      .values({
        accountId: bob.id,
        email: "Bob@x.example",
        kind: "withdrawn",
        source: "link",
        day: "2026-11-20",
        recordedAt: 0,
      });
    await post("/api/auth/deleteAccount", { id: bob.id });
    assert.deepEqual(await filed(t), [...first, bobs, ...last], "two lists have it");
    await both("remove", "BOB@x.example");
    assert.deepEqual((await filed(t)).at(-1), ["blacklist.remove", "bob@x.example", bobs[2]], "one list has it");
    await post("/api/loans/allowaddress", { email: "Bob@x.example" });
    const its = `erased-${bob.id}@erased.invalid`;
    const left = [["blacklist.remove", its, no], ["mail.allow", its, '{"why":"bounced","reason":null}']];
    assert.deepEqual(await filed(t), [...first, ["blacklist.add", its, no], ...last, ...left]);
  }));

Deno.test("an erasure empties rows about mails that were tested on the person, or searched for by the whole address", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }),
      ann = await t.account({ email: "ann@x.example", role: ROLE.administrator });
    const rows = [
      { action: "campaign.test", entity: "campaign", entityId: "1", after: '{"to":"Ann@x.example"}' },
      { action: "campaign.test", entity: "campaign", entityId: "1", after: '{"to":"bob@x.example"}' },
      { action: "mail.again", entity: "mail", entityId: "all", after: '{"mails":2,"to":"Ann@x.example…"}' },
      { action: "mail.again", entity: "mail", entityId: "all", after: '{"mails":2,"to":"x…"}' },
    ] as const;
    for (const row of rows) await addAudit(t, t.now(), row);
    await addAudit(t, t.now(), {
      action: "campaign.create",
      entity: "campaign",
      entityId: "2",
      after: '{"name":"News"}',
    });
    const unnamed = "update audit_rows set after = json_replace(after, '$.name', null) where entity_id = '2'";
    await assert.rejects(() => t.deps.db.$client.execute(unnamed), /never changed/);
    assert.equal((await t.post("/api/auth/erasePersonalData", { id: ann.id }, owner)).status, 200);
    const told = await t.deps.db.select().from(auditRows).where(inArray(auditRows.entity, ["campaign", "mail"]))
      .orderBy(auditRows.id);
    assert.deepEqual(told.map(({ after }) => after), [
      '{"to":null}',
      rows[1].after,
      '{"mails":2,"to":null}',
      rows[3].after,
      '{"name":"News"}',
    ]);
  }));

Deno.test("an address that left the lists stays where an account has it, or nothing says that it was an erased person's", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account({ email: "ann@x.example" });
    const consent = { kind: "withdrawn", source: "link", day: "2026-11-20", recordedAt: 0 } as const;
    await t.deps.db.insert(mailConsents).values({ ...consent, accountId: 900, email: "ann@x.example" });
    for (const email of ["ann@x.example", "cem@x.example"]) {
      for (const path of ["add", "remove"]) {
        assert.equal((await t.post(`/api/loans/${path}blacklist`, { email }, owner)).status, 200);
      }
    }
    const names = (await filed(t)).map(([, id]) => id);
    assert.deepEqual(names, ["ann@x.example", "ann@x.example", "cem@x.example", "cem@x.example"]);
    const cem = await makeRequest(t, { email: "Cem@x.example" });
    assert.equal((await t.post("/api/auth/deleteRequestedAccount", { id: cem.id }, owner)).status, 200);
    assert.equal((await filed(t)).at(-1)![1], "erased@erased.invalid");
    const set = (change: string, id: string) =>
      t.deps.db.$client.execute(`update audit_rows set ${change} where entity_id = '${id}'`);
    const erased = `entity_id = 'erased-${ann.id}@erased.invalid'`;
    await assert.rejects(() => set(erased, "ann@x.example"), /never changed/, "an account has it");
    await addAudit(t, t.now(), {
      action: "blacklist.add",
      entity: "blacklist",
      entityId: "dan@x.example",
      after: "{}",
    });
    for (const change of ["entity_id = 'eve@x.example'", `${erased}, at = 1`, `${erased}, after = null`]) {
      await assert.rejects(() => set(change, "dan@x.example"), /never changed/, change);
    }
    await t.deps.db.insert(suppressedAddresses).values({ email: "dan@x.example", why: "bounced", at: 0 });
    await assert.rejects(() => set(erased, "dan@x.example"), /never changed/, "a list has it");
  }));
