/**
 * A list's filters apply by themselves: what is chosen is shown, the field in use stays in use, and Back leads back.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, type PageOptions, type Visit } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site, t: TestApp, helen: TestAccount;
let staff: Record<string, string>, broker: Record<string, string>;

const cookies = (header: string) => Object.fromEntries([header.split(";")[0].split("=") as [string, string]]);

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
  const priya = await t.account({ name: "Priya Raman" });
  helen = await t.account({ name: "Helen Voss", role: ROLE.administrator });
  staff = cookies(helen.cookie);
  broker = cookies(priya.cookie);
  for (const [firstName, firstOrSecond] of [["Ann", "first"], ["Anna", "second"], ["Bert", "second"]]) {
    await makeLoan(t, { firstName, lastName: "Lee", firstOrSecond, brokerId: priya.id });
  }
});

Deno.test.afterAll(() => opened.close());

const open = (visit: Visit, path: string, who: Record<string, string>, options: PageOptions = {}) =>
  visit.newPage(opened.url + path, { cookies: who, ...options });
/** The preview of an email is a frame without scripts. */
const NO_SCRIPT = [/Blocked script execution in '[^']*previewemail/];
const rows = (page: Page) => page.locator("tbody tr");
const search = (page: Page) => page.getByRole("searchbox");

/** The page at this query, with focus in the field of this name. */
async function at(page: Page, query: string, field?: string): Promise<void> {
  await page.waitForURL((url) => url.search === query);
  if (field) await page.waitForFunction((name) => document.activeElement?.getAttribute("name") === name, field);
}

browserTest(
  "a choice applies at once, keeps its focus and the other choices, and Back undoes it",
  async (visit) => {
    const page = await open(visit, "/dashboard/loans?sort=amount", staff);
    assert.equal(await page.getByRole("button", { name: "Apply" }).count(), 0);
    await page.getByLabel("Type").focus();
    await page.getByLabel("Type").selectOption("second");
    await at(page, "?type=second&sort=amount-desc", "type");
    assert.equal(await rows(page).count(), 2);
    await page.getByLabel("Risk").selectOption("red");
    await page.waitForURL(/risk=red/);
    await page.goBack();
    await at(page, "?type=second&sort=amount-desc");
    assert.deepEqual([await page.getByLabel("Risk").inputValue(), await rows(page).count()], ["", 2]);
    await page.goBack();
    await at(page, "?sort=amount");
    assert.deepEqual([await page.getByLabel("Type").inputValue(), await rows(page).count()], ["", 3]);
  },
);

browserTest("a search applies while it is typed, keeps the caret, and is one history entry", async (visit) => {
  const page = await open(visit, "/dashboard/loans", staff);
  const before = await page.evaluate(() => history.length);
  await search(page).focus();
  await page.keyboard.type("ann");
  await at(page, "?q=ann", "q");
  assert.equal(await rows(page).count(), 2);
  await page.keyboard.type("a");
  await at(page, "?q=anna", "q");
  assert.equal(await rows(page).count(), 1);
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await at(page, "?q=nna", "q");
  assert.equal(await search(page).evaluate((field: HTMLInputElement) => field.selectionStart), 0);
  await search(page).fill("");
  await at(page, "", "q");
  assert.equal(await rows(page).count(), 3);
  await search(page).fill("bert");
  await at(page, "?q=bert", "q");
  assert.equal(await page.evaluate(() => history.length), before + 1);
  await page.goBack();
  await at(page, "");
  assert.deepEqual([await search(page).inputValue(), await rows(page).count()], ["", 3]);
});

browserTest("Enter applies a search at once, and does nothing where the result is shown already", async (visit) => {
  const page = await open(visit, "/dashboard/loans?type=second", staff);
  await search(page).fill("anna");
  await search(page).press("Enter");
  await at(page, "?q=anna&type=second", "q");
  assert.equal(await rows(page).count(), 1);
  await page.evaluate(() => document.body.dataset.stays = "");
  await search(page).press("Enter");
  await page.getByLabel("Type").selectOption("");
  await at(page, "?q=anna", "type");
  assert.equal(
    await page.locator("body[data-stays]").count(),
    0,
    "the choice led to another page, Enter alone to none",
  );
});

browserTest("a broker's own list searches while it is typed, within the chosen completion", async (visit) => {
  const page = await open(visit, "/dashboard/loans?show=notCompleted", broker);
  assert.equal(await page.getByRole("button", { name: "Apply" }).count(), 0);
  await search(page).fill("bert");
  await at(page, "?show=notCompleted&q=bert", "q");
});

for (const width of [1280, 390]) {
  browserTest(`filters of loans and accounts apply at ${width} px`, async (visit) => {
    const page = await open(visit, "/dashboard/brokers", staff, { width });
    assert.equal(await page.getByRole("button", { name: "Apply" }).count(), 0);
    await page.getByLabel("Rating").selectOption("red");
    await at(page, "?rating=red");
    await page.getByText("No account matches").waitFor();
    await page.getByLabel("Rating").selectOption("");
    await at(page, "");
    await search(page).fill("priya");
    await at(page, "?q=priya", "q");
    assert.deepEqual(await page.locator("tbody th").allTextContents(), ["Priya Raman"]);
    await visit.shot(page, `filters-accounts-${width}`);
    await assertNoSidewaysScroll(page);
    await assertAccessible(page, `accounts, filtered, at ${width}`);
    await page.goto(`${opened.url}/dashboard/loans`);
    await page.getByLabel("Type").selectOption("second");
    await at(page, "?type=second");
    await visit.shot(page, `filters-loans-${width}`);
    await assertNoSidewaysScroll(page);
  });
}

