/** The signed-out home is answered from a page that was rendered once; it must not differ from one rendered now. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { settingsVersions } from "../../../db/schema/mod.ts";
import { makeApp, withApp } from "../../support/app.ts";

const t = await makeApp({ DEMO_VIDEO_URLS: "Price a loan=https://videos.example/1" });
Deno.test.afterAll(() => t.close());

const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")![1];

async function home(headers: Record<string, string> = {}) {
  const answer = await t.get("/", null, headers);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const zipped = answer.headers.get("content-encoding") === "gzip";
  return { answer, zipped, nonce: nonceOf(answer), html: new TextDecoder().decode(zipped ? gunzipSync(bytes) : bytes) };
}

Deno.test("every answer has a nonce of its own, in its policy and in its page alike", async () => {
  const seen = new Set<string>();
  for (let n = 0; n < 4; n++) {
    const { html, nonce, zipped } = await home({ "accept-encoding": "gzip" });
    assert.ok(zipped);
    const nonces = new Set([...html.matchAll(/nonce="([^"]*)"/g)].map((m) => m[1]));
    assert.deepEqual([...nonces], [nonce]);
    seen.add(nonce);
  }
  assert.equal(seen.size, 4);
});

Deno.test("the prebuilt page is the page that is rendered for a visit with a query", async () => {
  await home();
  const prebuilt = await home({ "accept-encoding": "gzip" });
  const plain = await home();
  const fresh = await t.get("/?a=1");
  const rendered = (await fresh.text()).replaceAll(nonceOf(fresh), "N");
  assert.equal(plain.zipped, false);
  assert.equal(plain.html.replaceAll(plain.nonce, "N"), rendered);
  assert.equal(prebuilt.html.replaceAll(prebuilt.nonce, "N"), rendered);
});

Deno.test("it carries every header that other pages carry", async () => {
  const { answer } = await home();
  const other = await t.get("/contact");
  for (const name of other.headers.keys()) assert.ok(answer.headers.has(name), name);
  for (const name of ["content-security-policy", "x-content-type-options", "x-frame-options", "x-request-id", "vary"]) {
    assert.ok(answer.headers.has(name), name);
  }
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(
    answer.headers.get("content-security-policy")!.replaceAll(nonceOf(answer), "N"),
    "default-src 'none'; script-src 'nonce-N' 'strict-dynamic'; style-src 'self' 'nonce-N'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  assert.equal(answer.headers.get("strict-transport-security"), null, "not over plain http");
});

Deno.test("behind https every answer asks for https from then on", () =>
  withApp(async (t) => {
    for (const path of ["/", "/contact", "/api/auth/checkSession"]) {
      const answer = await t.get(path);
      await answer.body?.cancel();
      assert.equal(answer.headers.get("strict-transport-security"), "max-age=31536000; includeSubDomains", path);
    }
  }, { PUBLIC_URL: "https://portal.lender.example" }));

Deno.test("themes, people, flashes and ended sessions are not mixed up", async () => {
  await home();
  assert.match((await home({ cookie: "theme=dark" })).html, /data-theme="dark"/);
  assert.ok(!/data-theme/.test((await home()).html));
  const broker = await t.account({ name: "Bea Roy" });
  const signedIn = await (await t.get("/", broker)).text();
  assert.ok(signedIn.includes("Bea Roy") && signedIn.includes("/dashboard/submitloan"));
  assert.ok(!(await home()).html.includes("Bea Roy"));
  assert.match((await home({ cookie: "flash=ok%3AEmail%20Changed" })).html, /Email Changed/);
  assert.ok((await home({ cookie: "session=gone" })).answer.headers.get("set-cookie")?.startsWith("session="));
});

Deno.test("a change of the settings shows at the next visit", async () => {
  assert.match((await home()).html, />80% limit|80<!-- -->% limit/);
  const settings = structuredClone(t.deps.ports.lending().settings);
  settings.maxLtv.limit = 75;
  await t.deps.db.insert(settingsVersions).values({ body: JSON.stringify(settings), savedAt: t.now() });
  await t.deps.ports.refreshLending();
  const { html } = await home({ "accept-encoding": "gzip" });
  assert.match(html, /75(<!-- -->)?% limit/);
});

Deno.test("without a calendar to book in, Schedule a Call leads to the contact page; videos are links", async () => {
  const { html } = await home();
  assert.match(html, /<a class="btn slim" href="\/contact">/);
  assert.match(html, /href="https:\/\/videos\.example\/1" target="_blank" rel="noreferrer"/);
  const other = await makeApp({ SCHEDULE_CALL_URL: "https://calendar.example/lender" });
  try {
    const page = await (await other.get("/")).text();
    assert.match(page, /href="https:\/\/calendar\.example\/lender"/);
    assert.ok(!page.includes("Watch a demo"));
  } finally {
    await other.close();
  }
});
