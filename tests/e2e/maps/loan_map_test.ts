/** The map of loans in a browser: list and map show the same, filters in the address, tables, card, keys, themes. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, hasFocus } from "../../support/browser.ts";
import { holdFirst } from "../../support/held.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const admin = await t.account({ role: 9, name: "Helen Voss" });
const [cookie, ...value] = admin.cookie.split("="), cookies = { [cookie]: value.join("=") };
const PATH = `${site.url}/dashboard/maploans`;

const PLACES = [["Hamilton", 43.25, -79.87], ["Toronto", 43.65, -79.38], ["London", 42.98, -81.25]] as const;
await t.deps.db.insert(loans).values(Array.from({ length: 30 }, (_, i) => {
  const [marketRegion, latitude, longitude] = PLACES[i % 3];
  return {
    clientCode: `SMI-${i + 1}`,
    firstName: "Daniel",
    lastName: "Smithers",
    city: marketRegion,
    marketRegion,
    // Each tenth stands on the spot of another.
    latitude: latitude + (i % 10) / 100,
    longitude,
    placePrecision: "address" as const,
    firstOrSecond: "First",
    newLoanAmount: 100_000 + i * 10_000,
    shownScore: i % 8,
    timestamp: t.now(),
    updatedAt: t.now(),
  };
}));

/** Repaid loans, which the map shows where they are asked for: twenty in Toronto, one in Kenora. */
const [repaid] = await t.deps.db.insert(loans).values(Array.from({ length: 21 }, (_, i) => ({
  clientCode: `REP-${i}`,
  marketRegion: i < 20 ? "Toronto" : "Kenora",
  latitude: i < 20 ? 43.66 + i / 500 : 49.767,
  longitude: i < 20 ? -79.4 : -94.489,
  placePrecision: "address" as const,
  adminComSelect: "Repaid" as const,
  newLoanAmount: 90_000,
  timestamp: t.now(),
  updatedAt: t.now(),
}))).returning();

const shown = (page: Page) => page.locator(".map-canvas[data-shown]").waitFor();
const drawn = (page: Page, loans: number) => page.locator(`.map-canvas[data-spots="${loans}"]`).waitFor();
const heading = (page: Page) => page.locator(".map-list h2");

browserTest(
  "list and map show the loans; a filter narrows both and is in the address",
  async ({ newPage, shot }) => {
    const page = await newPage(PATH, { cookies });
    await shown(page);
    await page.getByText(/^30 loans, /).waitFor();
    await drawn(page, 30);
    await shot(page, "loan-map");
    for (const width of [640, 760, 1000]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page.locator("h1").evaluate((title) => title.scrollWidth - title.clientWidth);
      assert.ok(cut <= 0, `${width}: the title is cut by ${cut} pixels`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ media: "print" });
    await page.getByRole("heading", { name: "Map of loans" }).waitFor(); // on paper, too
    await page.emulateMedia({ media: "screen" });
    await page.getByLabel("Region", { exact: true }).selectOption("Hamilton");
    await page.getByText(/^10 loans, /).waitFor();
    await drawn(page, 10);
    assert.equal(new URL(page.url()).search, "?region=Hamilton");
    await page.getByRole("searchbox").fill("SMI-4");
    await page.getByText("1 loan, $130k").waitFor();
    await page.getByRole("link", { name: "Loans", exact: true }).click();
    await page.getByRole("table").waitFor();
    assert.equal(new URL(page.url()).search, "?q=SMI-4&region=Hamilton&view=table");
    assert.equal(await page.getByRole("row").count(), 2);
    await page.goto(`${PATH}?q=nobody`);
    assert.equal(await heading(page).innerText(), "0 loans");
  },
);

