/** The client's name in a loan's head, however long it is. */
import assert from "node:assert/strict";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { openLoan, screen, useLoanScreen } from "../../support/loan_screen.ts";
import { makeLoan } from "../../support/loans.ts";

useLoanScreen();

browserTest("the heading of a funded loan has the client's name whole beside what is not saved yet", async (v) => {
  const names = { firstName: "Alexandria", lastName: "Whitfield-Montgomery" };
  const loan = await makeLoan(screen.t, { ...names, adminComSelect: "Funded", dateFunded: "2026-08-15" });
  const page = await openLoan(v, loan);
  await page.locator("#adminComments").fill("x");
  await page.getByText("Not saved yet").waitFor();
  for (const width of [1200, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [name, score, buttons] = await page.locator(":is(.client-name, .loan-head .band, .loan-head .align-end)")
      .evaluateAll((parts) =>
        parts.map((one) => ({ whole: one.scrollWidth, ...one.getBoundingClientRect().toJSON() }))
      );
    assert.ok(name.whole <= Math.ceil(name.width), `at ${width} px the name is cut to ${name.width} of ${name.whole}`);
    assert.ok(score.bottom <= name.top + 1, `at ${width} px the name begins in the score`);
    assert.ok(Math.max(name.right, score.right) <= buttons.left, `at ${width} px buttons lie on the name or score`);
  }
});

browserTest("a long client's name takes the head's free room", async (v) => {
  const names = { firstName: "Maximiliana-Theodora", lastName: "Featherstonehaugh-Cholmondeley" };
  const page = await openLoan(v, await makeLoan(screen.t, { ...names, adminComSelect: "Funded" }));
  for (const width of [1280, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const name = page.locator(".loan-head .client-name");
    assert.ok(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), `cut at ${width} pixels`);
    await assertNoSidewaysScroll(page);
    // A factor's name has one line, and all bars of a row stand at one height.
    const rows = await page.locator(".tiles table th").evaluateAll((cells) => cells.map((one) => one.clientHeight));
    assert.ok(Math.max(...rows) - Math.min(...rows) <= 2, `rows of ${rows.join()} at ${width} pixels`);
  }
});

browserTest("the longest of names is whole on two lines, above the figures and beside the buttons", async (v) => {
  const names = { firstName: "Maximiliana Wilhelmina", lastName: "Featherstonehaugh-Cholmondeley-Montgomery" };
  const page = await openLoan(v, await makeLoan(screen.t, { ...names, adminComSelect: "Funded" }));
  for (const width of [1280, 1200, 1000]) {
    await page.setViewportSize({ width, height: 800 });
    const parts = ":is(.loan-head .client-name, .loan-head .head .align-end, .loan-head > dl, .loan-head is-land > dl)";
    const [name, buttons, figures] = await page.locator(parts).evaluateAll((found) =>
      found.map((one) => ({ whole: one.scrollWidth, ...one.getBoundingClientRect().toJSON() }))
    );
    assert.ok(name.whole <= Math.ceil(name.width), `cut at ${width} pixels`);
    assert.ok(name.bottom <= figures.top, `on the figures at ${width} pixels`);
    assert.ok(name.right <= buttons.left || name.bottom <= buttons.top, `below the buttons at ${width} pixels`);
  }
});
