/** The ground of a picked loan's row. */
import assert from "node:assert/strict";
import { browserTest, islandsReady } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { screen, useLoanScreen } from "../../support/loan_screen.ts";

useLoanScreen();

browserTest("a picked row looks picked under the pointer too, whatever its risk", async ({ newPage }) => {
  for (const shownScore of [1, 3, 5]) await makeLoan(screen.t, { shownScore, finalScore: shownScore });
  const [name, value] = screen.admin.cookie.split("=");
  const page = await newPage(`${screen.site}/dashboard/loans`, { cookies: { [name]: value } });
  await islandsReady(page);
  const rows = page.locator("tbody tr");
  const ground = (i: number) =>
    rows.nth(i).evaluate((row) => {
      for (const { finished } of row.getAnimations()) finished.catch(() => {});
      for (const animation of row.getAnimations()) animation.finish();
      return getComputedStyle(row).backgroundColor;
    });
  assert.equal(await rows.count(), 3);
  const under: string[] = [], away: string[] = [];
  for (let i = 0; i < 3; i++) {
    await rows.nth(i).locator("input").click();
    under.push(await ground(i));
    await page.mouse.move(0, 0);
    away.push(await ground(i));
  }
  assert.deepEqual(under, away);
});
