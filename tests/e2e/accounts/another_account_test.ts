/** A page of one account in a browser where another has signed in since: nothing of it is saved in that one's name. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { accounts, files } from "../../../db/schema/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";
import { openSite } from "../../support/site.ts";

const opened = await openSite(), { t, url: site } = opened;
Deno.test.afterAll(() => opened.close());

const NOW_ANOTHER = "Another account is signed in in this browser now, so nothing was changed.";

browserTest("details of one account are not saved as another's", async ({ newPage }) => {
  const priya = await t.account({ name: "Priya Raman", phone: "905-555-0101" });
  const tom = await t.account({ name: "Tom Hargreaves", phone: "905-555-0102" });
  const cookies = ({ cookie }: TestAccount) => Object.fromEntries([cookie.split("=")]);
  const page = await newPage(`${site}/dashboard/accountsettings`, { cookies: cookies(priya) });
  await islandsReady(page);
  const [name, value] = tom.cookie.split("=");
  await page.context().addCookies([{ name, value, url: site }]);
  await page.getByLabel("Phone").fill("905-555-0177");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(NOW_ANOTHER).first().waitFor();
  const before = new Map((await t.deps.db.select().from(accounts)).map(({ id, phone }) => [id, phone]));
  assert.deepEqual([before.get(priya.id), before.get(tom.id)], ["905-555-0101", "905-555-0102"]);
  // Loaded anew the page is the other account's.
  await page.reload();
  await islandsReady(page);
  assert.equal(await page.getByLabel("Phone").inputValue(), "905-555-0102");
});

browserTest("a document of one account's application does not become another's", async ({ newPage }) => {
  const priya = await t.account({ name: "Priya Raman" }), tom = await t.account({ name: "Tom Hargreaves" });
  const [own, others] = [priya, tom].map(({ cookie }) => cookie.split("="));
  const page = await newPage(`${site}/dashboard/submitloan`, { cookies: { [own[0]]: own[1] } });
  await islandsReady(page);
  await page.context().addCookies([{ name: others[0], value: others[1], url: site }]);
  const file = { name: "bureau.pdf", mimeType: "application/pdf", buffer: Buffer.from(sample("bureau")) };
  await page.setInputFiles("input[type=file]", [file]);
  await page.getByText(NOW_ANOTHER).first().waitFor();
  assert.deepEqual(await t.deps.db.select().from(files), []);
});
