/** Nothing jumps and nothing is covered when the quote tool refuses, and what was priced is there again after Back. */
import assert from "node:assert/strict";
import { browserTest, hasFocus, islandsReady } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;

Deno.test.beforeAll(async () => {
  opened = await openSite();
});

Deno.test.afterAll(() => opened.close());

for (const width of [1280, 800, 390]) {
  browserTest(`a missing loan type moves no control and covers no button at ${width} px`, async ({ newPage }) => {
    const page = await newPage(`${opened.url}/`, { width });
    await islandsReady(page);
    const types = page.locator(".kind .segmented");
    const ask = page.getByRole("button", { name: "Get indicative quote" });
    const before = await types.boundingBox();
    await ask.click();
    const toast = page.locator("#toasts .toast").filter({ hasText: "Please select a loan type" });
    await toast.waitFor();
    await page.locator(".kind .error").waitFor();
    const after = await types.boundingBox();
    assert.deepEqual([after?.x, after?.width], [before?.x, before?.width]);
    // The toast rises into its place; it never comes from above it.
    const said = await toast.boundingBox(), button = await ask.boundingBox();
    assert.ok(said && button);
    const apart = said.y + said.height <= button.y || said.y >= button.y + button.height ||
      said.x >= button.x + button.width || said.x + said.width <= button.x;
    assert.ok(apart, `toast ${JSON.stringify(said)}, button ${JSON.stringify(button)}`);

    const field = page.locator(".ltv-readout"), rule = page.locator("form .ltv"), note = page.locator("#quote-ltv-e");
    const apartNow = async () => (await rule.boundingBox())!.y - (await field.boundingBox())!.y;
    const ruleBefore = await apartNow();
    await page.locator("#quote-ltv").fill("1");
    await page.locator("#quote-ltv").blur();
    await note.waitFor();
    const noted = (await note.boundingBox())!, above = (await field.boundingBox())!;
    assert.ok(Math.abs(noted.x + noted.width - above.x - above.width) <= 1, "the note ends where its field ends");
    assert.ok(noted.y >= above.y + above.height - 1 && noted.y - above.y - above.height < 8, "and stands below it");
    assert.equal(await apartNow(), ruleBefore, "the rule does not move");
  });
}

browserTest("with text of twice the size the needle's head covers no amount below it", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/`);
  await islandsReady(page);
  const gapInRem = () =>
    page.locator("form .ltv").evaluate((rule) => {
      const needle = rule.querySelector("input")!.getBoundingClientRect();
      const amount = rule.querySelector(".dollars text")!.getBoundingClientRect();
      return (amount.bottom - needle.bottom) / parseFloat(getComputedStyle(document.documentElement).fontSize);
    });
  const before = await gapInRem();
  await page.evaluate(() => document.documentElement.style.fontSize = "200%");
  const after = await gapInRem();
  assert.ok(Math.abs(after - before) < .1, `${before} and ${after}`);
});

browserTest(
  "over the limit the needle stands at the scale's end, and the answer offers the loan that fits",
  async ({ newPage }) => {
    const page = await newPage(`${opened.url}/`);
    await islandsReady(page);
    const answer = page.locator("#quote-answer");
    const rule = page.getByRole("slider", { name: "Loan to value, slider" });
    await page.getByText("First", { exact: true }).click();
    await page.getByRole("textbox", { name: "Estimated property value" }).fill("750000");
    await page.getByRole("textbox", { name: "Loan amount" }).fill("800000");
    assert.equal(await rule.inputValue(), "100", "107% is past the slider's 85");
    const field = page.getByRole("textbox", { name: "Loan to value" });
    assert.equal(await field.evaluate((input) => input.scrollWidth - input.clientWidth), 0, "all of 107 is seen");
    const [needle, plot] = await Promise.all([rule.boundingBox(), page.locator(".plot").boundingBox()]);
    assert.ok(needle!.x + needle!.width >= plot!.x + plot!.width, "its middle is where the rule ends");
    await page.getByRole("button", { name: "Get indicative quote" }).click();
    await answer.getByText("An application would be refused.").waitFor();
    const bold = answer.locator("footer .primary");
    assert.deepEqual(await bold.allTextContents(), ["Price $600,000"], "what leads on, not into a refusal");
    await bold.click();
    await answer.getByText("80%, limit 80%").waitFor();
    await hasFocus(answer.getByRole("heading", { name: "Indicative quote" }));
    assert.deepEqual(await bold.allTextContents(), ["SUBMIT LOAN"]);
    assert.equal(await answer.getByText("would be refused").count(), 0);
    assert.equal(await page.locator("#quote-loanAmount").inputValue(), "600,000");
  },
);

browserTest("a first that stays beside a bridge is a part of the drawing and its legend", async ({ newPage, shot }) => {
  const page = await newPage(`${opened.url}/`);
  await islandsReady(page);
  const fill = (label: string, amount: string) => page.getByRole("textbox", { name: label }).fill(amount);
  const legend = async () => (await page.locator(".quote-figures").innerText()).replace(/\s+/g, " ");
  const edges = () =>
    page.locator(".stack rect").evaluateAll((all) =>
      all.filter((one) => one.getAttribute("width") !== "0").map((one) => [
        one.getAttribute("class"),
        +(one.getAttribute("x") ?? 0),
        +one.getAttribute("width")!,
      ])
    );
  await page.getByText("Bridge", { exact: true }).click();
  await fill("Existing first mortgage", "300000");
  assert.equal(await legend(), "First that stays $300,000 60% This loan $100,000 20% Equity left $100,000 20%");
  assert.deepEqual(await edges(), [["loan", 0, 20], ["prior", 20, 60]]);
  await shot(page, "quote-bridge-with-first");
  await fill("Estimated property value", "250000");
  await fill("Loan amount", "1000000");
  await fill("Existing first mortgage", "1000000");
  assert.match(await legend(), /Equity left \u2212\$1,750,000 \u2212700%$/, "both with a true minus");
  await page.getByText("First", { exact: true }).click();
  assert.match(await legend(), /^This loan/);
});

browserTest("without script the loan that fits is the bold button over the limit too", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/`, { javaScript: false, width: 390 });
  await page.getByText("First", { exact: true }).click();
  await page.getByRole("textbox", { name: "Estimated property value" }).fill("750000");
  await page.getByRole("textbox", { name: "Loan amount" }).fill("800000");
  await page.getByRole("button", { name: "Get indicative quote" }).click();
  const bold = page.locator(".quote-result .primary");
  assert.deepEqual(await bold.allTextContents(), ["Price $600,000"]);
  await bold.click();
  await page.getByText("80%, limit 80%").waitFor();
  assert.deepEqual(await bold.allTextContents(), ["SUBMIT LOAN"]);
});

