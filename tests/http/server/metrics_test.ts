/** The metrics: for the token's holder, figures of what just happened; for everybody else nothing. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { eventDeliveries, events, mails } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";

const TOKEN = randomBytes(24).toString("hex");
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

Deno.test("metrics need the token, of owners too, and are off without a token in the environment", async () => {
  await withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    for (const headers of [{}, bearer(""), bearer(TOKEN.slice(1)), { authorization: TOKEN }]) {
      const answer = await t.get("/metrics", owner, headers);
      assert.deepEqual([answer.status, await answer.text()], [404, "Not found"]);
    }
    assert.equal((await t.get(`/metrics?token=${TOKEN}`)).status, 404);
    for (const scheme of ["Bearer", "bearer"]) {
      assert.equal((await t.get("/metrics", null, { authorization: `${scheme} ${TOKEN}` })).status, 200, scheme);
    }
  }, { METRICS_TOKEN: TOKEN });
  await withApp(async (t) => {
    assert.equal(t.deps.meters, null);
    assert.equal((await t.get("/metrics", null, bearer(TOKEN))).status, 404);
    assert.equal((await t.get("/metrics", null, bearer("undefined"))).status, 404);
  });
});

Deno.test("pages, kept ones and refusals are counted by their route, calls by their verb, mails by their lane", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 });
    const gzip = { "accept-encoding": "gzip" };
    for (let n = 0; n < 3; n++) assert.equal((await t.get("/", null, gzip)).status, 200);
    assert.equal((await t.get("/dashboard/viewloan/nothing", admin)).status, 404);
    assert.equal((await t.get("/dashboard/no/such/page", admin)).status, 302);
    assert.equal((await t.post("/api/loans/updateloan", {}, null)).status, 401);
    assert.equal((await t.post("/api/loans/updateloan", { loanId: 999999, data: {} }, admin)).status, 404);
    const mail = { to: "a@example.com", subject: "", html: "", text: "", dueAt: 9e15, createdAt: t.now() };
    await t.deps.db.insert(mails).values(
      [["code", "device"], ["c1", "campaign"], ["c2", "campaign"]].map(([idempotencyKey, kind]) => ({
        ...mail,
        idempotencyKey,
        kind,
      })),
    );
    const [event] = await t.deps.db.insert(events)
      .values({ type: "account.requested", version: 1, data: "{}", at: t.now() }).returning();
    await t.deps.db.insert(eventDeliveries).values(
      (["waiting", "done", "failed"] as const).map((status) => ({
        eventId: event.id,
        consumer: status,
        status,
        dueAt: 9e15,
      })),
    );
    t.deps.ports.hits.add({} as Parameters<typeof t.deps.ports.hits.add>[0]);
    const answer = await t.get("/metrics", null, bearer(TOKEN));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    const text = await answer.text();
    for (
      const line of [
        'harbourline_request_seconds_count{method="GET",route="/",status="2xx"} 3',
        'harbourline_request_seconds_count{method="GET",route="/dashboard/viewloan/:id",status="4xx"} 1',
        'harbourline_request_seconds_count{method="",route="unknown",status="3xx"} 1',
        'harbourline_request_seconds_count{method="POST",route="/api/loans/updateloan",status="4xx"} 2',
        'harbourline_verb_seconds_count{call="/api/loans/updateloan"} 1',
        'harbourline_mails_waiting{lane="news"} 1',
        'harbourline_mails_waiting{lane="campaign"} 2',
        "harbourline_events_waiting 1",
        'harbourline_worker_heap_bytes{worker="document"} 0',
        "harbourline_hits_waiting 1",
        "harbourline_uploads_waiting 0",
        'harbourline_build{build="sources",deno="' + Deno.version.deno + '"} 1',
        "harbourline_database_up 1",
      ]
    ) assert.ok(text.includes(`\n${line}\n`), `${line} in\n${text}`);
    assert.ok(!text.includes(TOKEN));
  }, { METRICS_TOKEN: TOKEN }));

Deno.test("monitors reach them by the machine's own address behind https, and while the database is down", () =>
  withApp(async (t) => {
    const headers = { ...bearer(TOKEN), host: "127.0.0.1:8000" };
    assert.equal((await t.get("/metrics", null, headers)).status, 200);
    assert.equal((await t.get("/metrics", null, { host: "127.0.0.1:8000" })).status, 404);
    t.deps.db.$client.close();
    const text = await (await t.get("/metrics", null, headers)).text();
    assert.match(text, /^harbourline_database_up 0$/m);
  }, { METRICS_TOKEN: TOKEN, PUBLIC_URL: "https://portal.lender.example" }));
