/** Files that are read before the questions about them are answered. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright";
import { browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
Deno.test.beforeAll(async () => {
  opened = await openSite();
});
Deno.test.afterAll(() => opened.close());
const openAs = opener(() => opened.url);

const dialog = (page: Page) => page.getByRole("dialog", { name: "The file has other values" });

/** Drops a bureau for each score into a form that says 701, and waits until all are read. */
async function dropped(page: Page, scores: string[]): Promise<void> {
  await page.locator('[name="creditScore"]').fill("701");
  await page.setInputFiles(
    "input[type=file]",
    scores.map((score, i) => ({
      name: `${i}.pdf`,
      mimeType: "application/pdf",
      buffer: Buffer.from(sample("bureau", "beside", { "Beacon score": score })),
    })),
  );
  for (const i of scores.keys()) {
    await page.locator(".files > li").filter({ hasText: `${i}.pdf` }).getByText("Filled 7 of 8").waitFor();
  }
  await dialog(page).waitFor();
}

/** Takes the file's score. */
async function take(page: Page): Promise<void> {
  await dialog(page).getByRole("radio").nth(1).check();
  await dialog(page).getByRole("button", { name: "Use these" }).click();
}

browserTest("the second of two files is compared with what was taken of the first", async (visit) => {
  const page = await openAs(visit, await opened.t.account(), "/dashboard/submitloan");
  await dropped(page, ["668", "702"]);
  await take(page);
  const score = await page.locator('[name="creditScore"]').inputValue();
  const kept = dialog(page).locator("label").first();
  await kept.getByText(score, { exact: true }).waitFor();
  assert.equal(await kept.innerText(), `${score}\nBureau, in the form`);
});

browserTest("what the second file says too is not asked once more", async (visit) => {
  const page = await openAs(visit, await opened.t.account(), "/dashboard/submitloan");
  await dropped(page, ["668", "668"]);
  await take(page);
  await dialog(page).waitFor({ state: "hidden" });
  assert.equal(await page.locator('[name="creditScore"]').inputValue(), "668");
  for (const name of ["0.pdf", "1.pdf"]) {
    await page.locator(".files > li").filter({ hasText: name }).getByText("Filled 8 of 8").waitFor();
  }
});