browserTest(
  "a loan of the list opens its card, Escape returns the focus, keys step through loans",
  async ({ newPage }) => {
    const page = await newPage(PATH, { cookies });
    await shown(page);
    await page.locator(".spots button").first().focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("dialog");
    await hasFocus(card.getByRole("heading"));
    await card.getByRole("link", { name: "Open loan" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".spots :focus").waitFor();
    await page.reload();
    await shown(page);
    const all = await heading(page).innerText(), names = await page.locator(".spots .spot-name").allInnerTexts();
    for (const name of names.slice(0, 4)) {
      await page.locator(".map-canvas").press("n");
      await page.locator(".map-stage [role=status]", { hasText: name }).waitFor();
      await page.waitForFunction((all) => document.querySelector("#map-list-title")?.textContent !== all, all);
    }
    await page.keyboard.press("Escape");
    await Promise.all([card.waitFor({ state: "detached" }), page.locator(".spots button").first().waitFor()]);
    await page.keyboard.press("l");
    await page.locator(".spots :focus").waitFor();
  },
);

browserTest(
  "the first view leaves out a loan far away, and a button shows all loans",
  async ({ newPage }) => {
    const page = await newPage(`${PATH}?status=Repaid`, { cookies });
    await shown(page);
    await drawn(page, 21);
    await page.getByRole("heading", { name: "20 loans in view" }).waitFor();
    await page.getByRole("button", { name: "Show all loans" }).click();
    await page.getByRole("heading", { name: "All 21 loans" }).waitFor();
  },
);

browserTest("the card shows the loan chosen last, however late another's answer comes", async ({ newPage }) => {
  const page = await newPage(`${site.url}/lending-areas`, { cookies });
  const { release } = await holdFirst(page, "**/api/loans/getmaploan?*");
  const asked = page.waitForRequest("**/api/loans/getmaploan?*");
  await page.goto(`${PATH}?loan=${repaid.id}`);
  await asked;
  await page.locator(".spots button").first().click();
  const title = page.getByRole("dialog").getByRole("heading");
  await title.waitFor();
  const name = await title.textContent();
  await release();
  assert.equal(await title.textContent(), name);
});

browserTest("the list is not rendered again while the map moves: that would drop frames", async ({ newPage }) => {
  const page = await newPage(PATH, { cookies });
  await shown(page);
  const first = page.locator(".spots li").first();
  await page.evaluate(() => {
    const heading = document.querySelector<HTMLElement>(".map-list h2")!;
    heading.dataset.seen = "";
    new MutationObserver(() => heading.dataset.seen += heading.innerText)
      .observe(heading, { childList: true, characterData: true, subtree: true });
  });
  const { release } = await holdFirst(
    page,
    "**/api/loans/getloansinview?*",
    (text) => text.replace('"loans":30', '"loans":999'),
  );
  await page.getByLabel("Order of the loans").selectOption("score");
  const box = (await page.locator(".map-canvas").boundingBox())!;
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 330, box.y + 300, { steps: 3 });
  await release();
  assert.match(await first.innerText(), /SMI-30/, "still the largest");
  await page.mouse.up();
  await first.filter({ hasText: "SMI-24" }).waitFor();
  assert.doesNotMatch(await heading(page).getAttribute("data-seen") ?? "", /999/, "nor of a place that it has left");
});

browserTest("loans of a view are loaded again where the map has moved meanwhile", async ({ newPage }) => {
  const page = await newPage(PATH, { cookies, motion: true });
  await shown(page);
  const spots = "**/api/loans/getloanspots?*";
  const { release } = await holdFirst(page, spots, (text) => text.replace('"whole":true', '"whole":false'));
  const extentOf = (asked: { url(): string }) => new URL(asked.url()).searchParams.get("extent") ?? "";
  let list = "";
  page.on("request", (asked) => list = asked.url().includes("/getloansinview?") ? extentOf(asked) : list);
  const asked = page.waitForRequest(spots);
  await page.getByLabel("Region", { exact: true }).selectOption("Hamilton");
  const before = extentOf(await asked);
  // The list takes no answer while the map moves.
  await heading(page).filter({ hasText: "10 " }).waitFor();
  const [again] = await Promise.all([page.waitForRequest(spots), release()]);
  assert.deepEqual([extentOf(again) === before, extentOf(again)], [false, list], "asked again, where the list is");
});

browserTest("a map whose loading failed shows an error, even where the list loaded", async ({ newPage }) => {
  const page = await newPage(PATH, { cookies });
  await shown(page);
  await page.route("**/api/loans/getloanspots?*", (route) => route.fulfill({ status: 409, json: {} }));
  const refused = page.waitForResponse("**/api/loans/getloanspots?*");
  await page.route("**/api/loans/getloansinview?*", async (route) => {
    await refused;
    await route.continue();
  });
  await page.getByLabel("Region", { exact: true }).selectOption("Hamilton");
  await page.getByRole("heading", { name: "10 loans in view" }).waitFor();
  await page.getByText("No answer. Move the map or change a filter to ask again.").waitFor();
});

