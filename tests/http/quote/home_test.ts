/** The signed-out home is answered from a page that was kept; it must not differ from one rendered now. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { settingsVersions } from "../../../db/schema/mod.ts";
import { makeApp, withApp } from "../../support/app.ts";

const t = await makeApp({ DEMO_VIDEO_URLS: "Price a loan=https://videos.example/1" });
Deno.test.afterAll(() => t.close());

async function home(headers: Record<string, string> = {}) {
  const answer = await t.get("/", null, headers);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const zipped = answer.headers.get("content-encoding") === "gzip";
  return { answer, zipped, html: new TextDecoder().decode(zipped ? gunzipSync(bytes) : bytes) };
}

Deno.test("the cached page equals the page rendered for a visit with a query", async () => {
  await home({ "accept-encoding": "gzip" });
  const kept = await home({ "accept-encoding": "gzip" });
  const plain = await home();
  const rendered = await (await t.get("/?a=1")).text();
  assert.deepEqual([kept.zipped, plain.zipped], [true, false]);
  assert.equal(plain.html, rendered);
  assert.equal(kept.html, rendered);
});

Deno.test("it carries every header that other pages carry", async () => {
  await home({ "accept-encoding": "gzip" });
  const { answer } = await home({ "accept-encoding": "gzip" });
  const other = await t.get("/contact");
  for (const name of other.headers.keys()) assert.ok(answer.headers.has(name), name);
  for (const name of ["content-security-policy", "x-content-type-options", "x-frame-options", "x-request-id", "vary"]) {
    assert.ok(answer.headers.has(name), name);
  }
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(
    answer.headers.get("content-security-policy")!.replace(/'sha256-[^']+'( 'sha256-[^']+')*/, "HASHES"),
    "default-src 'none'; script-src 'self'; style-src 'self' HASHES; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; " +
      "base-uri 'none'; frame-ancestors 'none'",
  );
  assert.equal(answer.headers.get("strict-transport-security"), null, "not over plain http");
});

Deno.test("behind https every answer has Strict-Transport-Security", () =>
  withApp(async (t) => {
    for (const path of ["/", "/contact", "/api/auth/checkSession"]) {
      const answer = await t.get(path);
      await answer.body?.cancel();
      assert.equal(answer.headers.get("strict-transport-security"), "max-age=31536000; includeSubDomains", path);
    }
  }, { PUBLIC_URL: "https://portal.lender.example" }));

Deno.test("themes, people, flashes and ended sessions are not mixed up", async () => {
  const gzip = { "accept-encoding": "gzip" };
  for (let visit = 0; visit < 2; visit++) {
    assert.ok(!/data-theme/.test((await home(gzip)).html));
    assert.match((await home({ ...gzip, cookie: "theme=dark" })).html, /data-theme="dark"/);
    assert.match((await home({ ...gzip, cookie: "theme=light" })).html, /data-theme="light"/);
  }
  const broker = await t.account({ name: "Bea Roy" });
  const signedIn = (await home({ ...gzip, cookie: broker.cookie })).html;
  assert.ok(signedIn.includes("Bea Roy") && signedIn.includes("/dashboard/submitloan"));
  assert.ok(!(await home(gzip)).html.includes("Bea Roy"));
  assert.match((await home({ ...gzip, cookie: "flash=ok%3AEmail%20Changed" })).html, /Email Changed/);
  assert.doesNotMatch((await home(gzip)).html, /Email Changed/);
  const ended = await home({ ...gzip, cookie: "session=gone" });
  assert.ok(ended.answer.headers.get("set-cookie")?.startsWith("session="));
});

Deno.test("a change of the settings shows at the next visit", async () => {
  assert.match((await home({ "accept-encoding": "gzip" })).html, />80% limit|80<!-- -->% limit/);
  const settings = structuredClone(t.deps.ports.lending().settings);
  settings.maxLtv.limit = 75;
  await t.deps.db.insert(settingsVersions).values({ body: settings, savedAt: t.now() });
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
