/** The submission form in two windows, after a session, without an answer, after a mistake, and after a reload. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import type { Page } from "playwright";
import { loans, submissionDrafts } from "../../../db/schema/mod.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { APPLICATION, PDF } from "../../support/application.ts";
import { continueDraft, enterApplication } from "../../support/application_form.ts";
import { browserTest, islandsReady, type Visit } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

let opened: Site;
let t: TestApp;
let form = "";

Deno.test.beforeAll(async () => {
  opened = await openSite();
  t = opened.t;
  form = `${opened.url}/dashboard/submitloan`;
});

Deno.test.afterAll(() => opened.close());

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const trouble = (page: Page) => page.locator(".review .trouble");
const kept = (page: Page) => page.getByText(/^Draft saved, \d\d:\d\d$/);

async function open(newPage: Visit["newPage"], who: TestAccount): Promise<Page> {
  const cookies = Object.fromEntries([who.cookie.split("=") as [string, string]]);
  const page = await newPage(form, { cookies, expect: [/ERR_FAILED/] });
  await islandsReady(page);
  return page;
}

/** Waits until the server keeps the whole form: slow typing is kept in parts, and the page says so for each. */
async function keptWhole(page: Page, who: TestAccount): Promise<void> {
  await until("the whole form to be kept", async () => {
    const row = await t.deps.db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, who.id)).get();
    return row && JSON.parse(row.entries).exit === "Yes";
  });
  await kept(page).waitFor();
}

/** Another tab of the same browser. */
async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(form);
  await islandsReady(tab);
  return tab;
}

async function fillAll(page: Page): Promise<void> {
  await enterApplication(page, APPLICATION);
  await page.getByRole("radio", { name: "Yes" }).first().check();
}

async function complete(page: Page): Promise<void> {
  await button(page, "Submission Review").click();
  await page.locator("#summary[open]").getByText("Yes", { exact: true }).click();
  await button(page, "Complete Submission").click();
}

browserTest("a second window of a submitted form gets no confirmation of its own entries", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  await fillAll(page);
  await keptWhole(page, broker);
  const other = await secondTab(page);
  await continueDraft(other);
  await complete(page);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await field(other, "lastName").fill("Tremblay");
  await trouble(other).getByText("Not saved: This form was already submitted.").waitFor();
  await complete(other);
  await other.getByRole("alert").getByText(/already submitted as SMI-\d+ with other entries/).waitFor();
  assert.equal(await field(other, "lastName").inputValue(), "Tremblay");
  const stored = await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id));
  assert.deepEqual(stored.map(({ lastName }) => lastName), ["Smithers"]);
});

browserTest(
  "what was kept after the page was made is continued too, as a reload's last edits are",
  async ({ newPage }) => {
    const broker = await t.account();
    const page = await open(newPage, broker);
    await field(page, "lastName").fill("Smithers");
    await kept(page).waitFor();
    const other = await secondTab(page);
    await field(page, "city").fill("Embrun");
    await until("the city to be kept", async () => {
      const row = await t.deps.db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, broker.id))
        .get();
      return row && JSON.parse(row.entries).entries.city === "Embrun";
    });
    await continueDraft(other);
    assert.deepEqual([await field(other, "city").inputValue(), await field(other, "lastName").inputValue()], [
      "Embrun",
      "Smithers",
    ]);
    await field(other, "firstName").fill("Anne");
    await kept(other).waitFor();
    assert.equal(await trouble(other).innerText(), "");
  },
);

browserTest("two windows do not overwrite each other's draft", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  const other = await secondTab(page);
  await field(page, "lastName").fill("Smithers");
  await kept(page).waitFor();
  await field(other, "lastName").fill("Tremblay");
  await trouble(other).getByText("Not saved: Another unfinished application for Smithers is kept already.").waitFor();
  assert.equal(await kept(other).count(), 0);
  const [draft] = await t.deps.db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, broker.id));
  assert.equal(JSON.parse(draft.entries).entries.lastName, "Smithers");
});

browserTest(
  "an expired session loses nothing: the form says so, and continues after sign-in",
  async ({ newPage }) => {
    const broker = await t.account();
    const page = await open(newPage, broker);
    await fillAll(page);
    await keptWhole(page, broker);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await field(page, "firstName").fill("Dan");
    await trouble(page).getByText("Not saved: You are signed out.").waitFor();
    assert.equal(await kept(page).count(), 0, "no claim that the draft is kept");
    const link = trouble(page).getByRole("link", { name: /Sign in/ });
    assert.deepEqual([await link.getAttribute("href"), await link.getAttribute("target")], ["/login", "_blank"]);
    await button(page, "Submission Review").click();
    await trouble(page).getByText(/^You are signed out/).waitFor();
    await page.context().addCookies(cookies);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await kept(page).waitFor();
    await complete(page);
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    const [loan] = await t.deps.db.select().from(loans).where(eq(loans.brokerId, broker.id));
    assert.equal(loan.firstName, "Dan");
  },
);

browserTest("a review without an answer shows an error, also after an earlier review", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await fillAll(page);
  await button(page, "Submission Review").click();
  await button(page, "Make Corrections").click();
  await page.route("**/api/loans/testloan", (route) => route.abort());
  await button(page, "Submission Review").click();
  await trouble(page).getByText("The server did not respond. Nothing is lost; try again.").waitFor();
  await field(page, "firstName").fill("Daniel");
  assert.equal(await trouble(page).textContent(), "", "the next edit takes it away");
  await page.unroute("**/api/loans/testloan");
  await button(page, "Submission Review").click();
  await page.locator("#summary[open]").waitFor();
});

