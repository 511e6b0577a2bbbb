/** A signed-in page that is kept: what belongs to one visit stays with that visit. */
import assert from "node:assert/strict";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { makeApp, type TestApp, withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());

const DAY_MS = 24 * 3600_000;

async function visit(cookie: string) {
  const answer = await t.get("/dashboard/loans", null, { cookie, "accept-encoding": "gzip" });
  return { headers: answer.headers, bytes: await answer.bytes() };
}

Deno.test("a cached answer has the bytes and headers of the first, and an id of its own", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  const first = await visit(cookie), again = await visit(cookie), third = await visit(cookie);
  assert.ok(first.bytes.length > 1000);
  for (const { bytes } of [again, third]) assert.deepEqual(bytes, first.bytes);
  const withoutId = ({ headers }: typeof first) => [...headers].filter(([name]) => name !== "x-request-id");
  assert.deepEqual(withoutId(again), withoutId(first));
  assert.equal(new Set([first, again, third].map(({ headers }) => headers.get("x-request-id"))).size, 3);
});

Deno.test("a renewed session's cookie goes out with the visit that renewed it alone", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  await visit(cookie);
  t.advance(4 * DAY_MS);
  const renewed = await visit(cookie);
  assert.deepEqual(renewed.headers.getSetCookie().map((one) => one.split(";")[0]), [cookie]);
  for (const { headers } of [await visit(cookie), await visit(cookie)]) assert.deepEqual(headers.getSetCookie(), []);
});

/** A page as a browser gets it, with what it wants besides: a kept one is compressed. */
async function page(path: string, cookie?: string) {
  const answer = await t.get(path, null, { "accept-encoding": "gzip", ...cookie && { cookie } });
  const unpacked = answer.body!.pipeThrough(new DecompressionStream("gzip"));
  return { headers: answer.headers, html: await new Response(unpacked).text() };
}

Deno.test("two people on one page each have their own name and menu, and no id or cookie of the other", async () => {
  const owner = await t.account({ role: ROLE.owner, name: "Ottilie Arbuthnot" });
  const staff = await t.account({ role: ROLE.administrator, name: "Zebedee Quill" });
  const ids = new Set<string | null>();
  // The second round is of kept pages.
  for (const [who, other] of [[owner, staff], [staff, owner], [owner, staff], [staff, owner]]) {
    const { headers, html } = await page("/dashboard/loans", who.cookie);
    assert.ok(html.includes(who.name), "the own name");
    for (const theirs of [other.name, other.email, other.cookie.split("=")[1]]) {
      assert.ok(!html.includes(theirs), theirs);
    }
    assert.equal(html.includes('href="/dashboard/status'), who === owner, "the own menu");
    assert.deepEqual(headers.getSetCookie(), []);
    ids.add(headers.get("x-request-id"));
  }
  assert.equal(ids.size, 4);
});

Deno.test("a message that waits is shown on the next page alone, though a page without it is kept", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  await page("/dashboard/loans", cookie);
  const shown = [];
  for (const more of ["; flash=ok%3AChanges%20Saved", ""]) {
    shown.push((await page("/dashboard/loans", cookie + more)).html.includes("Changes Saved"));
  }
  assert.deepEqual(shown, [true, false]);
});

Deno.test("a page cached for everybody has nothing of signed-in people, nor they of it", async () => {
  const { cookie, name } = await t.account({ role: ROLE.broker, name: "Ottilie Arbuthnot" });
  const ids = new Set<string | null>();
  const first = await page("/");
  for (const who of [cookie, undefined, cookie, undefined]) {
    const { headers, html } = await page("/", who);
    if (who) assert.ok(html.includes(name) && !html.includes('href="/login'), "signed in");
    else assert.equal(html, first.html);
    assert.deepEqual(headers.getSetCookie(), []);
    ids.add(headers.get("x-request-id"));
  }
  assert.ok(first.html.includes('href="/login') && !first.html.includes(name));
  assert.equal(ids.size, 4);
});

Deno.test("a browser that reads Zstandard gets it, another gzip, each with a cached copy", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  const read = { zstd: zstdDecompressSync, gzip: gunzipSync };
  for (const path of ["/", "/dashboard/loans", "/dashboard/brokers"]) {
    const pages: string[] = [];
    for (const accepted of ["gzip, deflate, br, zstd", "gzip, deflate, br", "zstd;q=0, gzip", "zstd"] as const) {
      const coding = /zstd(?!;q=0)/.test(accepted) ? "zstd" : "gzip";
      for (let visit = 0; visit < 2; visit++) {
        const answer = await t.get(path, null, { "accept-encoding": accepted, ...path !== "/" && { cookie } });
        assert.equal(answer.headers.get("content-encoding"), coding, `${path} ${accepted}`);
        pages.push(read[coding](await answer.bytes()).toString());
      }
    }
    assert.match(pages[0], /<\/html>/);
    assert.equal(new Set(pages).size, 1, path);
  }
});

Deno.test("a cached page has the menu as wide as its visitor left it", async () => {
  const { cookie } = await t.account({ role: ROLE.owner });
  for (let round = 0; round < 2; round++) {
    assert.match((await page("/dashboard/loans", cookie)).html, /class="compact-switch"[^>]*aria-pressed="false"/);
    const folded = (await page("/dashboard/loans", `${cookie}; menu=compact`)).html;
    assert.match(folded, /class="compact-switch"[^>]*aria-pressed="true"/);
  }
});

/** A page of another portal, twice or more from what was kept of it. */
async function readOf(app: TestApp, path: string): Promise<() => Promise<string>> {
  const { cookie } = await app.account({ role: ROLE.owner });
  return async () => {
    const answer = await app.get(path, null, { cookie, "accept-encoding": "gzip" });
    return gunzipSync(await answer.bytes()).toString();
  };
}

Deno.test("a cached page expires with the day in Toronto, though nothing was written", () =>
  withApp(async (app) => {
    app.advance(Date.parse("2027-01-01T04:30:00Z") - app.now());
    await makeLoan(app, { lastName: "Okafor" });
    const read = await readOf(app, "/dashboard/overview?period=year");
    const before = await read();
    assert.equal(await read(), before);
    app.advance(3_600_000);
    assert.notEqual(await read(), before);
  }));

Deno.test("a cached page expires with other settings, also before their write is seen", () =>
  withApp(async (app) => {
    await makeLoan(app, { shownScore: 6.5 });
    const read = await readOf(app, "/dashboard/loans");
    const before = await read();
    const { ports } = app.deps, real = ports.lending();
    const settings = structuredClone(real.settings);
    settings.globalScore = { greenScore: 99, yellowScore: 98, redScore: 97 };
    ports.lending = () => ({ ...real, settings, settingsVersionId: real.settingsVersionId + 1 });
    assert.notEqual(await read(), before);
  }));

Deno.test("a cached page expires with the next write", () =>
  withApp(async (app) => {
    await makeLoan(app, { lastName: "Abernathy" });
    const read = await readOf(app, "/dashboard/loans");
    const before = await read();
    assert.equal(await read(), before);
    await makeLoan(app, { lastName: "Zuberi" });
    assert.match(await read(), /Zuberi/);
  }));
