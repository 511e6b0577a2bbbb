/**
 * The data overview in a browser: its views, its address, its tables, its downloads, keyboard, both themes, a phone.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { eq } from "drizzle-orm";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite();
const { t } = site;
Deno.test.afterAll(() => site.close());

const admin = await t.account({ role: 9, name: "Helen Voss" });
const priya = await t.account({ name: "Priya Raman" });
const equals = await t.account({ name: "=HYPERLINK(1)" });
const STATUSES = ["NA", "Funded", "Funded", "Repaid", "Declined", "Loss"] as const;
for (let n = 0; n < 18; n++) {
  const adminComSelect = STATUSES[n % STATUSES.length];
  const lent = adminComSelect === "Funded" || adminComSelect === "Repaid";
  const { id } = await makeLoan(t, {
    brokerId: n % 3 ? priya.id : equals.id,
    adminComSelect,
    city: n === 5 ? "Sables-Spanish".repeat(9) : ["Toronto", "Hamilton", "London"][n % 3],
    newLoanAmount: 60_000 + n * 20_000,
    dateFunded: lent ? `2026-0${1 + n % 9}-15` : "",
    dateRepaid: adminComSelect === "Repaid" ? "2026-10-02" : "",
  });
  await t.deps.db.update(loans).set({ timestamp: t.now() - n * 20 * 86_400_000 }).where(eq(loans.id, id));
}

const [name, ...value] = admin.cookie.split("=");
const cookies = { [name]: value.join("=") };
const PATH = "/dashboard/overview";
const VIEWS = ["risk", "exposure", "history", "brokers"];

const heading = (page: Page, title: string) => page.getByRole("heading", { name: title, exact: true, level: 2 });

/** The plot's picture, as text that can be compared. */
const paint = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLCanvasElement>(".plot-stage canvas")!.toDataURL());
const repainted = (page: Page, before: string) =>
  page.waitForFunction(
    (was) => document.querySelector<HTMLCanvasElement>(".plot-stage canvas")!.toDataURL() !== was,
    before,
  );

browserTest("selector, period, status and measure are links, and the address keeps them", async ({ newPage }) => {
  const page = await newPage(site.url + PATH, { cookies });
  await page.getByRole("link", { name: "Overview", exact: true }).waitFor();
  await page.getByRole("link", { name: "Exposure Details" }).click();
  await heading(page, "Loan size").waitFor();
  await page.getByRole("link", { name: "Repaid", exact: true }).and(page.locator("nav a")).click();
  await page.waitForURL(/status=Repaid/);
  await page.getByRole("link", { name: "12 months" }).click();
  await page.waitForURL(/period=12/);
  await page.getByRole("link", { name: "Dollars" }).click();
  await page.waitForURL(/by=amount/);
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), {
    view: "exposure",
    period: "12",
    status: "Repaid",
    by: "amount",
  });
  await page.reload();
  assert.equal(await page.locator(".overview-controls [aria-current]").count(), 4);
  await page.getByRole("link", { name: "Broker Submission" }).click();
  await heading(page, "Ranking").waitFor();
  assert.match(page.url(), /view=brokers/);
});

browserTest("charts turn into tables without script, by the keyboard too", async ({ newPage }) => {
  const page = await newPage(site.url + PATH, { cookies, javaScript: false });
  const chart = page.locator(".chart", { has: heading(page, "Risk rating") });
  await chart.locator(".plot").waitFor();
  assert.equal(await chart.getByRole("table").count(), 0);
  await chart.getByRole("radio", { name: "Chart" }).focus();
  await page.keyboard.press("ArrowRight");
  await chart.locator(".plot").waitFor({ state: "hidden" });
  assert.equal(await chart.getByRole("row").count(), 9);
  assert.equal(await chart.getByRole("button").count(), 0, "downloads need script, so they are not offered");
});

