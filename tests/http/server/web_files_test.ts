import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";
import { withBuiltApp } from "../../support/built_assets.ts";

const DAY_MS = 86_400_000;
const FOUND = ["/", "/contact", "/lending-areas", "/login", "/register"];

Deno.test("robots.txt keeps crawlers from private pages, and the sitemap names the public ones", () =>
  withApp(async (t) => {
    const robots = await (await t.get("/robots.txt")).text();
    for (const path of ["/dashboard", "/api/", "/t/", "/unsubscribe/"]) {
      assert.ok(robots.includes(`Disallow: ${path}\n`));
    }
    const [, sitemap] = /^Sitemap: (\S+)$/m.exec(robots)!;
    const answer = await t.get(new URL(sitemap).pathname);
    assert.match(answer.headers.get("content-type")!, /^application\/xml/);
    const listed = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url).pathname);
    assert.deepEqual(listed.sort(), FOUND);
  }));

Deno.test("each public page describes itself to search engines; private ones are marked noindex", () =>
  withApp(async (t) => {
    const seen = new Set<string>();
    for (const path of FOUND) {
      const html = await (await t.get(path)).text();
      const of = (pattern: RegExp) => pattern.exec(html)?.[1] ?? assert.fail(`${path}: ${pattern}`);
      const description = of(/<meta name="description" content="([^"]+)"/);
      assert.ok(description.length >= 50 && description.length <= 170, `${path}: ${description.length}`);
      seen.add(description);
      assert.equal(new URL(of(/<link rel="canonical" href="([^"]+)"/)).pathname, path);
      assert.match(of(/<meta property="og:image" content="([^"]+)"/), /^https?:\/\/.+\/share[^/]*\.png$/);
      assert.doesNotMatch(html, /noindex/);
    }
    assert.equal(seen.size, FOUND.length);
    for (const path of ["/unsubscribe/none"]) {
      const html = await (await t.get(path)).text();
      assert.match(html, /<meta name="robots" content="noindex"/, path);
      assert.doesNotMatch(html, /rel="canonical"/, path);
    }
    assert.doesNotMatch(await (await t.get("/lending-areas?postal=M5V")).text(), /canonical" href="[^"]*\?/);
  }));

Deno.test("the manifest's icons exist, and so does the picture of shared links", () =>
  withBuiltApp(async (t) => {
    const manifest = await (await t.get("/manifest.webmanifest")).json();
    assert.equal(manifest.name, t.deps.ports.site.lender.name);
    const shared = /property="og:image" content="([^"]+)"/.exec(await (await t.get("/")).text())![1];
    const pictures = [...manifest.icons.map(({ src }: { src: string }) => src), new URL(shared).pathname];
    for (const path of pictures) {
      const answer = await t.get(path);
      await answer.body?.cancel();
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get("content-type")!, /^image\/(png|svg)/, path);
    }
    assert.equal((await t.get("/favicon.ico")).status, 302);
  }));

Deno.test("security.txt says how to report a fault, and expires some months from today", () =>
  withApp(async (t) => {
    const text = await (await t.get("/.well-known/security.txt")).text();
    assert.match(text, /^Contact: (mailto:\S+@\S+|https?:\/\/\S+\/contact)$/m);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)![1]) - t.deps.clock()) / DAY_MS;
    assert.ok(days > 30 && days < 365, `${days}`);
  }));

Deno.test("password managers are led to the form that changes a password", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: ROLE.owner });
    const answer = await t.get("/.well-known/change-password");
    assert.equal(answer.status, 302);
    const html = await (await t.get(answer.headers.get("location")!, owner)).text();
    assert.match(html, /<form[^>]*>(?:(?!<\/form>)[^])*Change Password/);
    assert.doesNotMatch(html, /Change Email/, "the form alone");
  }));
