/** Refused acts of servicing in a low window of a phone, all names of 90 characters: said where the act is, in view. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright";
import { loans } from "../../../db/schema/mod.ts";
import { PASSWORD, type TestAccount } from "../../support/app.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { fillWithDemo } from "../../support/demo.ts";
import { lengthenNames, LONG_NAME } from "../../support/long_names.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
let owner: TestAccount;
let funded: number;

Deno.test.beforeAll(async () => {
  site = await openSite();
  await fillWithDemo(site.t, PASSWORD);
  owner = await site.t.account({ name: "Robert Calder", role: 99 });
  const rows = await site.t.deps.db.select().from(loans);
  funded = rows.find(({ adminComSelect }) => adminComSelect === "Funded")!.id;
  await lengthenNames(site.t);
});
Deno.test.afterAll(() => site.close());

const openAs = opener(() => site.url);
const LOW = { width: 390, height: 420 };
const REASON = `This was taken back meanwhile by ${LONG_NAME}.`;

const refuse = (page: Page, call: string) =>
  page.route(
    `**/api/loans/${call}`,
    (route) => route.fulfill({ status: 409, json: { response: false, reason: REASON } }),
  );

/** Fails unless the middle of it can be seen: it is in the window, and nothing lies over it. */
async function assertSeen(one: Locator): Promise<void> {
  await one.waitFor();
  const seen = await one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (element.contains(there) || there.contains(element) && there !== document.body);
  });
  assert.ok(seen, "it lies under something or out of the window");
}

browserTest("a refused return of a payment shows in the dialog, once and in view", async (visit) => {
  const page = await openAs(visit, owner, `/dashboard/loanledger?id=${funded}`, LOW);
  await refuse(page, "returnpayment");
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("NSF fee").fill("5");
  await dialog.getByRole("button", { name: "Return payment" }).click();
  await assertSeen(dialog.getByRole("alert").filter({ hasText: LONG_NAME }));
  assert.equal(await page.locator(".toast[data-kind=bad]").count(), 0, "said once");
  await assertAccessible(page, "a refused return");
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

browserTest("who takes back a payment due reads that its interest goes with it", async (visit) => {
  const page = await openAs(visit, owner, `/dashboard/loanledger?id=${funded}`);
  await page.getByRole("button", { name: /^Undo Payment due/ }).first().click();
  await page.getByRole("dialog").getByText("It is not posted again: its interest is not owed any more.").waitFor();
});

browserTest("a maturity plan that failed to save shows the error at the choice", async (visit) => {
  const page = await openAs(visit, owner, "/dashboard/servicing?view=maturities&within=all", LOW);
  await refuse(page, "planmaturity");
  const row = page.locator("tr", { has: page.locator(".maturity-plan") }).first();
  // The choice wakes once it is near the window, where a person has it before they choose.
  await row.scrollIntoViewIfNeeded();
  await row.locator("is-land[data-ready]:has(.maturity-plan)").waitFor({ state: "attached" });
  const nameOf = () => row.getByRole("link").first().evaluate((link) => link.getBoundingClientRect().width);
  const before = await nameOf();
  const choice = row.getByRole("combobox");
  await choice.selectOption({ index: 1 });
  await row.getByRole("alert").filter({ hasText: LONG_NAME }).waitFor();
  assert.equal(await choice.getAttribute("aria-invalid"), "true");
  // But for the gap beside the choice.
  assert.ok(await nameOf() >= before - 8, `the name has ${await nameOf()} of ${before} pixels left`);
  assert.equal(await page.locator(".toast[data-kind=bad]").count(), 0, "said once");
  await assertNoSidewaysScroll(page);
  await visit.shot(page, "plan-refused");
  await page.unroute("**/api/loans/planmaturity");
  await choice.selectOption({ index: 1 });
  await row.getByText("Saved").waitFor();
  assert.equal(await row.locator(".error").count(), 0);
});
