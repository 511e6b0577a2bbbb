/**
 * Long names, places and amounts on the screens that list and head them: all to be read, none wider than the window.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { accounts, loans } from "../../../db/schema/mod.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { PASSWORD, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

const BROKER = "Maximiliana-Konstantina Papadopoulos-Featherstonehaugh von Hohenzollern";
const CITY = "Stormont, Dundas and Glengarry";
/** Pending, of the broker with the long name; and funded, with a schedule. */
const PENDING = 1131, FUNDED = 1003;

let opened: Site;
let t: TestApp;
let site = "";
let lender: Record<string, string>, broker: Record<string, string>;
let brokerId = 0;

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off" });
  ({ t, url: site } = opened);
  const { db } = t.deps;
  await fillWithDemo(t, PASSWORD);
  const [{ id }] = await db.update(accounts).set({
    name: BROKER,
    brokerage: "The Greater Golden Horseshoe Independent Mortgage Brokerage Partnership Inc.",
  }).where(eq(accounts.username, "priyaraman")).returning();
  brokerId = id;
  await db.update(loans).set({ brokerName: BROKER }).where(eq(loans.brokerId, id));
  for (const loan of [PENDING, FUNDED]) {
    await db.update(loans).set({
      firstName: "Wolfeschlegelsteinhausenbergerdorff Maximilian",
      lastName: "Featherstonehaugh-Cholmondeley-Papadopoulos",
      city: CITY,
      address: "1234567 Concession Road Number Seventeen North-West, Unit 1204-B",
      newLoanAmount: 98_765_432,
      fsfcLoan: 98_765_432,
    }).where(eq(loans.id, loan));
  }
  const signIn = async (userName: string) => {
    const answer = await t.post("/api/auth/login", { userName, password: PASSWORD });
    const [name, value] = answer.headers.get("set-cookie")!.split(";")[0].split("=");
    return { [name]: value };
  };
  lender = await signIn("helenvoss");
  broker = await signIn("priyaraman");
});

Deno.test.afterAll(() => opened.close());

/** Screens of the lender, then of the broker. 1010 px is the menu with the least room beside it. */
const screens = (): [string, Record<string, string>][] =>
  [
    "/dashboard/loans",
    "/dashboard/brokers",
    `/dashboard/viewbroker?id=${brokerId}`,
    `/dashboard/viewloan?id=${PENDING}`,
    `/dashboard/schedule/${FUNDED}`,
    "/dashboard/overview?view=brokers",
    "/dashboard/maploans?view=table",
  ].map((path): [string, Record<string, string>] => [path, lender]).concat(
    ["/dashboard/loans", `/dashboard/viewloan/${PENDING}`].map((path) => [path, broker]),
  );

for (const widths of [[1280, 1010], [390, 320]]) {
  browserTest(`long names and amounts stay within ${widths.join(" and ")} px`, async ({ newPage, shot }) => {
    const goTo = walker(newPage, { width: widths[0] });
    for (const [index, [path, cookies]] of screens().entries()) {
      const page = await goTo(site + path, cookies);
      const { height } = page.viewportSize()!;
      for (const width of widths) {
        await page.setViewportSize({ width, height });
        await shot(page, `long-${width}-${index}`);
        await assertNoSidewaysScroll(page);
      }
      await page.setViewportSize({ width: widths[0], height });
    }
  });
}

browserTest("one broker's long name leaves the clients of other loans a line", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: lender });
  const broken = await page.locator("tbody .row-title a").evaluateAll((links) => {
    const lines = (link: Element) => new Set([...link.getClientRects()].map(({ top }) => Math.round(top))).size;
    return links.map(({ textContent }, i) => textContent.length < 24 && lines(links[i]) > 1 ? textContent : "")
      .filter(Boolean);
  });
  assert.deepEqual(broken, []);
});

/**
 * Whether all of an element's text is inside its box; a line more would add more than the 10 px that letters may stand
 * out.
 */
const whole = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((e) =>
    e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight + 10
  );

