import assert from "node:assert/strict";
import type { Page } from "playwright";

/** Fails where the browser does not ask before `leave` leaves the page; the answer is to stay. */
export async function assertAsksBeforeLeaving(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const here = page.url();
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await leave();
  assert.equal(await asked, "beforeunload");
  assert.equal(page.url(), here);
}
