/** Calls of other services (webhooks): a signature over the raw body decides, and each message counts once. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import * as v from "valibot";
import { webhookReceipts } from "../../../db/schema/mod.ts";
import { Refusal } from "../../../lib/domain/refusal.ts";
import { JSON_LIMIT } from "../../../lib/server/body.ts";
import { call } from "../../../lib/server/call.ts";
import { forgetReceipts } from "../../../lib/server/signed_call.ts";
import { createApp } from "../../../routes/app.tsx";
import { type TestApp, withApp } from "../../support/app.ts";

const PATH = "/api/webhooks/test";
const KEY = "c2lnbmVkIGJ5IHRoZSB0ZXN0cyBhbG9uZQ==";
const SECRET = `whsec_${KEY}`;

interface Site {
  t: TestApp;
  /** Posts a message; `signature` and `sent` (in seconds) replace what a good sender sends. */
  send(id: string, body: string, sent?: number, signature?: string, names?: string): Promise<Response>;
  /** What the call's verb was run with. */
  runs: string[];
  fail(error: Error | null): void;
  /** Stops the next run half-way: `begun` resolves there, `go` lets it end. */
  hold(): { begun: Promise<void>; go(): void };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const signed = (id: string, sent: number, body: string, key = KEY) =>
  "v1," + createHmac("sha256", atob(key)).update(`${id}.${sent}.${body}`).digest("base64");

async function withSite(secret: string | undefined, test: (site: Site) => Promise<void>): Promise<void> {
  await withApp(async (t) => {
    const runs: string[] = [];
    let failure: Error | null = null;
    let begun = Promise.withResolvers<void>();
    let gate = Promise.resolve();
    const received = call({
      auth: "signature",
      method: "POST",
      path: PATH,
      input: v.object({ said: v.string() }),
      secret: () => secret,
      async run(ctx, { said }) {
        assert.equal(ctx.actor, null);
        runs.push(said);
        begun.resolve();
        await gate;
        if (failure) throw failure;
        return { heard: said };
      },
    });
    const app = createApp(t.deps, [received]);
    await test({
      t,
      runs,
      fail: (error) => void (failure = error),
      hold() {
        const { promise, resolve } = Promise.withResolvers<void>();
        begun = Promise.withResolvers<void>();
        gate = promise;
        return { begun: begun.promise, go: resolve };
      },
      send: async (id, body, sent = nowSeconds(), signature = signed(id, sent, body), names = "svix") =>
        await app.request(PATH, {
          method: "POST",
          body,
          headers: {
            "content-type": "application/json",
            [`${names}-id`]: id,
            [`${names}-timestamp`]: String(sent),
            [`${names}-signature`]: signature,
          },
        }),
    });
  });
}

const BODY = JSON.stringify({ said: "delivered" });
const status = async (answer: Promise<Response>) => {
  const { status, body } = await answer;
  await body?.cancel();
  return status;
};

Deno.test("a signed message runs its verb, without a session and from no page of ours", () =>
  withSite(SECRET, async ({ send, runs }) => {
    const answer = await send("msg_1", BODY);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { response: true, heard: "delivered" });
    assert.equal(await status(send("msg_2", BODY, nowSeconds(), undefined, "webhook")), 200);
    assert.equal(runs.length, 2);
  }));

Deno.test("one valid signature of several is enough, so that secrets can be renewed", () =>
  withSite(SECRET, async ({ send }) => {
    const sent = nowSeconds();
    const both = `${signed("msg_1", sent, BODY, btoa("the other secret"))} ${signed("msg_1", sent, BODY)}`;
    assert.equal(await status(send("msg_1", BODY, sent, both)), 200);
  }));

Deno.test("a bad signature, a changed body, id or time, an old or future time: the verb does not run", () =>
  withSite(SECRET, async ({ send, runs }) => {
    const sent = nowSeconds(), good = signed("msg_1", sent, BODY);
    const cases: [string, Promise<Response>][] = [
      ["another secret", send("msg_1", BODY, sent, signed("msg_1", sent, BODY, btoa("the other secret")))],
      ["no signature", send("msg_1", BODY, sent, "")],
      ["another version", send("msg_1", BODY, sent, good.replace("v1,", "v2,"))],
      ["a version without a signature", send("msg_1", BODY, sent, "v1")],
      ["a tampered body", send("msg_1", BODY.replace("delivered", "bounced"), sent, good)],
      ["another id", send("msg_2", BODY, sent, good)],
      ["another time", send("msg_1", BODY, sent + 1, good)],
      ["an old time", send("msg_1", BODY, sent - 6 * 60)],
      ["a future time", send("msg_1", BODY, sent + 6 * 60)],
      ["no time", send("msg_1", BODY, NaN)],
    ];
    for (const [name, answer] of cases) assert.equal(await status(answer), 401, name);
    assert.deepEqual(runs, []);
  }));

Deno.test("a repeated message is answered 200 and runs nothing, in any process, for a week", () =>
  withSite(SECRET, async ({ t, send, runs }) => {
    assert.equal(await status(send("msg_1", BODY)), 200);
    t.advance(2 * 24 * 3600_000);
    await forgetReceipts(t.deps.db, t.now());
    const again = await send("msg_1", BODY);
    assert.deepEqual([again.status, await again.json()], [200, { response: true, repeated: true }]);
    assert.equal(runs.length, 1);
  }));

Deno.test("a message repeated while the first runs is postponed, and runs once", () =>
  withSite(SECRET, async ({ send, runs, hold }) => {
    const { begun, go } = hold();
    const first = status(send("msg_1", BODY));
    await begun;
    const second = await send("msg_1", BODY);
    await second.body?.cancel();
    assert.deepEqual([second.status, second.headers.get("retry-after")], [409, "60"]);
    go();
    assert.equal(await first, 200);
    assert.equal(runs.length, 1);
  }));

Deno.test("a message whose verb failed may be sent again; one whose process was killed, after a minute", () =>
  withSite(SECRET, async ({ t, send, runs, fail }) => {
    fail(new Error("the disk is full"));
    assert.equal(await status(send("msg_1", BODY)), 500);
    fail(new Refusal(422, "Not like this."));
    assert.equal(await status(send("msg_1", BODY)), 422);
    fail(null);
    assert.equal(await status(send("msg_1", BODY)), 200);
    assert.equal(runs.length, 3);
    await t.deps.db.insert(webhookReceipts).values({ id: `${PATH} msg_2`, expiresAt: t.now() + 60_000 });
    assert.equal(await status(send("msg_2", BODY)), 409);
    t.advance(60_000);
    assert.equal(await status(send("msg_2", BODY)), 200);
  }));

Deno.test("without a secret there is no such call", () =>
  withSite(undefined, async ({ send, runs }) => {
    assert.equal(await status(send("msg_1", BODY)), 404);
    assert.deepEqual(runs, []);
  }));

Deno.test("signed requests that are wrong have different answers: no JSON, another shape, too large", () =>
  withSite(SECRET, async ({ send, runs }) => {
    assert.equal(await status(send("msg_1", "{")), 400);
    assert.equal(await status(send("msg_2", "{}")), 422);
    assert.equal(await status(send("msg_3", JSON.stringify({ said: "x".repeat(JSON_LIMIT) }))), 413);
    assert.deepEqual(runs, []);
  }));
