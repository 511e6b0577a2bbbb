/** The settings screens in a browser: edits, wrong cells, preview, versions, application form, keyboard and phones. */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { assertAccessible } from "../../support/accessible.ts";
import type { TestAccount } from "../../support/app.ts";
import {
  assertNoSidewaysScroll,
  browserTest,
  islandsReady,
  type PageOptions,
  type Visit,
} from "../../support/browser.ts";
import { assertAsksBeforeLeaving } from "../../support/leaving.ts";
import { makeLoan } from "../../support/loans.ts";
import { cell, enter } from "../../support/settings_screen.ts";
import { openSite, type Site } from "../../support/site.ts";
import { answerStaleDialog, staleDialog } from "../../support/stale.ts";
import { walker } from "../../support/walker.ts";

let site: Site;
let owner: TestAccount, broker: TestAccount;

Deno.test.beforeAll(async () => {
  site = await openSite();
  owner = await site.t.account({ role: 99, name: "Helen Voss" });
  broker = await site.t.account({ role: 0, name: "Priya Raman" });
  for (const creditScore of [520, 640, 700]) await makeLoan(site.t, { creditScore });
});
Deno.test.afterAll(() => site.close());

async function open(newPage: Visit["newPage"], path: string, options: PageOptions = {}, who = owner): Promise<Page> {
  const cookies = Object.fromEntries([who.cookie.split("=") as [string, string]]);
  const page = await newPage(`${site.url}${path}`, { ...options, cookies });
  await islandsReady(page);
  return page;
}

const settings = (newPage: Visit["newPage"], panel: string) => open(newPage, `/dashboard/settings?panel=${panel}`);
const says = (page: Page, words: string) => page.locator("#toasts .toast").filter({ hasText: words }).first().waitFor();
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
const fold = (page: Page, title: string) => page.locator("summary").filter({ hasText: title });

browserTest("a changed rate is saved, and the quote on the home page follows", async ({ newPage }) => {
  const page = await settings(newPage, "rating");
  await fold(page, "Loan Pricing").click();
  const prices = site.t.deps.ports.lending().settings.pricing.loanPricing;
  for (const row of prices.keys()) await enter(page, `pricing.loanPricing.${row}.secondMtgPrice`, "20.25");
  await page.getByText(`${prices.length} changes not saved`).waitFor();
  await save(page).click();
  await says(page, "Changes Saved!");
  await page.getByText("Everything is saved").waitFor();
  await page.getByText(/Last saved by Helen Voss/).waitFor();
  const offer = page.locator("p", { hasText: /WARR of all pending loans from \d.* to \d/ }).getByRole("button");
  await offer.click();
  await says(page, "3 pending loans computed anew");
  await offer.waitFor({ state: "detached" });

  const home = await open(newPage, "/", {}, broker);
  await home.locator("input[name=type][value=second]").check();
  await home.getByRole("button", { name: "Get indicative quote" }).click();
  await home.locator("#quote-answer[open]").getByText("20.25%").first().waitFor();
});

browserTest("slider and field are one value, Undo goes back, and rows can share a weight", async ({ newPage }) => {
  const page = await settings(newPage, "rating");
  const slider = page.getByLabel("Score, Net TDSC from 0.80, slider");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await cell(page, "ratings.dsc.2.score").inputValue(), "6.5", "steps of 0.5");
  await page.getByText("1 change not saved").waitFor();
  await cell(page, "ratings.dsc.2.score").fill("-3");
  assert.equal(await slider.inputValue(), "-3");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("#c-ratings-dsc-2-score")?.value === "6.5");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Everything is saved").waitFor();
  assert.equal(await cell(page, "ratings.dsc.2.score").inputValue(), "6");
  const flag = page.getByLabel("Flag, Net TDSC from 0.80");
  assert.ok(await flag.isDisabled(), "the flag follows the score and cannot be chosen");
  const weights = () => Promise.all([0, 1, 2].map((row) => cell(page, `ratings.dsc.${row}.weight`).inputValue()));
  await enter(page, "ratings.dsc.0.weight", "0.41");
  assert.notEqual((await weights())[1], "0.41");
  await page.getByLabel("Same weight for all rows of Debt service").check();
  await enter(page, "ratings.dsc.2.weight", "0.37");
  assert.deepEqual(await weights(), ["0.37", "0.37", "0.37"]);
});

