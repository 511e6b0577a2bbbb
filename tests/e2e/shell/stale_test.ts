/** Someone else saved first: the one dialog of lists, own details, the application form and a version restored. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { accounts, participants } from "../../../db/schema/mod.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { browserTest } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";
import { answerStaleDialog, staleDialog } from "../../support/stale.ts";

let opened: Site;
let t: TestApp;
let owner: TestAccount, other: TestAccount;

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
  owner = await t.account({ name: "Helen Voss", role: 99 });
  other = await t.account({ name: "Omar Reyes", role: 99 });
});

Deno.test.afterAll(() => opened.close());

const openAs = opener(() => opened.url);
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();

async function asOther(path: string, body: object): Promise<void> {
  t.advance(60_000);
  const { status } = await t.post(path, body, other);
  assert.equal(status, 200, path);
}

browserTest("participants: a row added there stays beside one added here", async (visit) => {
  const loan = await makeLoan(t, { newLoanAmount: 100_000 });
  const page = await openAs(visit, owner, `/dashboard/viewloan?id=${loan.id}`);
  const maple = { name: "Maple Fund", amount: 20_000 };
  await asOther("/api/loans/saveparticipants", { loanId: loan.id, participants: [maple], seen: [] });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Participants" }).click();
  const form = page.getByRole("dialog", { name: "Participants" });
  await form.getByLabel("Name of participant 1").fill("North Trust");
  await form.getByLabel("Amount of participant 1").fill("30000");
  await form.getByRole("button", { name: "Save" }).click();
  await staleDialog(page).getByText("Participants: none → Maple Fund $20,000").waitFor();
  // Its buttons stay in view, so what is read stays where it is when one gets the focus.
  await page.setViewportSize({ width: 390, height: 320 });
  const places = await staleDialog(page).evaluate((one) => {
    one.scrollTop = 20;
    const before = one.scrollTop;
    one.querySelector<HTMLElement>(":scope > footer button")!.focus();
    return [before, one.scrollTop];
  });
  assert.deepEqual(places, [20, 20]);
  await answerStaleDialog(page, "Omar Reyes changed the participants on", "keep mine");
  await form.getByRole("button", { name: "Save" }).click();
  await says(page, "Saved");
  const rows = await t.deps.db.select().from(participants).where(eq(participants.loanId, loan.id));
  assert.deepEqual(rows.map(({ name }) => name).sort(), ["Maple Fund", "North Trust"]);
});

browserTest("conditions: where both changed one, the chosen version counts", async (visit) => {
  const loan = await makeLoan(t, {}, { conditions: [{ id: 5 }, { id: 11 }] });
  const page = await openAs(visit, owner, `/dashboard/viewloan?id=${loan.id}`);
  const read = async () => {
    const answer = await t.post("/api/loans/getbrokerconditions", { loanId: loan.id }, other);
    return JSON.parse((await answer.json()).data.brokerConditions) as { id: number; title: string; note: string }[];
  };
  const loaded = await read();
  const conditions = loaded.map((one) => one.id === 5 ? { ...one, title: "Their lawyer", note: "By fax" } : one);
  await asOther("/api/loans/savebrokerconditions", { loanId: loan.id, conditions, loaded });
  await page.getByRole("button", { name: "Edit list" }).click();
  await page.getByRole("button", { name: "Edit ILA contact info" }).click();
  const form = page.getByRole("dialog", { name: "Edit condition" });
  await form.getByLabel("Title").fill("Our lawyer");
  await form.getByRole("button", { name: "Change" }).click();
  const save = page.getByRole("button", { name: "Save conditions" });
  await save.click();
  const dialog = staleDialog(page);
  await dialog.getByText(/→ By fax$/).waitFor();
  await dialog.getByText("Choose which to keep.").waitFor();
  await assertAccessible(page, "the stale dialog");
  await dialog.getByRole("radio", { name: /^Their lawyer/ }).check();
  await answerStaleDialog(page, "Omar Reyes changed the conditions on", "keep mine");
  await page.locator(".condition-list").getByText("Their lawyer").waitFor();
  assert.equal(await save.count(), 0, "what is theirs is saved already");
  assert.deepEqual((await read()).map(({ title }) => title), ["Their lawyer", loaded[1].title]);
});

browserTest("a person's own details: the lender's change in the meantime stays, page by page", async (visit) => {
  const ann = await t.account({ name: "Ann Lee", license: "M12345678", brokerage: "Old Brokers" });
  const page = await openAs(visit, ann, "/dashboard/accountsettings");
  const account = { id: ann.id, name: "Ann Lee", email: ann.email, username: ann.username, license: "M12345678" };
  await asOther("/api/auth/updateAccount", { ...account, brokerage: "North Brokers", phone: "416-555-0111" });
  await page.getByLabel("Phone").fill("416-555-0122");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  const dialog = staleDialog(page);
  await dialog.getByText("Brokerage: Old Brokers → North Brokers").waitFor();
  await dialog.getByText("Choose which to keep.").waitFor();
  await visit.shot(page, "stale-settings");
  await assertAccessible(page, "the stale dialog");
  await answerStaleDialog(page, "Omar Reyes changed your account on", "keep mine");
  assert.equal(await page.getByLabel("Brokerage", { exact: true }).inputValue(), "North Brokers");
  await save.click();
  await says(page, "Changes Saved");
  await page.getByLabel("Name").fill("  Ann B. Lee ");
  const again = page.waitForResponse("**/api/auth/updateSettings");
  await save.click();
  assert.equal((await again).status(), 200, "a second save follows from the first");
  await page.locator(".btn.user .label").getByText("Ann B. Lee", { exact: true }).waitFor();
  await page.getByLabel("Phone").fill("");
  const third = page.waitForResponse("**/api/auth/updateSettings");
  await save.click();
  assert.equal((await third).status(), 200, "and a third from what the second stored");
  const { name, phone, brokerage } = (await t.deps.db.select().from(accounts).where(eq(accounts.id, ann.id)).get())!;
  assert.deepEqual([name, phone, brokerage], ["Ann B. Lee", "", "North Brokers"]);
});

