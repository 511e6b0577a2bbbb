/**
 * The calls of the blacklist, touch-base and campaigns: answers, refusals, stale saves, audit rows (loans specification
 * 7.4).
 */
import assert from "node:assert/strict";
import { asc, eq, inArray } from "drizzle-orm";
import { auditRows, blacklist, touchBaseQueue, touchBaseTemplates } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";

const HOUR = 3_600_000;
const staff = (t: TestApp, name = "Ines Duarte") => t.account({ role: ROLE.administrator, name });
const read = async (t: TestApp, path: string, as: TestAccount) => (await (await t.get(path, as)).json()).data;
async function send(t: TestApp, path: string, body: unknown, as: TestAccount) {
  const answer = await t.post(`/api/loans/${path}`, body, as);
  return [answer.status, await answer.json()] as const;
}
const actions = async (t: TestApp) =>
  (await t.deps.db.select({ action: auditRows.action }).from(auditRows)
    .where(inArray(auditRows.entity, ["blacklist", "touchBase", "campaign"])).orderBy(asc(auditRows.id))).map((
      { action },
    ) => action);

Deno.test("a CSV's addresses and domains are added, the rest named, and the exported list equals the import", () =>
  withApp(async (t) => {
    const me = await t.account({ role: ROLE.administrator });
    await send(t, "addblacklist", { email: "@lakeshore.example" }, me);
    const add = (text: string) => send(t, "importblacklist", { text }, me);
    const text =
      '\uFEFFName;Email\r\nAnn Lee; Ann@Broker.example \r\n\r\n"Roy, Bea";bea at home\r\n;@lakeshore.example\r\n' +
      "Ann again;ann@broker.example\r\n";
    const [status, { data }] = await add(text);
    assert.equal(status, 200);
    assert.deepEqual(data, {
      entries: ["ann@broker.example", "@lakeshore.example"],
      added: 1,
      known: 1,
      wrong: 1,
      wrongLines: [{ line: 4, text: "Roy Bea bea at home" }],
    });
    assert.deepEqual(await actions(t), ["blacklist.add", "blacklist.add"]);
    const answer = await t.get("/api/loans/blacklistfile", me);
    assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="blacklist-2026-11-20.csv"');
    const file = await answer.text();
    assert.match(file, /^\uFEFF"Email","Added"\r\n"ann@broker.example","20 Nov 2026, 12:00"\r\n"'@lakeshore.example",/);
    const [, again] = await add(file);
    assert.deepEqual([again.data.added, again.data.known, again.data.wrong], [0, 2, 0]);
    const many = Array.from({ length: 5001 }, (_, i) => `a${i}@b.example`).join("\n");
    for (const wrong of ["", "Email\nnobody", many, "x".repeat(400_001)]) assert.equal((await add(wrong))[0], 422);
    assert.equal((await add(many.slice(0, many.lastIndexOf("\n"))))[1].data.added, 5000);
  }));

Deno.test("an address is blacklisted once, and removed", () =>
  withApp(async (t) => {
    const me = await staff(t);
    assert.deepEqual(await send(t, "addblacklist", { email: " Ann@Broker.example" }, me), [200, { response: true }]);
    t.advance(1);
    await send(t, "addblacklist", { email: "@lakeshore.example" }, me);
    await send(t, "addblacklist", { email: "ann@broker.example" }, me);
    const list = () => read(t, "/api/loans/getblacklist", me);
    assert.deepEqual(await list(), ["@lakeshore.example", "ann@broker.example"]);
    const [status, answer] = await send(t, "addblacklist", { email: "not an address" }, me);
    assert.deepEqual([status, answer.reason, answer.fields], [422, "Invalid Email", { email: "Invalid Email" }]);
    assert.deepEqual(await send(t, "removeblacklist", { email: "ANN@broker.example" }, me), [200, { response: true }]);
    assert.equal((await send(t, "removeblacklist", { email: "ann@broker.example" }, me))[0], 404);
    assert.deepEqual(await list(), ["@lakeshore.example"]);
    assert.deepEqual(await actions(t), ["blacklist.add", "blacklist.add", "blacklist.remove"]);
    const old = { email: "andr\u00e9@broker.example" };
    await t.deps.db.insert(blacklist).values({ ...old, addedAt: t.now() });
    assert.equal((await send(t, "addblacklist", old, me))[0], 422);
    assert.equal((await send(t, "removeblacklist", old, me))[0], 200);
  }));