browserTest(
  "a rectangle is chosen by the pointer or as the view, and leads to a list that can be exported",
  async ({ newPage }) => {
    const page = await newPage(PATH, { cookies });
    await shown(page);
    await page.getByRole("button", { name: "Choose the loans in a rectangle" }).click();
    const box = (await page.locator(".map-canvas").boundingBox())!;
    await page.mouse.move(box.x + 40, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 120, box.y + box.height - 150, { steps: 5 });
    await page.mouse.up();
    await page.waitForURL(/box=/);
    await page.getByText("Only loans in the rectangle.").waitFor();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const text = await Deno.readTextFile(await (await saved).path());
    assert.match(text, /"Client","Broker","Address","Region","Type","Status","Amount","LTV","Risk Rating","Latitude"/);
    const counted = Number(/(\d+) loan/.exec((await heading(page).textContent())!)![1]);
    assert.equal(text.trim().split("\n").length - 1, counted);
    await page.getByRole("button", { name: "Clear" }).press("Enter");
    await hasFocus(page.getByRole("button", { name: "Choose the loans in a rectangle" }));
    await page.getByText(/^30 loans, /).waitFor();
  },
);

browserTest(
  "by money the list groups by region, and the map steps through its months",
  async ({ newPage }) => {
    const page = await newPage(PATH, { cookies });
    await shown(page);
    const month = page.getByRole("slider", { name: "Month" });
    await month.focus();
    const before = await month.getAttribute("aria-valuetext");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(
      (old) => document.getElementById("map-month")?.getAttribute("aria-valuetext") !== old,
      before,
    );
    await page.getByRole("radio", { name: "By our money" }).check();
    await page.getByRole("heading", { name: "3 regions" }).waitFor();
    await page.getByRole("button", { name: /London/ }).click();
    await page.getByRole("radio", { name: "Heat" }).check();
    await page.waitForURL(/by=heat/);
    await page.getByRole("heading", { name: "10 loans in view" }).waitFor();
  },
);

browserTest("the map is accessible in both themes and nothing is too wide", async ({ newPage }) => {
  const page = await newPage(PATH, { cookies });
  await shown(page);
  const title = page.getByRole("heading", { name: "Map of loans" });
  assert.ok(await title.evaluate((h1) => h1.scrollWidth <= h1.clientWidth), "the title is whole at 1280 pixels");
  const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(below <= 0, `${below}px of nothing below the map`);
  await assertAccessible(page, "map");
  await page.locator(".spots button").first().click();
  await page.getByRole("dialog").waitFor();
  await assertAccessible(page, "card");
  const phone = await newPage(PATH, { cookies, width: 390 });
  await shown(phone);
  await assertNoSidewaysScroll(phone);
  await assertAccessible(phone, "phone");
  for (const view of ["table", "regions"]) {
    await phone.goto(`${PATH}?view=${view}`);
    await phone.getByRole("table").waitFor();
    await assertNoSidewaysScroll(phone);
    await assertAccessible(phone, view, { colours: true });
  }
});

browserTest("without script the loans are a list of links under filters that a button applies", async ({ newPage }) => {
  const page = await newPage(PATH, { cookies, javaScript: false });
  assert.equal(await page.locator(".spots a").count(), 30);
  await page.getByLabel("Region", { exact: true }).selectOption("Toronto");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/region=Toronto/);
  assert.equal(await page.locator(".spots a").count(), 10);
  await page.locator(".spots a").first().click();
  await page.waitForURL(/viewloan\?id=/);
});

browserTest("a loan's pin is moved by keys, saved, and goes back to its address", async ({ newPage }) => {
  const page = await newPage(`${site.url}/dashboard/viewloan?id=4`, { cookies });
  await page.getByRole("button", { name: "Map data" }).click();
  const dialog = page.getByRole("dialog");
  await hasFocus(dialog.getByRole("heading").first());
  await dialog.locator(".map-canvas[data-shown]").waitFor();
  await dialog.locator(".near-head", { hasText: /^Ours nearby\$[\d,]+ within 10 km with this loan$/ }).waitFor();
  assert.equal(await dialog.locator("dl").evaluate((facts) => getComputedStyle(facts).display), "grid");
  await assertAccessible(page, "loan's map");
  await dialog.locator(".map-canvas").focus();
  for (const key of ["p", "Shift+ArrowUp"]) await page.keyboard.press(key);
  await dialog.getByText(/^Moved .*, not saved\.$/).waitFor();
  await dialog.getByRole("button", { name: "Save place" }).click();
  await dialog.getByText("Hamilton, placed by hand").waitFor();
  const stored = async () => (await t.deps.db.query.loans.findFirst({ where: (row, { eq }) => eq(row.id, 4) }))!;
  const { placePrecision, latitude } = await stored();
  assert.ok(latitude! > 43.28 && placePrecision === "by hand", `${latitude}, ${placePrecision}`);
  await dialog.getByRole("button", { name: "Back to the address" }).click();
  await dialog.getByText(/^Hamilton, placed by (municipality|postal area)$/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await dialog.getByText("Hamilton, placed by hand").waitFor();
  assert.equal((await stored()).latitude, latitude);
});