browserTest("every chart's figures download as CSV that runs nothing, and as a picture", async ({ newPage }) => {
  const page = await newPage(`${site.url}${PATH}?view=brokers`, { cookies });
  const csv = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download Ranking as CSV" }).click();
  const download = await csv;
  assert.equal(download.suggestedFilename(), "overview-ranking.csv");
  const lines = (await Deno.readTextFile((await download.path())!)).replace("\uFEFF", "").trim().split("\r\n");
  assert.equal(
    lines[0],
    '"Broker","Total","Funded","Repaid","Pending","Declined","Total amount","Amount funded","Amount repaid",' +
      '"Amount pending","Amount declined"',
  );
  // Of each six loans one is a loss, which no chart counts; every third loan is the broker's with the odd name.
  assert.match(lines[1], /^"Priya Raman",9,/);
  assert.match(lines[2], /^"'=HYPERLINK\(1\)",6,/);
  for (const view of VIEWS) {
    await page.goto(`${site.url}${PATH}?view=${view}`);
    if (view === "history") await islandsReady(page, 'is-land[data-name="HistoryPlot"]');
    const buttons = page.getByRole("button", { name: /^Download .* as PNG$/ });
    const charts = await buttons.count();
    assert.ok(charts >= 3);
    const picture = page.waitForEvent("download");
    await buttons.first().focus();
    await page.keyboard.press("Enter");
    const bytes = await Deno.readFile((await (await picture).path())!);
    assert.deepEqual([...bytes.slice(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
    assert.ok(bytes.length > 4000, `${view}: ${bytes.length} bytes`);
  }
});

browserTest("history is there without script; a plot replaces it that reads and zooms months", async ({ newPage }) => {
  const plain = await newPage(`${site.url}${PATH}?view=history`, { cookies, javaScript: false });
  const drawing = (page: Page) => page.getByRole("img", { name: /^Submitted, Funded, Repaid, Declined by month/ });
  await drawing(plain).waitFor();
  const drawn = (await drawing(plain).boundingBox())!;
  assert.ok(drawn.width > 300);
  await plain.getByRole("button", { name: "Zoom in" }).waitFor({ state: "hidden" }); // it needs script

  const page = await newPage(`${site.url}${PATH}?view=history`, { cookies, theme: "light" });
  const plot = page.locator(".plot-stage canvas");
  await plot.waitFor();
  await drawing(page).waitFor({ state: "detached" });
  assert.deepEqual(await page.locator(".line-plot").boundingBox(), drawn, "nothing moved");
  const told = page.locator(".plot-readout");
  await told.getByText("Nov 2026").waitFor();
  const rows = page.getByRole("region", { name: "Months as a table" }).getByRole("row");
  const months = (await rows.getByRole("rowheader").allInnerTexts()).reverse();

  // A mouse: the month under it, and those it was dragged across.
  const over = (await page.locator(".u-over").boundingBox())!;
  const place = (month: number) => over.x + over.width * month / (months.length - 1);
  await page.mouse.move(place(0) + 2, over.y + 100);
  await told.getByText(months[0]).waitFor();
  assert.equal(
    (await told.locator("span").first().innerText()).trim(),
    `Submitted ${await rows.last().getByRole("cell").first().innerText()}`,
  );
  assert.equal(await told.getAttribute("aria-live"), "off", "a moving mouse is not read out");
  const whole = await paint(page);
  await page.mouse.move(place(2), over.y + 100);
  await page.mouse.down();
  await page.mouse.move(place(4), over.y + 90, { steps: 4 });
  await page.mouse.move(place(6), over.y + 80, { steps: 4 });
  await page.mouse.up();
  const zoomed = page.getByText(`${months[2]} to ${months[6]}`, { exact: true });
  await zoomed.waitFor();
  await repainted(page, whole);
  await page.mouse.dblclick(place(3), over.y + 100);
  await zoomed.waitFor({ state: "detached" });
  await page.mouse.move(5, 5);
  await told.getByText("Nov 2026").waitFor();

  // Keys: steps are read out, and what was zoomed into is left again.
  const stage = page.getByRole("group", { name: /Arrow keys step through the months$/ });
  await stage.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await told.getByText(months[1]).waitFor();
  assert.equal(await told.getAttribute("aria-live"), "polite");
  await page.keyboard.press("+");
  const closer = page.getByText(new RegExp(`^${months[0]} to `));
  await closer.waitFor();
  await told.getByText(months[1]).waitFor();
  await page.keyboard.press("Escape");
  await closer.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Zoom in" }).click();
  await closer.waitFor();
  await assertAccessible(page, "a part of the history");
  await page.getByRole("button", { name: "Whole period" }).click();
  await page.getByText("or drag across months").waitFor();

  // Another theme and another width are painted anew; paper and forced colours have the drawing.
  const light = await paint(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await repainted(page, light);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>(".plot-stage canvas")!;
    return canvas.clientWidth === document.querySelector(".plot-stage")!.clientWidth;
  });
  await assertNoSidewaysScroll(page);
  for (const medium of [{ media: "print" }, { media: "screen", forcedColors: "active" }] as const) {
    await page.emulateMedia(medium);
    await drawing(page).waitFor();
    await plot.waitFor({ state: "hidden" });
  }
});

browserTest("with text of twice the size the history's names and months do not overlap", async ({ newPage }) => {
  const page = await newPage(`${site.url}${PATH}?view=history&status=all`, { cookies });
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  const texts = await page.locator(".line-plot text").evaluateAll((all) =>
    all.map((one) => [one.textContent, one.getBoundingClientRect()] as const)
      .map(([words, { left, right, top, bottom }]) => ({ words, left, right, top, bottom }))
  );
  assert.ok(texts.length > 6);
  // Boxes of a line's whole height: letters take two thirds of it.
  const lines = texts.map((one) => ({ ...one, top: one.top + (one.bottom - one.top) / 3 }));
  const clash = lines.flatMap((a, i) =>
    lines.slice(i + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map((
      b,
    ) => `${a.words} ${b.words}`)
  );
  assert.deepEqual(clash, []);
});

browserTest("printed, two charts share a line, and neither breaks over a page", async ({ newPage }) => {
  const page = await newPage(`${site.url}${PATH}`, { cookies, width: 720 });
  await page.emulateMedia({ media: "print" });
  const tops = await page.locator(".charts > .chart").evaluateAll((charts) =>
    charts.map((chart) => chart.getBoundingClientRect().top)
  );
  assert.ok(tops.length >= 4 && tops[0] === tops[1] && tops[2] === tops[3] && tops[2] > tops[0], tops.join(" "));
  await page.goto(`${site.url}${PATH}?view=history`);
  const [all, broad] = (await Promise.all([".charts", ".chart.broad"].map((one) => page.locator(one).boundingBox())))
    .map((box) => box!.width);
  assert.equal(broad, all, "the months have the sheet's width");
  const breaks = await page.locator(".chart.broad").evaluate((chart) => getComputedStyle(chart).breakInside);
  assert.equal(breaks, "auto", "ten years of them begin on the first sheet");
  // Browsers leave backgrounds off paper unless they are told: without its marks a ring's list names no slice.
  await page.goto(`${site.url}${PATH}?view=exposure&status=all`);
  const keys = await page.locator(".donut .key").evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).printColorAdjust)
  );
  assert.deepEqual(new Set(keys), new Set(["exact"]));
});