for (const javaScript of [true, false]) {
  const how = javaScript ? "with" : "without";
  browserTest(
    `where nothing is lent, no limit is named, and SUBMIT LOAN is not the bold button ${how} script`,
    async ({ newPage, shot }) => {
      const page = await newPage(`${opened.url}/`, { javaScript, width: 390 });
      if (javaScript) await islandsReady(page);
      await page.getByText("First", { exact: true }).click();
      await page.getByLabel("Postal code, if known").fill("V5K 0A1");
      await page.getByRole("button", { name: "Get indicative quote" }).click();
      const answer = page.locator(javaScript ? "#quote-answer" : ".quote-result");
      await answer.getByText("An application would be refused. We lend in Ontario only").waitFor();
      assert.ok((await answer.innerText()).includes("20%"), "its LTV");
      assert.equal(await answer.getByText("limit").count(), 0, "no limit of 0%");
      await shot(page, `quote-nothing-lent-${how}-script`);
      assert.deepEqual(await answer.locator(".primary").allTextContents(), javaScript ? ["Change figures"] : []);
    },
  );
}

browserTest("a note shown by a press does not move the button from under the pointer", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/`);
  await islandsReady(page);
  const ask = page.getByRole("button", { name: "Get indicative quote" });
  await page.getByText("Second", { exact: true }).click();
  await page.locator("#quote-ltv").fill("900");
  await ask.click();
  await page.getByText("From 0 to 85%.").waitFor();
  await hasFocus(page.locator("#quote-ltv"));
  await ask.click();
  await page.locator("#quote-answer .verdict").waitFor();
});

browserTest("the public bar has its three links in every phone's window", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/login`, { width: 390 });
  for (const width of [390, 375, 360, 320]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ["Contact", "Register", "Login"]) {
      const box = await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width}: ${JSON.stringify(box)}`);
    }
  }
});

browserTest("on a phone the button is whole at the window's end, whatever is said above the fields", async (visit) => {
  const page = await visit.newPage(`${opened.url}/`, { width: 390, height: 844 });
  await islandsReady(page);
  const bar = page.locator(".quote-submit");
  const end = () => bar.evaluate((one) => Math.round(one.getBoundingClientRect().bottom));
  assert.equal(await end(), 844);
  await page.getByText("Second", { exact: true }).first().click();
  await page.locator("#quote-loanAmount").fill("480,000");
  await page.locator("#quote-loanAmount").blur();
  await page.getByText("We are currently not funding").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await end(), 844, "with the refusal above the fields");
});

browserTest("a priced quote is there again after Back and a reload, and not on another visit", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/`);
  const field = (name: string) => page.locator(`#quote-${name}`), postal = page.getByLabel("Postal code, if known");
  const type = page.locator("input[name=type]:checked");
  const entered = async () => {
    await islandsReady(page);
    const figures = ["loanAmount", "existingFirstMtgAmt", "creditScore", "ltv"].map((name) => field(name).inputValue());
    return [await type.inputValue(), await postal.inputValue(), ...await Promise.all(figures)];
  };
  await islandsReady(page);
  await page.getByText("Second", { exact: true }).click();
  await field("loanAmount").fill("120000");
  await field("existingFirstMtgAmt").fill("200000");
  await field("creditScore").fill("712");
  await postal.fill("L8P 4K1");
  await page.getByRole("button", { name: "Get indicative quote" }).click();
  await page.locator("#quote-answer").getByRole("link", { name: "SUBMIT LOAN" }).click();
  await page.waitForURL("**/register?*");
  const asked = ["second", "L8P 4K1", "120,000", "200,000", "712", "64"];
  await page.goBack();
  assert.deepEqual(await entered(), asked);
  await page.reload();
  assert.deepEqual(await entered(), asked);
  await page.goto(`${opened.url}/contact`);
  await page.goto(`${opened.url}/`);
  await islandsReady(page);
  assert.equal(await type.count(), 0);
});