browserTest("a phone's list of loans shows client, place and broker in full", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans?q=CAM-${PENDING}`, { width: 390, cookies: lender });
  const row = page.locator("tbody tr");
  assert.equal(await row.count(), 1);
  assert.ok((await row.locator(".row-detail").innerText()).includes(`${CITY}, ${BROKER}`));
  assert.ok(await whole(page, "tbody .row-title") && await whole(page, "tbody .row-detail"));
});

browserTest("a phone's title bar shows a page's whole title", async ({ newPage }) => {
  const goTo = walker(newPage, { width: 390 });
  for (const path of [`schedule/${FUNDED}`, `viewCommitment/${PENDING}`, "submitloan"]) {
    const page = await goTo(`${site}/dashboard/${path}`, lender);
    assert.ok(await whole(page, ".topbar h1"), `${path}: ${await page.locator(".topbar h1").innerText()}`);
    // Below the icons it begins where the page does, beside them after the menu's button.
    const [title, icons] = await Promise.all(
      [".topbar h1", ".topbar > .align-end"].map((one) => page.locator(one).boundingBox()),
    );
    assert.equal(title!.x, title!.y >= icons!.y + icons!.height ? 16 : 56, path);
  }
});

browserTest(
  "a phone's schedule shows every figure of a payment, each with its name, without scrolling sideways",
  async (
    { newPage, shot },
  ) => {
    const page = await newPage(`${site}/dashboard/schedule/${FUNDED}`, { width: 390, cookies: lender });
    const frame = page.getByRole("region", { name: "Interest schedule" });
    assert.ok(await frame.evaluate((e) => e.scrollWidth <= e.clientWidth));
    const cells = page.getByRole("table").getByRole("row").nth(1).getByRole("cell");
    assert.equal(await cells.count(), 6);
    const names = await cells.evaluateAll((all) => all.map((e) => getComputedStyle(e, "::before").content));
    assert.deepEqual(names.slice(3), ['"Interest"', '"Principal"', '"Balance"']);
    for (const cell of await cells.all()) await cell.waitFor();
    await shot(page, "schedule-390");
    await assertAccessible(page, "schedule at 390");
  },
);

browserTest("figures of a phone's row stand in line, whatever lines their labels take", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/overview`, { width: 390, cookies: lender });
  const rows = await page.locator(".strip .figure").evaluateAll((figures) => {
    const tops = (selector: string) =>
      figures.map((figure) => Math.round(figure.querySelector(selector)!.getBoundingClientRect().top));
    const labels = tops("dt"), values = tops("dd");
    return labels.map((top, i) => [top, values[i]]);
  });
  assert.equal(new Set(rows.map(String)).size, new Set(rows.map(([label]) => label)).size, JSON.stringify(rows));
});

browserTest("a long name of the signed-in person leaves room for the title", async ({ newPage }) => {
  for (const width of [1280, 1010]) {
    const page = await newPage(`${site}/dashboard/viewloan/${PENDING}`, { width, cookies: broker });
    assert.ok(await whole(page, ".topbar h1"), `the title at ${width} px`);
    await page.close();
  }
});

browserTest("a phone's ranking of brokers shows figures beside a long name", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/overview?view=brokers`, { width: 390, cookies: lender });
  const row = page.locator(".ranking tbody tr").first();
  assert.equal(await row.locator("th").innerText(), BROKER);
  const figure = await row.locator("td").first().boundingBox();
  assert.ok(figure && figure.x + figure.width <= 390, `the first figure ends at ${figure && figure.x + figure.width}`);
});

browserTest("a wide window's ranking of brokers shows all its columns beside a long name", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/overview?view=brokers`, { width: 1280, cookies: lender });
  const frame = page.locator(".ranking");
  assert.ok(await frame.evaluate((e) => e.scrollWidth <= e.clientWidth), "the table is wider than its frame");
});

browserTest(
  "a loan's heading with a long name has room for the note of unsaved entries, at the least width of one line",
  async (visit) => {
    const page = await walker(visit.newPage, { width: 1200 })(`${site}/dashboard/viewloan?id=${PENDING}`, lender);
    await islandsReady(page);
    await page.locator(".loan-head").getByRole("combobox", { name: "Status" }).selectOption("Declined");
    await page.getByText("Not saved yet").waitFor();
    const [score, acts] = await page.locator(".loan-head > .head").evaluate((head) => {
      const text = document.createRange();
      text.selectNodeContents(head.querySelector(".loan-identity > is-land")!);
      return [text.getBoundingClientRect().right, head.querySelector(".align-end")!.getBoundingClientRect().left];
    });
    assert.ok(score <= acts, `the rating ends ${score - acts} pixels beyond what follows`);
  },
);
