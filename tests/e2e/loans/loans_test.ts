/** The loan lists in a real browser, on the demo's 150 loans (loans specification 2.1 and 2.2). */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { EXPORT_SIZE } from "../../../lib/schemas/loans/list.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { PASSWORD, type TestAccount, type TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";
import { walker } from "../../support/walker.ts";

let opened: Site;
let t: TestApp;
let site = "", lender: Record<string, string>, broker: Record<string, string>, newcomer: Record<string, string>;

const cookies = (header: string) => Object.fromEntries([header.split(";")[0].split("=") as [string, string]]);

Deno.test.beforeAll(async () => {
  opened = await openSite({ DEVICE_VERIFICATION: "off", PARTNERS_URL: "https://partners.example/" });
  ({ t, url: site } = opened);
  await fillWithDemo(t, PASSWORD);
  const signIn = async (userName: string) =>
    cookies((await t.post("/api/auth/login", { userName, password: PASSWORD })).headers.get("set-cookie")!);
  lender = await signIn("helenvoss");
  broker = await signIn("priyaraman");
  newcomer = cookies((await t.account() as TestAccount).cookie);
});

Deno.test.afterAll(() => opened.close());

const rows = (page: Page) => page.locator("tbody tr");
const picks = (page: Page) => page.locator(".picks > li");
const says = (page: Page, text: string) => page.locator("#toasts .toast").filter({ hasText: text }).last().waitFor();
const codes = (page: Page) => page.locator("tbody th a").allTextContents();

for (const width of [1280, 390, 320]) {
  browserTest(`the lists fit ${width} px and are accessible in both themes`, async ({ newPage, shot }) => {
    const screens: [string, string, Record<string, string>][] = [
      ["pending", "", lender],
      ["funded", "?status=Funded&sort=score", lender],
      ["nothing", "?q=nobody", lender],
      ["own", "", broker],
      ["own-nothing", "?q=nobody", broker],
      ["own-none", "", newcomer],
    ];
    const goTo = walker(newPage, { width });
    for (const [name, query, who] of screens) {
      const page = await goTo(`${site}/dashboard/loans${query}`, who);
      if (await page.locator("is-land:not([data-on])").count()) await islandsReady(page);
      await shot(page, `loans-${name}-${width}`);
      await assertNoSidewaysScroll(page);
      await assertAccessible(page, `${name} at ${width}`);
    }
  });
}

browserTest("a lender walks through tabs, search and sorting by keyboard", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: lender });
  assert.equal(await rows(page).count(), 28);
  const search = page.getByRole("searchbox");
  await search.focus();
  // At once: a busy machine takes letter by letter for a pause, after which a search applies.
  await page.keyboard.insertText("tremblay");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=tremblay/);
  const found = await codes(page);
  assert.ok(found.length > 0 && found.every((code) => /Tremblay/.test(code)), found.join());
  // The tabs count what the search finds, and keep it.
  const repaid = page.getByRole("navigation", { name: "Loan status" }).getByRole("link", { name: /Repaid/ });
  const count = Number((await repaid.textContent())!.replace(/\D/g, ""));
  await repaid.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/status=Repaid/);
  assert.equal(await search.inputValue(), "tremblay");
  assert.equal(await rows(page).count(), count);
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await page.waitForURL((url) => !url.search.includes("q="));

  const head = page.getByRole("columnheader", { name: "Amount" });
  await head.getByRole("link").click();
  await page.waitForURL(/sort=amount/);
  const amounts = async () =>
    (await page.locator("tbody td.row-value").allTextContents()).map((text) => Number(text.replace(/\D/g, "")));
  const up = await amounts();
  assert.deepEqual(up, [...up].sort((a, b) => a - b));
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  await head.getByRole("link").click();
  await page.waitForURL((url) => !url.search.includes("order=asc"));
  assert.deepEqual(await amounts(), [...up].reverse());
  await page.getByRole("link", { name: "Newest first" }).click();
  await page.waitForURL((url) => !url.search.includes("sort="));
  assert.equal(
    await page.locator("tbody a").first().getAttribute("href").then((h) => /viewloan\?id=\d+&status=/.test(h!)),
    true,
  );
});

