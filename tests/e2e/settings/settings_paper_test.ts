/** The settings on paper: below their head, with the name of their panel. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { pdfText } from "../../support/pdf_text.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const admin = await t.account({ role: 9 });
const openAs = opener(() => site.url);

browserTest("printed, a panel of the settings begins below the head, and says which it is", async (visit) => {
  for (const [panel, label] of [["general", "General Settings"], ["form", "Application Form"]]) {
    const page = await openAs(visit, admin, `/dashboard/settings?panel=${panel}`);
    const { pages } = await pdfText(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
    assert.equal(pages, 1, panel);
    await page.emulateMedia({ media: "print" });
    const shown = await page.getByRole("navigation", { name: "Settings" }).getByRole("link").allInnerTexts();
    assert.deepEqual(shown, [label]);
  }
});
