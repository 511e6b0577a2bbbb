/**
 * The settings' offer to compute loans anew, as it stands there when the screen opens: nothing was saved on this visit;
 * and where its bar stands.
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let admin: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite();
  admin = await site.t.account({ role: 9, name: "Helen Voss" });
});
Deno.test.afterAll(() => site.close());

browserTest("recomputing loans of earlier settings is offered when the screen opens, and not once it is done", async (
  { newPage },
) => {
  const { t } = site;
  const today = await makeLoan(t);
  const earlier = [
    await makeLoan(t, { finalScore: 0.1, shownScore: 0.1 }),
    await makeLoan(t, { finalScore: 0.2, shownScore: 0.2 }),
  ];
  await makeLoan(t, { finalScore: 0.3, shownScore: 0.3, adminComSelect: "Declined" });
  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}/dashboard/settings?panel=rating`, { cookies });
  const offer = page.locator("p", {
    hasText: "2 pending loans of 3 are saved with a score or rate of earlier settings.",
  });
  await offer.getByText(/Computing anew takes the WARR of all pending loans from \d\.\d\d to \d\.\d\d\./).waitFor();
  await offer.getByRole("button", { name: "Compute anew 2 pending loans" }).press("Enter");
  await page.locator("#toasts .toast").filter({ hasText: "2 pending loans computed anew" }).waitFor();
  await offer.waitFor({ state: "detached" });
  assert.equal(await page.locator(".save-status:focus").count(), 1, "the keyboard stays where the offer was");
  for (const { id } of earlier) {
    const row = await t.deps.db.select().from(loans).where(eq(loans.id, id)).get();
    assert.equal(row!.finalScore, today.finalScore);
  }
  const asked = page.waitForResponse((answer) => answer.url().endsWith("/api/loans/outdatedloans"));
  await page.reload();
  assert.deepEqual((await (await asked).json()).data.ids, []);
  await islandsReady(page);
  assert.equal(await offer.count(), 0);
});

browserTest("where the server does not answer which loans are outdated, nothing is offered and no error shows", async (
  { newPage },
) => {
  await makeLoan(site.t, { finalScore: 0.1, shownScore: 0.1 });
  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}/healthz`, { cookies, expect: [/ERR_FAILED/] });
  await page.route("**/api/loans/outdatedloans", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/loans/outdatedloans"));
  await page.goto(`${site.url}/dashboard/settings?panel=rating`);
  await failed;
  await islandsReady(page);
  assert.equal(await page.getByRole("button", { name: /^Compute anew/ }).count(), 0);
  assert.equal(await page.locator("#toasts .toast").count(), 0);
});

browserTest("the bar that saves stands at the window's end, whatever is open above it", async ({ newPage }) => {
  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    const page = await newPage(`${site.url}/dashboard/settings?panel=form`, { cookies, width, height });
    await islandsReady(page);
    const end = () => page.locator(".review").evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
    assert.equal(await end(), height, "all sections closed");
    await page.locator("main details > summary").first().click();
    assert.equal(await end(), height, "one open");
    await page.close();
  }
});

browserTest("loans marked as of earlier settings fit the list at every width", async ({ newPage, shot }) => {
  const broker = await site.t.account({ name: "Sofia Marchetti-Fairweather" });
  for (let i = 0; i < 4; i++) {
    await makeLoan(site.t, {
      brokerId: broker.id,
      brokerName: broker.name,
      firstName: "Alexandrina",
      lastName: "Featherstone",
      city: "Niagara-on-the-Lake",
      newLoanAmount: 1_250_000,
      finalScore: 0.1,
      shownScore: i % 2 === 0 ? 7.77 : 4.44,
      settingsVersionId: null,
    });
  }
  const cookies = Object.fromEntries([admin.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}/dashboard/loans`, { cookies });
  await page.locator(".loan-rows small").first().waitFor();
  for (const width of [390, 800, 815, 830, 860, 993, 1003, 1010, 1040, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await assertNoSidewaysScroll(page);
    await shot(page, `loans-earlier-${width}`);
  }
});