Deno.test("a new installation has touch-base's defaults, no templates and nothing queued", () =>
  withApp(async (t) => {
    const me = await staff(t);
    assert.deepEqual(await read(t, "/api/loans/touchbasedata", me), {
      config: {
        TOUCH_BASE_ENABLED: false,
        EMAIL_DELAY: 7,
        TRACKER_DURATION: 7,
        NEW_EMAIL_BUFFER: 60,
        MIN_INTERACTIONS: 4,
      },
      normalTemplates: "[]",
      eliteTemplates: "[]",
      que: [],
      settled: 0,
      paused: "Touch-base is off. Queued mails wait, and no new ones are queued.",
      savedAt: { config: 0, templates: 0 },
    });
  }));

Deno.test("settings are saved with or without their name around them, within bounds, and a stale save is refused", () =>
  withApp(async (t) => {
    const me = await staff(t);
    const config = {
      TOUCH_BASE_ENABLED: true,
      EMAIL_DELAY: 3,
      TRACKER_DURATION: 10,
      NEW_EMAIL_BUFFER: 30,
      MIN_INTERACTIONS: 6,
    };
    const [status, { savedAt }] = await send(t, "updatetouchbase", { config, savedAt: 0 }, me);
    assert.deepEqual([status, savedAt], [200, t.now()]);
    assert.deepEqual((await read(t, "/api/loans/touchbasedata", me)).config, config);
    t.advance(HOUR);
    const other = await staff(t, "Olu Ade");
    assert.equal((await send(t, "updatetouchbase", { ...config, EMAIL_DELAY: 5 }, other))[0], 200);
    const late = { config: { ...config, EMAIL_DELAY: 9 }, savedAt };
    const [refused, answer] = await send(t, "updatetouchbase", late, me);
    assert.deepEqual([refused, answer.code, answer.who, answer.theirs.EMAIL_DELAY], [409, "stale", "Olu Ade", 5]);
    for (const wrong of [{ EMAIL_DELAY: -1 }, { MIN_INTERACTIONS: 0 }, { TRACKER_DURATION: 2.5 }]) {
      assert.equal((await send(t, "updatetouchbase", { config: { ...config, ...wrong } }, me))[0], 422);
    }
    assert.equal((await read(t, "/api/loans/touchbasedata", me)).config.EMAIL_DELAY, 5);
    assert.deepEqual(await actions(t), ["touchBase.config", "touchBase.config"]);
  }));

Deno.test("templates keep their order and ids, also sent back as the text they are read as", () =>
  withApp(async (t) => {
    const me = await staff(t);
    const hello = { subject: "Hello {firstName}", body: "How are you, {firstName}?" };
    const rates = { subject: "Rates", body: "They fell." };
    const first = await send(t, "updatetouchbaseemails", {
      normalTemplates: [hello, rates],
      eliteTemplates: [rates],
      savedAt: 0,
    }, me);
    assert.equal(first[0], 200);
    const data = await read(t, "/api/loans/touchbasedata", me);
    const normal = JSON.parse(data.normalTemplates);
    assert.deepEqual(normal.map(({ subject }: { subject: string }) => subject), ["Hello {firstName}", "Rates"]);
    t.advance(HOUR);
    const turned = { normalTemplates: JSON.stringify([normal[1], normal[0]]), eliteTemplates: "[]" };
    assert.equal((await send(t, "updatetouchbaseemails", { ...turned, savedAt: data.savedAt.templates }, me))[0], 200);
    const next = await read(t, "/api/loans/touchbasedata", me);
    assert.deepEqual(JSON.parse(next.normalTemplates), [normal[1], normal[0]]);
    assert.equal(next.eliteTemplates, "[]");
    const late = { normalTemplates: [normal[0]], eliteTemplates: [], savedAt: data.savedAt.templates };
    const stale = await send(t, "updatetouchbaseemails", late, me);
    assert.deepEqual([stale[0], stale[1].code], [409, "stale"]);
    const gone = { normalTemplates: [{ ...hello, id: 999 }], eliteTemplates: [] };
    assert.equal((await send(t, "updatetouchbaseemails", gone, me))[0], 422);
    const unknown = { normalTemplates: [{ ...hello, body: "Hi {first}" }], eliteTemplates: [] };
    const [status, answer] = await send(t, "updatetouchbaseemails", unknown, me);
    assert.equal(status, 422);
    assert.match(answer.reason, /\{first\}/);
    assert.equal((await t.deps.db.select().from(touchBaseTemplates)).length, 2);
  }));