browserTest("a phone's lists, which have no headings, offer each order of them", async (visit) => {
  assert.equal((await t.post("/api/loans/createemail", { name: "First sheet" }, helen)).status, 200);
  const page = await open(visit, "/dashboard/emails", staff, { width: 390 });
  for (const [path, order] of [["emails", "opened"], ["servicing", "balance"], ["servicing?view=loans", "next"]]) {
    await page.goto(`${opened.url}/dashboard/${path}`);
    const select = page.getByLabel("Sort by");
    const offered = (await select.locator("option").evaluateAll((all) =>
      all.map((one) => (one as HTMLOptionElement).value)
    ))
      .map((value) => value.split("-")[0]);
    const edges = await page.locator(".topbar .btn:not(.primary)").evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).borderTopColor)
    );
    assert.deepEqual(new Set(edges), new Set(["rgba(0, 0, 0, 0)"]), "icons without gaps have no boxes that touch");
    assert.ok(offered.includes(order) && offered.includes(""), `${path}: ${offered}`);
    await select.selectOption({ index: offered.indexOf(order) });
    await page.waitForURL(new RegExp(`sort=${order}-`));
    assert.equal(
      await page.getByLabel("Sort by").evaluate((one: HTMLSelectElement) => one.selectedIndex),
      offered.indexOf(order),
    );
  }
});

browserTest("a phone's row of tabs shows the one that is open", async (visit) => {
  const inSight = (page: Page) =>
    page.locator(".tabs [aria-current]").evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  const page = await open(visit, "/dashboard/loans?status=Trash", staff, { width: 390, expect: NO_SCRIPT });
  assert.ok(await inSight(page), "a list's");
  const { data: { id } } = await (await t.post("/api/loans/createemail", { name: "Read to its end" }, helen)).json();
  await page.goto(`${opened.url}/dashboard/viewemail?id=${id}`);
  await page.locator(".tabs [aria-current]", { hasText: "Message" }).waitFor();
  await page.locator("#preview").evaluate((part) => part.scrollIntoView());
  await page.locator(".tabs [aria-current]", { hasText: "Preview" }).waitFor();
  assert.ok(await inSight(page), "a long page's, as it is read");
});

browserTest("without script the filters have a button", async (visit) => {
  const page = await open(visit, "/dashboard/loans?sort=amount", staff, { javaScript: false });
  await page.getByLabel("Type").selectOption("first");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/type=first.*sort=amount-desc/);
  assert.equal(await rows(page).count(), 1);
});

const UNCHANGED = "No connection. The list is unchanged.";
const said = (page: Page) => page.locator("form[data-applies] [role=status]").textContent();
/** Waits until the form's status line says this. */
const untilSaid = (page: Page, text: string) =>
  page.waitForFunction(
    (text) => document.querySelector("form[data-applies] [role=status]")?.textContent === text,
    text,
  );

browserTest("a search without a connection keeps the page, says so, and applies once there is one", async (visit) => {
  assert.equal((await t.post("/api/loans/createemail", { name: "Rate sheet" }, helen)).status, 200);
  const lists = ["loans", "servicing", "brokers", "emails", "outbox"];
  for (const [who, list] of [...lists.map((list) => [staff, list] as const), [broker, "loans"] as const]) {
    const page = await open(visit, `/dashboard/${list}`, who, { expect: [/ERR_INTERNET_DISCONNECTED/] });
    await page.evaluate(() => document.body.dataset.stays = "");
    await page.context().setOffline(true);
    await search(page).pressSequentially("a");
    await untilSaid(page, UNCHANGED);
    assert.equal(await page.locator("body[data-stays]").count(), 1, list);
    assert.equal(new URL(page.url()).search, "", list);
    await page.context().setOffline(false);
    await at(page, "?q=a", "q");
    assert.equal(await said(page), "", list);
  }
});

browserTest(
  "a search that met no server is tried again at the next letter, and forgotten with its text",
  async (visit) => {
    const page = await open(visit, "/dashboard/loans", staff, { width: 390, expect: [/ERR_FAILED/] });
    await page.route("**/healthz", (route) => route.abort());
    await search(page).pressSequentially("a");
    await untilSaid(page, UNCHANGED);
    await visit.shot(page, "filters-no-connection-390");
    await assertNoSidewaysScroll(page);
    await assertAccessible(page, "loans without a connection");
    await search(page).press("Backspace");
    await untilSaid(page, "");
    await page.getByLabel("Type").selectOption("second");
    await untilSaid(page, UNCHANGED);
    await page.unroute("**/healthz");
    await search(page).pressSequentially("ann");
    await at(page, "?q=ann&type=second", "q");
    assert.equal(await rows(page).count(), 1);
  },
);
