/** A region's page in a browser: its history, how the map draws it, reports by CSV, the preview. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { regionReports } from "../../../db/schema/mod.ts";
import { demoMarkets } from "../../../db/seed/demo/markets.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { loadRegion, saveMapSettings } from "../../../lib/features/maps/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount } from "../../support/app.ts";
import {
  assertNoSidewaysScroll,
  browserTest,
  islandsReady,
  type PageOptions,
  type Visit,
} from "../../support/browser.ts";
import { holdFirst } from "../../support/held.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { openSite, type Site } from "../../support/site.ts";
import { answerStaleDialog } from "../../support/stale.ts";

const PATH = "/dashboard/maploans/settings";

let site: Site, staff: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite({ MARKET_TRENDS_URL: "https://markets.example/?area={region}" });
  staff = await site.t.account({ role: ROLE.administrator, name: "Ines Duarte" });
  await site.t.deps.db.insert(regionReports).values(demoMarkets(dateInToronto(site.t.now())));
});
Deno.test.afterAll(() => site.close());

async function open(newPage: Visit["newPage"], query: string, options: PageOptions = {}): Promise<Page> {
  const cookies = Object.fromEntries([staff.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}${PATH}${query}`, { ...options, cookies });
  return options.javaScript === false ? page : await islandsReady(page).then(() => page);
}

const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const rating = (page: Page) => page.locator(".verdict-figure .huge");
const areaLook = (page: Page) =>
  page.locator(".inset .map-area[data-chosen]").evaluate((area) => [
    area.getAttribute("data-step"),
    area.getAttribute("fill-opacity"),
  ]);

browserTest("the slider steps through the reports; rating, figures, charts and address follow", async ({ newPage }) => {
  const page = await open(newPage, "");
  await page.getByRole("heading", { name: "Toronto market" }).waitFor({ state: "attached" });
  const slider = page.getByLabel("Month of the report");
  const before = await rating(page).textContent();
  assert.match(await slider.getAttribute("aria-valuetext") ?? "", /^Nov 2026, \d\.\d\d \w+$/);
  await slider.focus();
  await page.keyboard.press("Home");
  await page.locator("#walk-title ~ output", { hasText: "Jun 2025" }).waitFor();
  assert.match(page.url(), /\?id=Toronto&month=2025-06$/);
  assert.notEqual(await rating(page).textContent(), before);
  assert.equal(await page.locator(".market-strip .change").first().textContent(), "first report");
  await page.keyboard.press("ArrowRight");
  await page.locator("#walk-title ~ output", { hasText: "Jul 2025" }).waitFor();
  assert.match(await page.locator(".market-strip .change").first().textContent() ?? "", /against Jun 2025$/);
  assert.equal(
    await page.getByRole("link", { name: /^Market trends/ }).getAttribute("href"),
    "https://markets.example/?area=Toronto",
  );
  await page.getByRole("group", { name: "Show Median price as" }).getByText("Table").click();
  assert.equal(await page.locator("#chart-price").locator("xpath=ancestor::section").locator("tbody tr").count(), 18);
});

browserTest("months without a report cannot be chosen, and an outdated region is marked", async ({ newPage }) => {
  const page = await open(newPage, "?id=Timmins");
  await page.getByText("This Region is outdated").waitFor();
  const slider = page.getByLabel("Month of the report");
  await slider.focus();
  const last = await slider.inputValue();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  assert.equal(await slider.inputValue(), last, "it stays at the last report");
  const across = page.locator('.inset path[fill^="url("]');
  assert.equal(await across.count(), 1, "the drawing has lines across it, as the map");
  await page.keyboard.press("ArrowLeft");
  await across.waitFor({ state: "detached" });
});

browserTest("a region without data is marked, and predict is off and cannot be switched on", async ({ newPage }) => {
  const page = await open(newPage, "?id=Kenora");
  await page.locator(".empty", { hasText: "This Region has no data!" }).waitFor();
  const predict = page.getByLabel("Predict", { exact: true });
  assert.ok(await predict.isDisabled());
  assert.ok(!await predict.isChecked());
  await page.getByText("Scored as unknown").waitFor();
});

browserTest("the drawing follows the settings; a stale save shows the other's change", async ({ newPage }) => {
  const page = await open(newPage, "?id=Ottawa");
  await page.getByLabel("Predict", { exact: true }).click();
  await page.getByLabel("Plum").check({ force: true });
  await page.getByLabel("Colour weight", { exact: true }).fill("0.27");
  assert.deepEqual(await areaLook(page), ["5", "0.27"]);
  await page.getByLabel("Coloured", { exact: true }).click();
  assert.deepEqual(await areaLook(page), ["0", "0"]);
  await page.getByRole("button", { name: "Undo" }).click();
  assert.deepEqual(await areaLook(page), ["5", "0.27"]);
  const ctx = site.t.context(await site.t.account({ role: ROLE.owner, name: "Omar Reid" }));
  const { setting } = await loadRegion(ctx, "Ottawa");
  await saveMapSettings(ctx, [{ ...setting, enabled: false }]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await answerStaleDialog(page, /Omar Reid changed how the map draws Ottawa/, "keep mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await says(page, "Changes Saved!");
  await page.getByText("Everything is saved").waitFor();
  const { savedAt: _, ...saved } = (await loadRegion(ctx, "Ottawa")).setting;
  assert.deepEqual(saved, { name: "Ottawa", enabled: false, predict: false, fillColor: "Plum", colorWeight: 0.27 });
  await page.getByLabel("Colour weight", { exact: true }).fill("half");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".field .error").getByText("Colour weight: enter a number from 0 to 1 in steps of 0.01.")
    .waitFor();
  assert.equal(await page.getByLabel("Colour weight", { exact: true }).inputValue(), "half", "what was typed stays");
  await page.getByLabel("Colour weight", { exact: true }).fill("0.275");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".field .error").getByText("Colour weight goes from 0 to 1 in steps of 0.01.").waitFor();
});

browserTest("another region is shown at the month that was chosen", async ({ newPage }) => {
  const page = await open(newPage, "?id=Toronto");
  const region = page.getByLabel("Region", { exact: true });
  const chosen = () => page.locator("#walk-title ~ output").textContent();
  await region.selectOption("Ottawa");
  await page.waitForURL(/id=Ottawa$/);
  await islandsReady(page);
  const slider = page.getByLabel("Month of the report");
  await slider.focus();
  await page.keyboard.press("Home");
  await page.locator("#walk-title ~ output", { hasText: "Jun 2025" }).waitFor();
  await region.selectOption("Toronto");
  await page.waitForURL(/id=Toronto/);
  assert.equal(await chosen(), "Jun 2025");
  await region.selectOption("Ottawa");
  await page.waitForURL(/id=Ottawa/);
  assert.equal(await chosen(), "Jun 2025");
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.getByText("drag to walk").isHidden(), "on paper nothing is dragged");
});

const CSV = [
  "Area,Period,Listed,Homes sold,DOM,LTS,Change,Price",
  "Pembroke,2026-10,40,18,34,98.1,0.2,401000",
  "Sudbry,2026-10,96,51,34,98.9,,",
].join("\n");

browserTest(
  "a CSV is previewed, its columns assigned, and imported without its wrong row",
  async ({ newPage }) => {
    const page = await open(newPage, "?id=Pembroke");
    await page.getByRole("button", { name: "Import CSV" }).click();
    const dialog = page.getByRole("dialog", { name: "Import market reports" });
    await dialog.getByLabel("CSV file").setInputFiles({
      name: "october.csv",
      mimeType: "text/csv",
      // deno-lint-ignore no-node-globals
      buffer: Buffer.from(CSV),
    });
    await dialog.getByText("Unknown region: Greater Sudbury?").waitFor();
    await dialog.getByText("1 new; 1 row is left out.").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const room = await dialog.locator(".import-rows td:last-child").first().evaluate((one) => one.clientWidth);
    assert.ok(room > 250, `what happens stands in lines of ${room} pixels`);
    await page.setViewportSize({ width: 1280, height: 900 });
    const price = dialog.locator("label", { hasText: /^Price/ }).locator("select");
    assert.equal(await price.inputValue(), "medianPrice");
    await price.selectOption("");
    await assertAccessible(page, "the import's preview");
    await page.setViewportSize({ width: 390, height: 844 });
    const fits = await dialog.locator(".import-rows").evaluate((rows) => rows.scrollWidth <= rows.clientWidth);
    assert.ok(fits, "a phone shows what happens to each row");
    await dialog.getByRole("button", { name: "Import 1 report" }).click();
    await says(page, "1 report imported, 1 row left out");
    await page.getByRole("link", { name: "Oct 2026" }).waitFor();
    const [report] = (await loadRegion(site.t.context(staff), "Pembroke")).reports;
    assert.deepEqual([report.homesSold, report.medianPrice], [18, null]);
  },
);

browserTest("choosing a file again replaces the first, whose answer comes late", async ({ newPage }) => {
  const page = await open(newPage, "?id=Pembroke");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import market reports" });
  const { release } = await holdFirst(page, "**/api/loans/previewmarketimport");
  const choose = (name: string, ...regions: string[]) =>
    dialog.getByLabel("CSV file").setInputFiles({
      name,
      mimeType: "text/csv",
      // deno-lint-ignore no-node-globals
      buffer: Buffer.from(["Region,Month,Sold", ...regions.map((region) => `${region},2026-09,20`)].join("\n")),
    });
  await choose("first.csv", "Sarnia");
  await dialog.getByText("first.csv").waitFor();
  assert.equal(await dialog.getByLabel("CSV file").inputValue(), "", "the same file may be chosen again");
  await choose("second.csv", "Orillia", "Stratford");
  await dialog.getByRole("button", { name: "Import 2 reports" }).waitFor();
  await release();
  await dialog.getByRole("button", { name: "Import 2 reports" }).waitFor();
  assert.equal(await dialog.getByRole("rowheader", { name: "Sarnia" }).count(), 0);
});

