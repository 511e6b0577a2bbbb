/** A file that is on its way while the draft that it was dropped on is given up. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { eq } from "drizzle-orm";
import { submissionDrafts } from "../../../db/schema/mod.ts";
import { browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

let opened: Site;
Deno.test.beforeAll(async () => {
  opened = await openSite();
});
Deno.test.afterAll(() => opened.close());
const openAs = opener(() => opened.url);

browserTest("a file of a draft that was given up fills nothing in the new form", async (visit) => {
  const { t } = opened, broker = await t.account();
  const first = await openAs(visit, broker, "/dashboard/submitloan");
  await first.locator('[name="employer"]').fill("Own");
  await until(
    "the draft to be kept",
    () => t.deps.db.$count(submissionDrafts, eq(submissionDrafts.accountId, broker.id)).then((n) => n > 0),
  );

  const page = await openAs(visit, broker, "/dashboard/submitloan");
  const held = Promise.withResolvers<void>(), done = Promise.withResolvers<void>();
  await page.route("**/api/pdf/upload", async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
    done.resolve();
  });
  const over = page.waitForEvent("requestfinished", (request) => request.url().includes("/api/pdf/upload"));
  const gone = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/pdf/upload"));
  await page.setInputFiles("input[type=file]", {
    name: "late.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(sample("bureau")),
  });
  await page.locator(".files > li").waitFor();
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start over" }).click();
  await page.locator(".offer").waitFor({ state: "detached" });
  assert.equal(await page.locator(".files > li").count(), 0);
  held.resolve();
  await Promise.race([over, gone]);
  await done.promise;
  await page.locator('[name="lastName"]').fill("Lee");
  assert.equal(await page.locator('[name="creditScore"]').inputValue(), "");
});
