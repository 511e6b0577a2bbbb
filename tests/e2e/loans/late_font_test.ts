/** A loan whose typeface comes late, as over a slow line: what stands there already stays where it is. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { PASSWORD } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { openSite, type Site } from "../../support/site.ts";

/** Cumulative layout shift that nobody notices; 0.1 is where the web's measures begin to call it bad. */
const MOST = 0.02;

let site: Site;
let cookies: Record<string, string>;
let brokers: Record<string, string>;

Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off" });
  await fillWithDemo(site.t, PASSWORD);
  cookies = await signIn("helenvoss");
  brokers = await signIn("camillebelanger");
});
Deno.test.afterAll(() => site.close());

async function signIn(userName: string): Promise<Record<string, string>> {
  const answer = await site.t.post("/api/auth/login", { userName, password: PASSWORD });
  return Object.fromEntries([answer.headers.get("set-cookie")!.split(";")[0].split("=") as [string, string]]);
}

/** Runs in the page from its start: sums up what moves by itself, and names the parts. */
function watchShifts(): void {
  const seen = { sum: 0, parts: [] as string[] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
      seen.sum += entry.value;
      seen.parts.push(...entry.sources.map(({ node }) => `${node?.textContent?.trim().slice(0, 40)}`));
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Opens a page, lets its font go once everything else is there and awake, and gives what moved then. */
async function shiftsOf(page: Page, path: string): Promise<{ sum: number; parts: string[] }> {
  const font = Promise.withResolvers<void>();
  await page.addInitScript(watchShifts);
  await page.route("**/*.woff2", async (route) => {
    await font.promise;
    await route.continue();
  });
  // A font that is missing holds the load event back.
  await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
  await islandsReady(page);
  font.resolve();
  await page.waitForFunction(() => document.fonts.status === "loaded" && document.fonts.check("16px 'Source Sans 3'"));
  await page.waitForLoadState("load");
  // A shift is told a frame after it is drawn.
  await page.evaluate(() =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
  );
  return await page.evaluate(() => (globalThis as unknown as { seen: { sum: number; parts: string[] } }).seen);
}

for (const width of [1280, 390]) {
  browserTest(`a funded loan does not shift when its typeface loads late: ${width} pixels`, async ({ newPage }) => {
    for (const id of [1134, 1144]) {
      const page = await newPage(`${site.url}/healthz`, { width, cookies });
      const { sum, parts } = await shiftsOf(page, `/dashboard/viewloan?id=${id}`);
      assert.ok(sum < MOST, `${id} moves by ${sum.toFixed(3)}: ${parts.join("; ")}`);
      await page.close();
    }
  });
}

for (const width of [1280, 390]) {
  browserTest(`a broker's conditions do not shift when the typeface loads late: ${width} pixels`, async (visit) => {
    for (const path of ["/dashboard/loans", "/dashboard/viewloan/1118"]) {
      const page = await visit.newPage(`${site.url}/healthz`, { width, cookies: brokers });
      const { sum, parts } = await shiftsOf(page, path);
      assert.ok(sum < MOST, `${path} moves by ${sum.toFixed(3)}: ${parts.join("; ")}`);
      await page.close();
    }
  });
}
