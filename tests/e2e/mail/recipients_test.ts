/** Whom an email reaches: the number and the names that are shown before it goes out. */
import assert from "node:assert/strict";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

const DAY = 86_400_000;
/** The preview's frame runs no script, and this test ends calls. */
const EXPECTED = [/Blocked script execution in '[^']*previewemail/, /Failed to load resource/];

let site: Site, staff: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite({ LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });
  await site.t.deps.mailWorker.stop();
  staff = await site.t.account({ role: 9, name: "Ines Duarte", email: "ines@lender.example" });
  await site.t.account({ name: "Ann Lee", email: "ann@broker.example", touchBaseEmails: true, rating: "elite" });
  await site.t.account({ name: "Bea Roy", email: "bea@broker.example", touchBaseEmails: true, rating: "green" });
});
Deno.test.afterAll(() => site.close());

browserTest(
  "an email's recipients are counted again before it is sent, and a failed count is shown",
  async ({ newPage }) => {
    const { data: { id } } = await (await site.t.post("/api/loans/createemail", { name: "Counted" }, staff)).json();
    const text = {
      id,
      name: "Counted",
      subject: "Rates",
      preview: "",
      body: "They fell.",
      type: "static",
      everyDays: 7,
    };
    const saved = await site.t.post(
      "/api/loans/updateemail",
      { ...text, sendAt: site.t.now() + DAY, audience: {} },
      staff,
    );
    assert.equal(saved.status, 200);
    const page = await newPage(`${site.url}/dashboard/viewemail?id=${id}`, {
      cookies: Object.fromEntries([staff.cookie.split("=") as [string, string]]),
      expect: EXPECTED,
    });
    await islandsReady(page);
    const folds = await page.locator("summary").evaluateAll((all) => all.map((one) => getComputedStyle(one).display));
    assert.deepEqual(new Set(folds), new Set(["flex"]), "a fold has the portal's chevron, not the browser's triangle");
    const reached = page.getByText(/^\d+ of \d+ brokers? gets? it\./);
    const reaches = (words: string) => reached.filter({ hasText: words }).waitFor();
    await reaches("2 of 2 brokers");
    const call = "**/api/loans/emailrecipients";
    await page.route(call, (route) => route.abort());
    await page.getByText("Filtered").click();
    await page.getByLabel("Green").check();
    await page.getByText("Its recipients could not be counted. Try again.").waitFor();
    assert.equal(await reached.count(), 0, "no figure of another choice");
    await page.unroute(call);
    await page.getByRole("button", { name: "Try again" }).click();
    await reaches("1 of 1 broker");
    await page.getByLabel("Activity").selectOption("active");
    const days = page.getByLabel("Days", { exact: true });
    await days.press("Backspace");
    await days.press("Backspace");
    await days.pressSequentially("30");
    assert.equal(await days.inputValue(), "30", "an emptied box stays empty while it is typed in");
    await page.getByText("All brokers", { exact: true }).click();
    await reaches("2 of 2 brokers");
    await site.t.account({ name: "Dina New", email: "dina@broker.example", touchBaseEmails: true });
    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await page.getByRole("dialog").getByText("It goes to 3 brokers").waitFor();
  },
);
