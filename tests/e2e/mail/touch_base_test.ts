/** The touch-base modal: its queue, templates and settings (loans specification 2.9 and 4.7). */
import assert from "node:assert/strict";
import { touchBaseConfig, touchBaseQueue } from "../../../db/schema/mod.ts";
import { TOUCH_BASE_DEFAULTS } from "../../../lib/domain/mail/touch_base.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
let cookies: Record<string, string>;
const HOUR = 3_600_000;

Deno.test.beforeAll(async () => {
  opened = await openSite({ LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });
  const { t } = opened;
  const staff = await t.account({ role: 9, name: "Ines Duarte" });
  cookies = Object.fromEntries([staff.cookie.split("=")]);
  await t.deps.db.update(touchBaseConfig).set({ TOUCH_BASE_ENABLED: true });
  for (const [i, name] of ["Priya Raman", "Marc Desjardins"].entries()) {
    const { id } = await t.account({ name, touchBaseEmails: true });
    await t.deps.db.insert(touchBaseQueue).values({
      accountId: id,
      rating: i === 0 ? "elite" : "green",
      queuedAt: t.now() - 2 * HOUR,
      ...(i === 1 && { sent: 1, skip: 1, why: "blacklist", sentDate: t.now() - HOUR }),
    });
  }
});
Deno.test.afterAll(() => opened.close());

browserTest(
  "a template is written, sorted and saved; settings confirm a save; a mail is skipped",
  async (visit) => {
    const page = await visit.newPage(`${opened.url}/dashboard/emails`, { cookies });
    await islandsReady(page);
    const toast = (text: string) => page.locator("#toasts .toast").filter({ hasText: text }).first().waitFor();
    await page.getByRole("button", { name: "Touch-base" }).click();
    const dialog = page.locator("#touch-base");
    await dialog.getByText("Waiting for a template").waitFor();
    await dialog.getByText("On the blacklist").waitFor();
    await assertAccessible(page, "the touch-base queue");
    await visit.shot(page, "touch-queue");

    await dialog.getByRole("tab", { name: /Queue/ }).press("ArrowRight");
    await dialog.getByRole("tabpanel", { name: "Templates" }).getByText("Elite", { exact: true }).click();
    await dialog.getByRole("button", { name: "Add template" }).click();
    await dialog.getByRole("button", { name: "Save templates" }).click();
    await dialog.getByText("Subject is required!").waitFor();
    await dialog.getByLabel("Subject").fill("Lunch on us, {firstName}");
    await dialog.getByRole("button", { name: "Add template" }).click();
    await dialog.getByLabel("Subject").fill("A word on your pipeline");
    await dialog.getByRole("button", { name: "Move A word on your pipeline up" }).click();
    await assertAccessible(page, "the touch-base templates");
    await visit.shot(page, "touch-templates");
    await dialog.getByRole("button", { name: "Save templates" }).click();
    await toast("Changes Saved!");
    await dialog.getByRole("button", { name: "Lunch on us", exact: false }).first().click();
    await dialog.getByText("Preview", { exact: true }).click();
    await dialog.getByText("Lunch on us, Priya").waitFor();
    await dialog.getByRole("tab", { name: /Queue/ }).click();
    await dialog.getByText("Sending in 5 hours").waitFor();

    await dialog.getByRole("tab", { name: "Settings" }).click();
    await dialog.getByLabel("Then wait").fill("5");
    await dialog.getByText("5 hours", { exact: true }).waitFor();
    await dialog.getByLabel("Not again for").fill("0");
    await dialog.getByRole("button", { name: "Save settings" }).click();
    await dialog.getByText("Enter a whole number from 1 to 3,650.").waitFor();
    await dialog.getByLabel("Not again for").fill("30");
    await assertAccessible(page, "the touch-base settings");
    await visit.shot(page, "touch-settings");
    const saved = page.waitForResponse(/\/updatetouchbase$/);
    await dialog.getByRole("button", { name: "Save settings" }).click();
    assert.equal((await saved).status(), 200);

    await dialog.getByRole("tab", { name: /Queue/ }).click();
    await dialog.getByText("Sending in 3 hours").waitFor();
    await dialog.getByRole("button", { name: "Skip the mail to Priya Raman" }).click();
    await page.getByRole("dialog").filter({ hasText: "Skip email?" }).getByRole("button", { name: "Skip" }).click();
    await toast("Email Skipped");
    await dialog.getByText("Skipped", { exact: false }).nth(1).waitFor();
    const data = await (await opened.t.get("/api/loans/touchbasedata", {
      ...(await opened.t.account({ role: 9 })),
    })).json();
    assert.deepEqual(JSON.parse(data.data.eliteTemplates).map((one: { subject: string }) => one.subject), [
      "A word on your pipeline",
      "Lunch on us, {firstName}",
    ]);
  },
);