browserTest("an edited threshold shows at once which regions change colour", async ({ newPage }) => {
  const cookies = Object.fromEntries([staff.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}/dashboard/settings?panel=general`, { cookies });
  await islandsReady(page);
  await page.locator("summary").filter({ hasText: "Map Settings" }).click();
  await page.getByText("No region changes its colour.").waitFor();
  await page.locator("#c-map-duration-2-score").fill("8");
  await page.getByText(/^\d+ regions change their colour:$/).waitFor();
  await page.locator(".colour-changes").getByRole("link", { name: /^Toronto/ }).waitFor();
  await assertAccessible(page, "the preview of the map's colours");
});

browserTest("printed, the page names the region and leaves out the controls", async ({ newPage }) => {
  const page = await open(newPage, "?id=Ottawa");
  await page.emulateMedia({ media: "print" });
  const title = (await page.getByRole("heading", { name: "Ottawa market" }).boundingBox())!;
  assert.ok(title.width > 100 && title.height > 10, JSON.stringify(title));
  for (const tool of [".draw-form", ".region-pick", ".review"]) {
    await page.locator(tool).first().waitFor({ state: "hidden" });
  }
  assert.equal((await pdfText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })))).pages, 2);
});

browserTest("without script the page reads, and each month is a link", async ({ newPage }) => {
  const page = await open(newPage, "?id=Hamilton&month=2026-03", { javaScript: false });
  assert.equal(await page.locator("#walk-title ~ output").textContent(), "Mar 2026");
  await page.getByRole("link", { name: "Jun 2025" }).click();
  assert.equal(await page.locator("#walk-title ~ output").textContent(), "Jun 2025");
  await page.getByLabel("Region", { exact: true }).selectOption("Rural");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.locator(".empty", { hasText: "This Region has no data!" }).waitFor();
});

browserTest(
  "accessible on desktop and phone in both themes, nothing wider than the window",
  async ({ newPage, shot }) => {
    for (const width of [1280, 390]) {
      const page = await open(newPage, "?id=Toronto", { width });
      for (const region of ["Toronto", "Timmins", "Kenora"]) {
        await page.goto(`${site.url}${PATH}?id=${region}`, { waitUntil: "domcontentloaded" });
        await islandsReady(page);
        await assertNoSidewaysScroll(page);
        const tools = await page.getByRole("button", { name: /^Remove the report of/ }).all();
        assert.equal(tools.length > 0, region !== "Kenora", `${region} has reports to remove`);
        for (const tool of tools) {
          const { x, width: wide } = (await tool.boundingBox())!;
          assert.ok(x + wide <= width, "what removes a report is beside it, without scrolling");
        }
        await assertAccessible(page, `${region}, ${width}`);
        await shot(page, `region-${region}-${width}`);
      }
    }
  },
);

browserTest("the map moves to the region, with or without loans, and to another of the filter", async ({ newPage }) => {
  const page = await open(newPage, "?id=Kenora");
  /** Resolves once loans are asked for of a view around this place, and of not much more. */
  const shows = (longitude: number, latitude: number) =>
    page.waitForRequest((request) => {
      const extent = new URL(request.url()).searchParams.get("extent")?.split(",").map(Number);
      const [west, south, east, north] = extent ?? [0, 0, 0, 0];
      return west < longitude && longitude < east && south < latitude && latitude < north && east < west + 4;
    });
  const there = shows(-94.489, 49.767);
  await page.getByRole("link", { name: "Show on the map" }).click();
  await there;
  await page.locator(".map-canvas[data-shown]").waitFor();
  const next = shows(-79.87, 43.25);
  await page.getByLabel("Region", { exact: true }).selectOption("Hamilton");
  await next;
});
