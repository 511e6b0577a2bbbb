/**
 * The demo's longest pages where everybody and everything has a name of 90 characters: none scrolls sideways, no
 * control is cut off or lies over another, a bar's title is whole. 640 pixels are a window of 1280 at 200%. The
 * other pages are asked so with their axe.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { accountRequests, accounts, auditRows, campaigns, loans } from "../../../db/schema/mod.ts";
import { PASSWORD, type TestAccount } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { crowdedControls, lengthenNames, LONG_ADDRESS, LONG_NAME } from "../../support/long_names.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let owner: TestAccount;
let addresses: string[];

Deno.test.beforeAll(async () => {
  site = await openSite();
  await fillWithDemo(site.t, PASSWORD);
  owner = await site.t.account({ name: "Robert Calder", role: 99 });
  const rows = await site.t.deps.db.select().from(loans);
  const funded = rows.find(({ adminComSelect }) => adminComSelect === "Funded")!.id;
  addresses = [
    `/dashboard/viewloan?id=${funded}`,
    `/dashboard/loanledger?id=${funded}`,
    `/dashboard/schedule/${funded}`,
    `/dashboard/payout/${funded}`,
    `/dashboard/viewDisclosure/${funded}`,
    "/dashboard/overview?view=brokers",
    "/dashboard/loans?sort=name",
    "/dashboard/brokers?q=wolfe",
    "/dashboard/servicing",
    "/dashboard/servicing?view=maturities&within=all",
    "/dashboard/emails",
    "/dashboard/outbox",
    "/dashboard/tracking",
    "/dashboard/tracking/overview",
    "/dashboard/maploans",
  ];
  await lengthenNames(site.t);
});
Deno.test.afterAll(() => site.close());

const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];

/** Windows of a computer: beside the menu the narrowest with a table, the widest without the menu, 1280 at 200%. */
const WIDTHS = [1280, 1193, 1010, 800, 640];

/** The title in the bar where that is cut. */
const cutTitles = (page: Page) =>
  page.locator(".topbar h1").evaluateAll((titles) =>
    // A line's descenders may stand a little below it.
    titles.filter((one) => one.scrollHeight > one.clientHeight + 6 || one.scrollWidth > one.clientWidth)
      .map(({ textContent }) => textContent)
  );

for (const width of [1280, 390]) {
  browserTest(`names of 90 characters on the demo's pages: from ${width} pixels`, async ({ newPage, shot }) => {
    const [name, value] = owner.cookie.split("=");
    const page = await newPage(`${site.url}/healthz`, { width, cookies: { [name]: value }, expect: NO_SCRIPT });
    const { height } = page.viewportSize()!;
    for (const address of addresses) {
      await page.goto(site.url + address);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page);
      await shot(page, `names${address.replace(/\W+/g, "-").slice(0, 60)}-${width}`);
      for (const each of width === 390 ? [width] : WIDTHS) {
        await page.setViewportSize({ width: each, height });
        await assertNoSidewaysScroll(page);
        assert.deepEqual(await crowdedControls(page), [], `${address} at ${each} pixels`);
        assert.deepEqual(await cutTitles(page), [], `${address} at ${each} pixels`);
      }
      await page.setViewportSize({ width, height });
    }
  });
}

/** On how many lines a word of an element stands. */
const linesOf = (page: Page, selector: string, word: string) =>
  page.locator(selector).first().evaluate((element, word) => {
    const text = element.firstChild!, at = text.textContent!.indexOf(word), range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects().length;
  }, word);

/** What only a screen can use, also the arrows of an order and choices that lead elsewhere. A select is its value. */
const CONTROLS =
  "button, .filters select, summary > .icon, [type=search], [type=checkbox], nav a:not([aria-current]), " +
  ".table thead .icon, nav.segmented:not(.list-switch)";

browserTest("printed, lists and reports show no control", async ({ newPage }) => {
  const [name, value] = owner.cookie.split("=");
  const page = await newPage(`${site.url}/healthz`, { cookies: { [name]: value }, expect: NO_SCRIPT });
  for (const address of addresses.slice(1, -1)) {
    await page.goto(site.url + address);
    await page.emulateMedia({ media: "print" });
    const left = await page.locator(CONTROLS).locator("visible=true").evaluateAll((all) =>
      all.map((one) => one.outerHTML.slice(0, 120))
    );
    assert.deepEqual(left, [], address);
    await page.emulateMedia({ media: "screen" });
  }
});

browserTest("a long part of a broker's name keeps to its line", async ({ newPage }) => {
  const [name, value] = owner.cookie.split("=");
  const page = await newPage(`${site.url}/dashboard/brokers`, { cookies: { [name]: value } });
  for (const width of [1280, 1010]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await linesOf(page, ".accounts .row-title a", "Featherstonehaugh"), 1, `${width} pixels`);
  }
});

browserTest("a broker reads long entries of an application in lines that hold their words", async ({ newPage }) => {
  const broker = await site.t.account({ name: "Priya Raman" });
  const long = { firstName: LONG_NAME, employer: LONG_NAME, firstMortgageLender: LONG_NAME, address: LONG_ADDRESS };
  const { id } = await makeLoan(site.t, { brokerId: broker.id, ...long });
  const [name, value] = broker.cookie.split("=");
  const page = await newPage(`${site.url}/dashboard/viewloan/${id}`, { cookies: { [name]: value } });
  for (const width of [1280, 640, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await page.locator(".application dd > span:first-child").evaluateAll((entries) =>
      entries.filter(({ textContent }) => textContent.length > 80)
        .map((one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)))
    );
    assert.equal(lines.length, 4);
    assert.ok(Math.max(...lines) <= 3, `${lines} lines at ${width} pixels`);
  }
});

browserTest("names of 200 letters without a space do not widen the lists and loans of staff", async (visit) => {
  const { db } = site.t.deps;
  const entered = { name: "W".repeat(200), brokerage: "B".repeat(200) };
  await db.update(accounts).set({ ...entered, license: "M".repeat(40) });
  await db.update(accountRequests).set({ ...entered, license: "M".repeat(40) });
  const settings = { action: "account.settings", entity: "account", entityId: String(owner.id) } as const;
  await db.insert(auditRows).values({ ...settings, at: site.t.now(), actorId: owner.id, actorName: entered.name });
  const [{ id }] = await db.select().from(campaigns).where(eq(campaigns.active, false));
  const [name, value] = owner.cookie.split("=");
  const page = await visit.newPage(`${site.url}/healthz`, { cookies: { [name]: value }, expect: NO_SCRIPT });
  const shown = ["brokers", `viewbroker?id=${owner.id}`, `viewemail?id=${id}`].map((path) => `/dashboard/${path}`);
  for (const address of [...shown, addresses[0]]) {
    await page.goto(site.url + address);
    if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page);
    for (const width of [1280, 800, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await assertNoSidewaysScroll(page);
    }
  }
});