browserTest("a deleted template comes back by Undo", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/dashboard/emails#touch-base`, { cookies });
  await page.getByRole("tab", { name: "Templates" }).click();
  await page.getByRole("tabpanel", { name: "Templates" }).getByText("Elite", { exact: true }).click();
  const list = page.getByRole("list", { name: "Templates" });
  await list.getByText("Lunch on us").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await list.getByText("Lunch on us").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await list.getByText("Lunch on us").waitFor();
  await page.getByRole("button", { name: "Undo", disabled: true }).waitFor();
  assert.equal(await page.getByText("Not saved yet").count(), 0);
});

browserTest("the modal fits a phone, and shows that its data could not be read", async ({ newPage, shot }) => {
  const page = await newPage(`${opened.url}/dashboard/emails`, { cookies, width: 390 });
  await islandsReady(page);
  await page.route("**/api/loans/touchbasedata", (route) => route.fulfill({ status: 403, body: "{}" }), { times: 1 });
  await page.getByRole("button", { name: "Touch-base" }).click();
  await page.getByText("Touch base settings Fetch failed").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("tab", { name: /Queue/ }).waitFor();
  await assertNoSidewaysScroll(page);
  await shot(page, "touch-queue-phone");
  await page.getByRole("tab", { name: "Templates" }).click();
  await assertAccessible(page, "touch-base templates on a phone");
  await shot(page, "touch-templates-phone");
  await page.getByRole("tab", { name: "Settings" }).click();
  await assertNoSidewaysScroll(page);
  await shot(page, "touch-settings-phone");
});

browserTest("an address opens the modal once: a reload leaves it closed", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/dashboard/emails#touch-base`, { cookies });
  await page.getByRole("tab", { name: /Queue/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await islandsReady(page);
  assert.equal(new URL(page.url()).hash, "");
  assert.equal(await page.locator("#touch-base").isVisible(), false);
});

browserTest("its tabs stay where they are, and none of the settings stands alone in a row", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/dashboard/emails#touch-base`, { cookies });
  const dialog = page.locator("#touch-base");
  const tops: number[] = [];
  for (const name of ["Queue", "Templates", "Settings"]) {
    await dialog.getByRole("tab", { name }).click();
    await dialog.getByRole("tabpanel", { name }).waitFor();
    tops.push((await dialog.getByRole("tab", { name }).boundingBox())!.y);
  }
  assert.deepEqual(tops, [tops[0], tops[0], tops[0]]);
  const rows = new Map<number, number>();
  for (const label of ["Interactions", "Within", "Then wait", "Not again for"]) {
    const { y } = (await dialog.getByLabel(label).boundingBox())!;
    rows.set(y, (rows.get(y) ?? 0) + 1);
  }
  assert.deepEqual([...rows.values()], [2, 2]);
});

browserTest("a skip and the switch are known behind the modal at once", async ({ newPage }) => {
  const { t, url } = opened;
  await t.post("/api/loans/createemail", { name: "Rates" }, await t.account({ role: 9 }));
  const { id } = await t.account({ name: "Ann Lee", touchBaseEmails: true });
  await t.deps.db.insert(touchBaseQueue).values({ accountId: id, rating: "green", queuedAt: t.now() });
  const page = await newPage(`${url}/dashboard/emails`, { cookies });
  await islandsReady(page);
  const behind = page.locator(".strip .figure").filter({ hasText: "Touch-base" }).locator("dd");
  const waiting = Number.parseInt((await behind.textContent())!);
  await page.getByRole("button", { name: "Touch-base" }).click();
  await page.getByRole("button", { name: "Skip the mail to Ann Lee" }).click();
  await page.getByRole("dialog").filter({ hasText: "Skip email?" }).getByRole("button", { name: "Skip" }).click();
  await behind.getByText(`${waiting - 1} waiting`).waitFor();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("switch").or(page.getByRole("tabpanel").getByRole("checkbox")).first().click();
  await page.getByRole("button", { name: "Save settings" }).click();
  await behind.getByText("Off").waitFor();
});

browserTest("opened again it shows what a colleague saved meanwhile, but for what is being edited", async (visit) => {
  const { t, url } = opened;
  const page = await visit.newPage(`${url}/dashboard/emails#touch-base`, { cookies });
  const dialog = page.locator("#touch-base"), wait = dialog.getByLabel("Then wait");
  const colleague = await t.account({ role: 9, name: "Jo Park" });
  const save = async (EMAIL_DELAY: number) => {
    t.advance(1000);
    const config = { ...TOUCH_BASE_DEFAULTS, TOUCH_BASE_ENABLED: true, EMAIL_DELAY };
    assert.equal((await t.post("/api/loans/updatetouchbase", { config }, colleague)).status, 200);
  };
  const again = async () => {
    await page.keyboard.press("Escape");
    const read = page.waitForResponse((response) => response.url().includes("touchbasedata"));
    await page.getByRole("button", { name: "Touch-base" }).click();
    await read;
  };
  await dialog.getByRole("tab", { name: "Settings" }).click();
  await wait.waitFor();
  await save(31);
  await again();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#touch-EMAIL_DELAY")?.value === "31");
  await wait.fill("32");
  await save(33);
  await again();
  assert.equal(await wait.inputValue(), "32", "what was typed stays");
});