browserTest("figures and columns lead to their loans, and back", async ({ newPage }) => {
  const page = await newPage(`${site.url}${PATH}?view=exposure&status=all&period=12`, { cookies });
  const chart = page.locator(".chart", { has: heading(page, "Status") });
  await chart.getByRole("link", { name: "Repaid" }).click();
  await page.getByRole("heading", { name: "Repaid loans, 12 months", level: 1 }).waitFor();
  assert.equal(await page.locator(".table tbody tr").count(), 3);
  await assertAccessible(page, "the loans behind a figure");
  await page.getByRole("link", { name: "Exposure Details" }).click();
  await heading(page, "Loan size").waitFor();
  await page.goto(`${site.url}${PATH}?view=history`);
  await page.locator(".chart", { has: heading(page, "Submitted by month") }).locator(".column-plot a rect").last()
    .click();
  await page.getByRole("heading", { name: "Loans, submitted in November 2026", level: 1 }).waitFor();
});

browserTest(
  "accessible on desktop and phone in both themes, nothing wider than the window",
  async ({ newPage, shot }) => {
    for (const width of [1280, 390]) {
      const page = await newPage(`${site.url}${PATH}`, { cookies, width });
      for (const view of VIEWS) {
        await page.goto(`${site.url}${PATH}?view=${view}`);
        if (view === "history") await islandsReady(page, 'is-land[data-name="HistoryPlot"]');
        await assertNoSidewaysScroll(page);
        const bars = await page.locator(".bars .bar").evaluateAll((all) => all.map((one) => one.clientWidth));
        assert.ok(Math.min(Infinity, ...bars) >= 60, `${view} at ${width}: bars of ${bars} px`);
        await assertAccessible(page, view);
        await shot(page, `overview-${view}-${width}`);
      }
      await page.goto(`${site.url}${PATH}?status=Declined&period=3&view=exposure`);
      await assertAccessible(page, "a status of three months");
    }
  },
);