browserTest("an error found by the server alone stands at its field and in the bar", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await fillAll(page);
  await field(page, "comments").fill("Pasted\u000bfrom a letter");
  await button(page, "Submission Review").click();
  await page.locator("#f-comments-e").getByText("This has characters that cannot be stored. Type it again.").waitFor();
  await trouble(page).getByText("This has characters that cannot be stored. Type it again.").waitFor();
  await field(page, "comments").fill("Pasted from a letter");
  assert.equal(await page.locator("#f-comments-e").count(), 0);
  assert.equal(await trouble(page).textContent(), "", "the next edit takes it away");
  await kept(page).waitFor();
});

browserTest("after an error the controls of a row stay on one line, however long a label is", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await button(page, "Submission Review").click();
  await page.locator(".grid-fields .error").first().waitFor();
  const apart = await page.locator(".form .grid-fields").evaluateAll((grids) =>
    grids.flatMap((grid) => {
      const rows = Object.groupBy(
        grid.querySelectorAll(".field"),
        (one) => Math.round(one.getBoundingClientRect().top),
      );
      return Object.values(rows).flatMap((row) => {
        const ends = row!.map((one) => Math.round(one.querySelector("input, select")!.getBoundingClientRect().bottom));
        return new Set(ends).size > 1 ? [row!.map((one) => one.textContent).join(", ")] : [];
      });
    })
  );
  assert.deepEqual(apart, []);
});

browserTest("saves go out one at a time, and the last state wins", async ({ newPage }) => {
  const broker = await t.account();
  const page = await open(newPage, broker);
  let atOnce = 0, most = 0;
  const answer = Promise.withResolvers<void>();
  await page.route("**/api/loans/savedraft", async (route) => {
    most = Math.max(most, ++atOnce);
    await answer.promise;
    await route.continue();
    atOnce--;
  });
  const first = page.waitForRequest("**/api/loans/savedraft");
  await field(page, "lastName").fill("Smi");
  await first;
  // The pause after which a save goes out passes twice while the first has no answer.
  await page.clock.install();
  await field(page, "lastName").fill("Smithers");
  await page.clock.runFor(3000);
  await page.clock.resume();
  answer.resolve();
  await until("the last state is kept", async () => {
    const [draft] = await t.deps.db.select().from(submissionDrafts).where(eq(submissionDrafts.accountId, broker.id));
    return draft && JSON.parse(draft.entries).entries.lastName === "Smithers";
  });
  assert.equal(most, 1);
});

browserTest("after a reload far down the form the saved draft is in view", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await field(page, "comments").fill("Refinance with the bank in 14 months.");
  await kept(page).waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.reload();
  await islandsReady(page);
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".offer")!.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const top = await page.locator(".offer").evaluate((e) => e.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 900, String(top));
});

browserTest(
  "a file in the list is not uploaded twice, and a failed one can be chosen again",
  async ({ newPage }) => {
    const page = await open(newPage, await t.account());
    const choose = (...list: [name: string, content: string][]) =>
      page.setInputFiles(
        "input[type=file]",
        list.map(([name, content]) => ({ name, mimeType: "application/pdf", buffer: Buffer.from(content) })),
      );
    await choose(["filogix.pdf", PDF], ["scan.pdf", "GIF89a"], ["empty.pdf", ""]);
    await page.getByRole("combobox", { name: "What filogix.pdf is" }).waitFor();
    const refused = page.locator(".toast[data-kind=bad]").filter({ hasText: "Error: 2 files were not taken" });
    await refused.filter({ hasText: "empty.pdf: This file is empty." }).filter({ hasText: "scan.pdf: " }).waitFor();
    assert.equal(await page.locator(".toast[data-kind=bad]").count(), 1, "one message for what was sent together");
    await button(page, "Remove empty.pdf").click();
    await choose(["filogix.pdf", PDF], ["scan.pdf", `${PDF} `]);
    await page.locator("#toasts").getByText("Error: filogix.pdf: It is in the list already.").waitFor();
    await page.getByRole("combobox", { name: "What scan.pdf is" }).waitFor();
    assert.equal(await page.locator(".files > li").count(), 2);
    assert.equal(await page.getByRole("combobox", { name: "What filogix.pdf is" }).inputValue(), "application");
  },
);

browserTest("a page that was prefetched on hover is not shown once the draft was saved", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  const menu = page.locator('nav a[href="/dashboard/submitloan"]').first();
  const ahead = page.waitForEvent("requestfinished", (request) => request.url() === form);
  await menu.hover();
  await ahead;
  await field(page, "lastName").fill("Smithers");
  await kept(page).waitFor();
  await menu.click();
  await page.getByRole("heading", { name: "Unfinished application for Smithers" }).waitFor();
});

browserTest("Enter reviews a number in the form it takes when its field loses the focus", async ({ newPage }) => {
  const page = await open(newPage, await t.account());
  await fillAll(page);
  await field(page, "utilities").fill("$320.40");
  await page.keyboard.press("Enter");
  await page.locator("#summary[open]").waitFor();
  await button(page, "Make Corrections").click();
  assert.equal(await field(page, "utilities").inputValue(), "320");
  await field(page, "creditScore").fill("901");
  await page.keyboard.press("Enter");
  await page.locator("#f-creditScore-e").waitFor();
  assert.equal(await field(page, "creditScore").inputValue(), "");
});