Deno.test("only waiting items can be skipped, and the queue says when the rest leaves (loans specification 4.7)", () =>
  withApp(async (t) => {
    const me = await staff(t);
    const broker = await t.account({ name: "Priya Raman", rating: "elite" });
    await t.deps.db.insert(touchBaseTemplates).values({ list: "elite", position: 0, subject: "News", body: "Hi" });
    const row = { accountId: broker.id, rating: "elite", queuedAt: t.now() - 2 * HOUR };
    await t.deps.db.insert(touchBaseQueue).values([
      { id: 1, ...row },
      { id: 2, ...row, queuedAt: t.now() - 90 * 24 * HOUR, sent: 1, sentDate: t.now() - 80 * 24 * HOUR },
    ]);
    const states = async () =>
      (await read(t, "/api/loans/touchbasedata", me)).que.map((
        item: { id: number; name: string; sent: number; skip: number; state: string },
      ) => [item.id, item.name, item.sent, item.skip, item.state]);
    assert.deepEqual(await states(), [[1, "Priya Raman", 0, 0, "Paused"], [2, "Priya Raman", 1, 0, "Sent"]]);
    const { config } = await read(t, "/api/loans/touchbasedata", me);
    await send(t, "updatetouchbase", { config: { ...config, TOUCH_BASE_ENABLED: true } }, me);
    assert.equal((await states())[0][4], "Sending in 5 hours");
    assert.deepEqual(await send(t, "skiptouchbaseemail", { id: 1 }, me), [200, { response: true }]);
    assert.equal((await send(t, "skiptouchbaseemail", { id: 1 }, me))[0], 200, "a double click");
    const [status, answer] = await send(t, "skiptouchbaseemail", { id: 2 }, me);
    assert.deepEqual([status, answer.reason], [
      409,
      "This mail was sent already, so it cannot be skipped. Open touch-base again.",
    ]);
    assert.equal((await send(t, "skiptouchbaseemail", { id: 3 }, me))[0], 404);
    const skipped = await t.deps.db.select().from(touchBaseQueue).where(eq(touchBaseQueue.id, 1)).get();
    assert.deepEqual([skipped?.sent, skipped?.skip, skipped?.sentDate], [1, 1, t.now()]);
    assert.deepEqual(await actions(t), ["touchBase.config", "touchBase.skip"]);
  }, { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" }));

Deno.test("createemail makes an inactive draft, which getemails lists in the specification's fields", () =>
  withApp(async (t) => {
    const me = await staff(t);
    const [status, answer] = await send(t, "createemail", { name: " Rate sheet " }, me);
    assert.deepEqual([status, answer], [200, { response: true, data: { id: 1 } }]);
    assert.equal((await send(t, "createemail", { name: " " }, me))[1].reason, "Name is required!");
    const [email] = await read(t, "/api/loans/getemails", me);
    const { id, name, active, lastRan, settings } = email;
    assert.deepEqual([id, name, active, lastRan, settings], [1, "Rate sheet", false, null, { type: "static" }]);
  }));