browserTest("a wrong cell is named, and focused in whatever section it is", async ({ newPage }) => {
  const page = await settings(newPage, "rating");
  await enter(page, "ratings.dsc.2.score", "9");
  await page.getByText("Score goes from −8 to 8 in steps of 0.5.", { exact: true }).waitFor();
  assert.equal(await cell(page, "ratings.dsc.2.score").getAttribute("aria-invalid"), "true");
  await page.getByRole("link", { name: "General Settings" }).click();
  await fold(page, "Limits").waitFor();
  await page.waitForURL(/panel=general/);
  await save(page).click();
  await says(page, "Failed Saving! Debt service, Net TDSC from 0.80, score goes");
  await page.waitForFunction(() => document.activeElement?.id === "c-ratings-dsc-2-score");
  await enter(page, "ratings.dsc.2.score", "6");
  await fold(page, "Loan Pricing").click();
  await enter(page, "pricing.loanPricing.0.firstMtgPrice", "36");
  await fold(page, "Loan Pricing").click();
  await page.getByRole("button", { name: "1 cell is wrong" }).click();
  await page.getByText("would cost 36.00% a year, fees included; the legal ceiling is 35%.").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "c-pricing-loanPricing-0-firstMtgPrice");
  await assertAccessible(page, "with an error");
});

