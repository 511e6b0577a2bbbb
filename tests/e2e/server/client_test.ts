import assert from "node:assert/strict";
import type { Page } from "playwright";
import { browserTest, islandsReady, type PageOptions, type Visit } from "../../support/browser.ts";
import { useIslandSite } from "../../support/island_site.ts";

const site = useIslandSite();

async function open(newPage: Visit["newPage"], options: PageOptions = {}): Promise<Page> {
  const page = await newPage(`${site.url}/caller`, options);
  await islandsReady(page);
  return page;
}

async function press(page: Page, name: string): Promise<unknown> {
  const before = await page.locator("output").textContent();
  await page.getByRole("button", { name, exact: true }).click();
  await page.waitForFunction((was) => document.querySelector("output")!.textContent !== was, before);
  return JSON.parse((await page.locator("output").textContent())!);
}

browserTest("calls send JSON with cookies; refusals and lost answers are values", async ({ newPage }) => {
  const expect = [/status of 502/, /Content Security Policy|net::ERR|Refused to connect|violates/];
  const page = await open(newPage, { cookies: { theme: "dark" }, expect });
  assert.deepEqual(await press(page, "Good"), { response: true, data: { a: 1 }, cookie: "theme=dark", status: 200 });
  assert.deepEqual(await press(page, "Read"), { ltvLimit: 80, response: true, status: 200 });
  assert.deepEqual(await press(page, "Refused"), { response: false, reason: "Name is required!", status: 422 });
  assert.deepEqual(await press(page, "Broken"), { response: false, status: 502 });
  assert.deepEqual(await press(page, "Nobody"), { response: false, status: 0, network: true });
});

browserTest("an upload reports its progress", async ({ newPage }) => {
  const page = await open(newPage);
  const answer = { name: "a.pdf", size: 300_000, response: true, status: 200 };
  assert.deepEqual(await press(page, "Upload"), { answer: { ...answer }, last: 1 });
});

browserTest("a question focuses its safe answer first, and Escape cancels", async ({ newPage, shot }) => {
  const page = await open(newPage);
  await page.getByRole("button", { name: "Ask" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Account?" });
  await dialog.waitFor();
  await shot(page, "question");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("output")!.textContent === "false");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Ask", "the focus comes back");
  // Pressed twice while a script loads, it asks once.
  await page.getByRole("button", { name: "Ask" }).evaluate((button: HTMLElement) => [1, 2].map(() => button.click()));
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForFunction(() => document.querySelector("output")!.textContent === "true");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

browserTest("a toast is in the live region and can offer Undo", async ({ newPage, shot }) => {
  const page = await open(newPage, { width: 390, theme: "dark" });
  await page.getByRole("button", { name: "Undoable" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Loan moved to trash" });
  await toast.waitFor();
  await shot(page, "toast-undo");
  await toast.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector("output")!.textContent === '"undone"');
  assert.equal(await page.locator(".toast").count(), 0);
});

browserTest("a toast's Undo can be pressed above a modal dialog that opens after it", async ({ newPage }) => {
  const page = await open(newPage);
  await page.getByRole("button", { name: "Undoable" }).click();
  await page.locator(".toast").waitFor();
  await page.getByRole("button", { name: "Ask" }).click();
  await page.locator("dialog:modal").waitFor();
  await page.locator("dialog:modal .toast").getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector("output")!.textContent === '"undone"');
  assert.equal(await page.locator("dialog:modal").count(), 1, "the question is still open");
});