async function newest(kind: string) {
  const answer = await t.get(`/api/loans/newestsettings?kind=${kind}`, other);
  return (await answer.json()).data as { id: number; body: object };
}

browserTest("the application form: the other's version alone, or mine with theirs", async (visit) => {
  const page = await openAs(visit, owner, "/dashboard/settings?panel=form");
  const { id, body } = await newest("config");
  await asOther("/api/loans/saveconfig", { ...withValue(body, "loanInfo.title", "The loan"), basedOn: id });
  await page.locator("summary").filter({ hasText: "Applicant" }).first().click();
  await page.getByLabel("Label of Phone").fill("Telephone");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await staleDialog(page).getByText(/→ The loan$/).waitFor();
  await answerStaleDialog(page, "Omar Reyes changed the application form on", "keep mine");
  await save.click();
  await says(page, "Saved");
  const config = t.deps.ports.lending().config;
  assert.equal(config.loanInfo.title, "The loan");
  assert.ok(config.applicantInformation.inputs.some(({ label }) => label === "Telephone"));
});

browserTest("a version is restored over another person's save only after a question", async (visit) => {
  const limit = () => t.deps.ports.lending().settings.maxLtv.limit;
  const was = limit();
  const save = async (value: number) => {
    const { id, body } = await newest("settings");
    await asOther("/api/loans/savesettings", { ...withValue(body, "maxLtv.limit", value), basedOn: id });
  };
  const { id: first } = await newest("settings");
  await save(61);
  const page = await openAs(visit, owner, `/dashboard/settings?panel=versions&kind=settings&id=${first}`);
  await save(62);
  const restore = page.getByRole("button", { name: "Restore this version" });
  const dialog = staleDialog(page);
  await restore.click();
  await dialog.getByText("Omar Reyes changed the settings on").waitFor();
  await dialog.getByText("Max LTV: Limit: 61% → 62%").waitFor();
  await assertAccessible(page, "the stale dialog");
  await dialog.getByRole("button", { name: "Keep theirs, compare again" }).click();
  await page.locator(".compare").getByText("62%").waitFor();
  assert.equal(limit(), 62, "nothing was restored");
  await save(63);
  await restore.click();
  await dialog.getByRole("button", { name: "Restore over it" }).click();
  await says(page, "Changes Saved!");
  assert.equal(limit(), was);
});