browserTest("a search without results in one tab names the tabs that have some", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans?status=Loss&q=tremblay`, { cookies: lender });
  await page.getByText("Nothing in Loss matches “tremblay”").waitFor();
  await page.locator(".empty").getByRole("link", { name: /in Repaid/ }).click();
  await page.waitForURL(/status=Repaid.*q=tremblay|q=tremblay.*status=Repaid/);
  assert.ok(await rows(page).count() > 0);
});

browserTest("liquidity is kept in this browser and shows what is missing", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: lender });
  await islandsReady(page);
  const pending = Number(
    (await page.locator(".figure", { hasText: "Requested" }).locator("dd").textContent())!.replace(/\D/g, ""),
  );
  const field = page.getByLabel("Liquidity");
  await field.fill(String(pending - 250_000));
  assert.equal(await page.locator(".figure", { hasText: "Shortfall" }).locator("dd").textContent(), "$250,000");
  await field.fill(String(pending + 1_000));
  await field.press("Tab");
  assert.equal(await page.locator(".figure", { hasText: "Excess" }).locator("dd").textContent(), "$1,000");
  await page.reload();
  await islandsReady(page);
  assert.equal((await field.inputValue()).replace(/\D/g, ""), String(pending + 1_000));
  assert.equal(await page.locator(".figure", { hasText: "Excess" }).locator("dd").textContent(), "$1,000");
  await field.fill("-5");
  assert.match((await page.locator(".figure", { hasText: "Excess" }).locator("dd").textContent())!, /none/);
  await field.press("Tab");
  await page.locator(".figure", { has: field }).getByText("Enter dollars.").waitFor();
  assert.equal(await field.getAttribute("aria-invalid"), "true");
});

browserTest("saved filters that are opened before hydration load after it", async ({ newPage }) => {
  const page = await newPage(`${site}/healthz`, { cookies: lender });
  const scripts = Promise.withResolvers<void>();
  const script = "**" + t.deps.assets.url("islands/SavedFilters.tsx"), asked = page.waitForRequest(script);
  await page.route(script, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${site}/dashboard/loans`, { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "Saved filters" }).click();
  await page.getByRole("button", { name: "Save this view" }).waitFor();
  await asked;
  scripts.resolve();
  await page.getByText("None yet.").waitFor();
});

browserTest("narrow rows fold into two lines and keep every figure", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { width: 390, cookies: lender });
  const first = rows(page).first();
  const [city, folded] = [await first.locator("td").nth(2).textContent(), first.locator(".row-detail")];
  await first.locator("td").nth(2).waitFor({ state: "hidden" });
  await folded.waitFor();
  assert.match((await folded.textContent())!, new RegExp(`% LTV, ${city}, `));
  // No headings are seen there: a select sorts.
  const order = page.getByLabel("Sort by");
  await order.selectOption({ label: "By amount" });
  await page.waitForURL(/sort=amount-desc/);
  const amounts = (await page.locator("tbody td.row-value").allTextContents()).map((one) => +one.replace(/\D/g, ""));
  assert.deepEqual(amounts, [...amounts].sort((a, b) => b - a));
  await order.selectOption({ label: "Newest first" });
  await page.waitForURL((url) => !url.search.includes("sort="));
});

browserTest("a broker filters and searches own loans, and opens one", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: broker });
  assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Manage Conditions");
  const all = await picks(page).count();
  await page.getByRole("link", { name: "Not Completed" }).click();
  await page.waitForURL(/show=notCompleted/);
  const open = await picks(page).count();
  assert.ok(open > 0 && open < all);
  for (const text of await picks(page).allTextContents()) assert.match(text, /\d+ of \d+/);
  const name = (await picks(page).first().locator("b").textContent())!;
  await page.getByRole("searchbox", { name: "Search by client" }).fill(name);
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=/);
  assert.equal(await picks(page).first().locator("b").textContent(), name);
  await picks(page).first().getByRole("link").click();
  await page.waitForURL(/\/dashboard\/viewloan\/\d+\?q=.*&show=notCompleted$/);
  await page.getByRole("link", { name: "All loans" }).click();
  await page.waitForURL(/\/dashboard\/loans\?q=.*&show=notCompleted$/);
});