browserTest("rows are added, sorted on saving, moved by keyboard and removed", async ({ newPage }) => {
  const page = await settings(newPage, "rating");
  await page.getByRole("button", { name: "Add row to Years employed" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "c-ratings-yoe-6-value");
  await page.keyboard.type("7");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Reorder Sector" }).click();
  await page.getByRole("button", { name: "Move Health Care up" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await cell(page, "ratings.employer.0.value").inputValue(), "Health Care");
  await save(page).click();
  await says(page, "Changes Saved!");
  assert.equal(await cell(page, "ratings.yoe.5.value").inputValue(), "7", "between 5 and 10");
  const { ratings } = site.t.deps.ports.lending().settings;
  assert.deepEqual(ratings.yoe.map(({ value }) => value), [0, 1, 2, 3, 5, 7, 10]);
  assert.equal(ratings.employer[0].value, "Health Care");
  await page.getByRole("button", { name: "Remove Years from 7" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "c-ratings-yoe-add");
  await save(page).click();
  await page.getByText("Everything is saved").waitFor();
});

browserTest("before a save the screen says which pending loans would change", async ({ newPage }) => {
  const page = await settings(newPage, "general");
  await enter(page, "globalScore.redScore", "1.2");
  await page.getByText(/^Red from 1\.2 is below yellow/).waitFor();
  await enter(page, "globalScore.yellowScore", "1.1");
  await page.locator(".save-status").getByText(/They would move 3 pending loans: .* to red/).waitFor();
  await page.getByRole("button", { name: "See the list" }).click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByRole("link", { name: /SMI-1/ }).waitFor();
  assert.equal(await dialog.locator("tbody tr").count(), 3);
  await dialog.getByText("A loan's own page and the list follow at once.").waitFor();
  await assertAccessible(page, "the list of a preview");
  await page.keyboard.press("Escape");
  assert.equal(site.t.deps.ports.lending().settings.globalScore.redScore, 4, "nothing is saved by a preview");
});

browserTest("leaving with changes asks first; partners' addresses are checked", async ({ newPage }) => {
  const page = await settings(newPage, "general");
  await page.getByRole("button", { name: "Add address" }).click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("nobody");
  await save(page).click();
  await says(page, "Partner address 1: Invalid Email");
  await assertAsksBeforeLeaving(page, () => page.getByRole("link", { name: "Manage Brokers" }).click());
  await enter(page, "partnerEmails.0", "deals@partner.example");
  await save(page).click();
  await says(page, "Changes Saved!");
  assert.deepEqual(site.t.deps.ports.lending().settings.partnerEmails, ["deals@partner.example"]);
  await page.getByRole("link", { name: "Manage Brokers" }).click();
  await page.waitForURL(/brokers/);
});

browserTest(
  "a stale save is refused, shows the other's version under the entries, then saves both",
  async ({ newPage }) => {
    const page = await settings(newPage, "general");
    const was = await (await site.t.get("/api/loans/getSettings", owner)).json();
    const netTdsc = { greenScore: 1.5, yellowScore: 1.2, redScore: 0 };
    const answer = await site.t.post("/api/loans/savesettings", { ...was, maxLtv: { limit: 77 }, netTdsc }, owner);
    assert.equal(answer.status, 200);
    await fold(page, "Limits").click();
    await enter(page, "maxLtv.limit", "70");
    await enter(page, "taxMultiple.greenScore", "25");
    await save(page).click();
    const dialog = staleDialog(page);
    await dialog.getByText(/: .* → 1\.5/).first().waitFor();
    assert.match(await dialog.locator("fieldset").innerText(), /Max LTV: Limit\s+70%?\s+Yours\s+77%?\s+Your other/);
    await answerStaleDialog(page, "You changed the settings in another window on", "keep mine");
    const shown = ["maxLtv.limit", "taxMultiple.greenScore", "netTdsc.greenScore"].map((path) => cell(page, path));
    assert.deepEqual(await Promise.all(shown.map((one) => one.inputValue())), ["70", "25", "1.5"]);
    assert.equal(site.t.deps.ports.lending().settings.maxLtv.limit, 77, "nothing is saved yet");
    await page.getByText("2 changes not saved").waitFor();
    await save(page).click();
    await says(page, "Changes Saved!");
    const now = site.t.deps.ports.lending().settings;
    assert.deepEqual([now.maxLtv.limit, now.taxMultiple.greenScore, now.netTdsc], [70, 25, netTdsc]);
    await site.t.post("/api/loans/savesettings", was, owner);
  },
);

browserTest("a wrong cell of a row that is not yet sorted is marked where it stands", async ({ newPage }) => {
  const page = await settings(newPage, "rating");
  await page.getByRole("button", { name: "Add row to Debt service" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "c-ratings-dsc-9-value");
  await enter(page, "ratings.dsc.9.value", "0.85");
  await enter(page, "ratings.dsc.9.score", "9");
  await page.getByText("Score goes from −8 to 8 in steps of 0.5.", { exact: true }).waitFor();
  assert.deepEqual(
    await page.locator("[aria-invalid=true]").evaluateAll((all) => all.map(({ id }) => id)),
    ["c-ratings-dsc-9-score"],
  );
  await page.getByRole("button", { name: "1 cell is wrong" }).click();
  await page.waitForFunction(() => document.activeElement?.id === "c-ratings-dsc-9-score");
});

browserTest("the submission form follows the application form", async ({ newPage }) => {
  const page = await settings(newPage, "form");
  await fold(page, "Applicant").first().click();
  await page.getByLabel("Required, Phone").check();
  await page.getByLabel("Label of Phone").fill("Telephone");
  await page.locator("#fold-homeInformation > summary").click();
  await page.locator("#fold-homeInformation").getByRole("button", { name: /^Box up/ }).click();
  assert.equal(await page.getByLabel("Label of Phone").inputValue(), "Telephone", "other edits stay");
  await page.getByRole("button", { name: "Move Telephone up for brokers" }).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("Enter");
  await page.getByLabel("Shown to brokers, Co-applicant").uncheck();
  await page.locator(".save-status").getByText(/None of 3 pending loans would change/).waitFor();
  await save(page).click();
  await says(page, "Saved");
  const { inputs, settings: orders } = site.t.deps.ports.lending().config.applicantInformation;
  assert.ok(inputs.find(({ id }) => id === "phone")?.required);
  assert.ok(orders.brokerOrder.indexOf("phone") < orders.order.indexOf("phone"), "brokers have an order of their own");

  const form = await open(newPage, "/dashboard/submitloan", {}, broker);
  await form.getByRole("button", { name: "Submission Review" }).click();
  await form.getByText("Telephone is required!").first().waitFor();
  assert.equal(await form.locator("[name=coApplicant]").count(), 0);
});

browserTest(
  "a form that brokers could not submit is refused, options are edited, tables are checked",
  async ({ newPage }) => {
    const page = await settings(newPage, "form");
    await fold(page, "Property").first().click();
    await page.getByLabel("Shown to brokers, Appraised value").uncheck();
    await page.getByLabel("Shown to brokers, Purchase price").uncheck();
    await page.getByText("The form must ask brokers for “Appraised value” or “Purchase price”").waitFor();
    await save(page).click();
    await says(page, "Failed Saving! The form must ask brokers for “Appraised value” or “Purchase price”");
    await page.getByLabel("Shown to brokers, Appraised value").check();
    await page.getByLabel("Shown to brokers, Purchase price").check();

    await fold(page, "Employment").click();
    await page.getByRole("button", { name: /^Options \d+ of Sector/ }).click();
    await page.getByRole("button", { name: "Add row to Options of Sector" }).click();
    await page.locator("input:focus").waitFor();
    await page.keyboard.type("Fishing");
    await page.keyboard.press("Tab");
    await page.getByLabel("Flag, Fishing").selectOption("Error");
    assert.equal(await page.getByLabel("Weight, Fishing").count(), 0, "the score alone counts");
    await save(page).click();
    await says(page, "an Error option needs the message");
    await page.waitForFunction(() => document.activeElement?.id.endsWith("message"));
    await page.getByLabel("Flag, Fishing").selectOption("Yellow");
    await page.getByText("Sector: “Fishing” is not in the table Sector and would be rated worst.").waitFor();
    await assertAccessible(page, "the application form");
  },
);

browserTest("a version is compared and restored", async ({ newPage }) => {
  const was = site.t.deps.ports.lending();
  const page = await settings(newPage, "general");
  await fold(page, "Limits").click();
  await enter(page, "maxLtv.limit", "65");
  await save(page).click();
  await says(page, "Changes Saved!");
  await page.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("link", { name: "Compare" }).first().click();
  await page.getByText("1 cell differs").waitFor();
  assert.deepEqual(
    await page.locator(".compare tbody tr > *").allTextContents(),
    ["Max LTV: Limit", `${was.settings.maxLtv.limit}%`, "65%"],
  );
  await assertAccessible(page, "a comparison");
  await page.getByRole("button", { name: "Restore this version" }).click();
  await says(page, "Changes Saved!");
  assert.deepEqual(site.t.deps.ports.lending().settings, was.settings);
  await page.getByText("In force").waitFor();
});

for (const width of [1280, 640, 390]) {
  browserTest(
    `every settings screen at ${width} px, both themes: accessible, no sideways scroll`,
    async ({ newPage, shot }) => {
      const goTo = walker(newPage, { width });
      const cookies = Object.fromEntries([owner.cookie.split("=") as [string, string]]);
      for (const panel of ["rating", "general", "form", "versions"]) {
        const page = await goTo(`${site.url}/dashboard/settings?panel=${panel}`, cookies);
        if (panel !== "versions") await islandsReady(page);
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
        const flagged = panel !== "rating" || await page.getByLabel("Flag, Net TDSC from 0.80").isVisible();
        assert.ok(flagged, "the flag is in sight (loans specification 5.6)");
        await assertNoSidewaysScroll(page);
        await assertAccessible(page, panel);
        await shot(page, `settings-${panel}-${width}`);
      }
    },
  );
}