browserTest("keys go through the list and its loans, and the palette leads anywhere", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans?sort=city&order=asc`, { cookies: lender });
  await islandsReady(page);
  const ids = await page.locator("tbody input[name=id]").evaluateAll((all) =>
    all.map((box) => box.getAttribute("value"))
  );
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
  await page.locator(`tr:has(input[value="${ids[1]}"]) th a:focus`).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`viewloan\\?id=${ids[1]}&`));
  await islandsReady(page);
  await page.keyboard.press("j");
  await page.waitForURL(new RegExp(`viewloan\\?id=${ids[2]}&`));
  await islandsReady(page);
  const comments = page.locator("#comments textarea").first();
  await comments.focus();
  await page.keyboard.type("jk?/");
  assert.match(await comments.inputValue(), /jk\?\//, "in a field keys are letters");
  await page.getByRole("link", { name: "Back to loans" }).focus();

  await page.keyboard.press("?");
  await sheet.waitFor();
  await assertAccessible(page, "the sheet");
  await sheet.getByRole("checkbox", { name: "Keys without Ctrl are on" }).uncheck();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  const field = palette.getByRole("combobox");
  await palette.getByRole("group", { name: "Recent" }).getByRole("option").first().waitFor();
  assert.equal(await sheet.count(), 0, "single keys are off");
  await assertAccessible(page, "the palette");
  await field.fill("over");
  await palette.getByRole("option", { name: "Overview" }).waitFor();
  await field.fill("priya");
  const found = palette.getByRole("group", { name: "Brokers" }).getByRole("option", { name: /Priya Raman/ });
  await found.waitFor();
  assert.equal(await found.getAttribute("aria-selected"), "true", "before the loans that are theirs");
  await page.keyboard.press("ArrowDown");
  assert.equal(await found.getAttribute("aria-selected"), "false");
  await page.keyboard.press("ArrowUp");
  assert.equal(await found.getAttribute("aria-selected"), "true");
  assert.equal(await field.getAttribute("aria-activedescendant"), await found.getAttribute("id"));
});

browserTest("a broker's palette has their own loans and screens", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: broker });
  const code = (await picks(page).first().innerText()).match(/[A-Z]+-\d+/)![0];
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByRole("option", { name: "Manage Conditions" }).waitFor();
  assert.equal(await palette.getByRole("option", { name: /Manage Brokers|New broker/ }).count(), 0);
  // Enter before the answer opens the first result once it is there.
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  await page.waitForURL(/viewloan\/\d+/);
  await page.getByText(code).filter({ visible: true }).first().waitFor(); // the print's head is hidden
});

browserTest("the lists work without script", async ({ newPage }) => {
  const page = await newPage(`${site}/dashboard/loans`, { cookies: lender, javaScript: false });
  await page.getByRole("searchbox").fill("smithers");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/q=smithers/);
  assert.ok((await codes(page)).every((code) => /Smithers/.test(code)));
  await page.locator("tbody input").first().waitFor({ state: "hidden" }); // no box that does nothing
  await page.getByRole("button", { name: "Export CSV" }).waitFor({ state: "hidden" });
});

browserTest(
  "the whole list is exported as it is filtered and sorted, guarded against formulas",
  async ({ newPage }) => {
    const other = await t.account({ name: "Nadia Khan" });
    const rows = Array.from({ length: EXPORT_SIZE + 30 }, (_, n) => ({
      clientCode: `C-${n}`,
      firstName: n === 0 ? '=HYPERLINK("http://evil.example")' : "Marie-Ève",
      lastName: "Leblanc",
      city: n % 2 ? 'St. "John", N' : "@SUM(1)",
      firstOrSecond: "second",
      newLoanAmount: 50_000 + n,
      ltv: 60,
      shownScore: 2.384,
      brokerId: other.id,
      timestamp: t.now(),
      updatedAt: t.now(),
    }));
    for (let i = 0; i < rows.length; i += 100) await t.deps.db.insert(loans).values(rows.slice(i, i + 100));
    const query = `sort=amount&order=asc&type=second&broker=${other.id}`;
    const page = await newPage(`${site}/dashboard/loans?${query}`, { cookies: lender });
    await islandsReady(page);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "loans-pending-2026-11-20.csv");
    const bytes = await Deno.readFile((await download.path())!);
    assert.deepEqual([...bytes.slice(0, 3)], [0xEF, 0xBB, 0xBF], "the mark of UTF-8");
    const lines = new TextDecoder().decode(bytes).split("\r\n");
    assert.equal(lines[0].replace("\uFEFF", ""), '"Client","Broker","City","Type","Amount","LTV","Risk Rating"');
    assert.equal(lines.length, rows.length + 2, "heads, every loan, and the end of the last line");
    assert.equal(
      lines[1],
      `"C-0 =HYPERLINK(""http://evil.example"") Leblanc","Nadia Khan","'@SUM(1)","Second",50000,"60%",2.38`,
    );
    assert.equal(lines[2], '"C-1 Marie-Ève Leblanc","Nadia Khan","St. ""John"", N","Second",50001,"60%",2.38');
    await says(page, "1,030 loans exported");

    await page.route("**/api/loans/listedloans*", (route) => route.fulfill({ status: 409, json: { response: false } }));
    await page.getByRole("button", { name: "Export CSV" }).click();
    await says(page, "The list could not be loaded.");
  },
);
