/** The public page that says where we lend, in a browser: without script, in both themes, on a phone and on a desk. */
import assert from "node:assert/strict";
import { settingsVersions } from "../../../db/schema/mod.ts";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

let site: Site;
Deno.test.beforeAll(async () => {
  site = await openSite();
  const { deps, now } = site.t;
  const lendingAreas = [
    { value: "Timmins", rule: "no" as const, maxLtv: 65 },
    { value: "Prince Edward County", rule: "lower" as const, maxLtv: 65 },
    { value: "N0E", rule: "lower" as const, maxLtv: 65 },
  ];
  const body = { ...deps.ports.lending().settings, lendingAreas };
  await deps.db.insert(settingsVersions).values({ body, savedAt: now() });
  await deps.ports.refreshLending();
});
Deno.test.afterAll(() => site.close());

browserTest("a postal code is looked up without script", async ({ newPage }) => {
  const page = await newPage(site.url, { javaScript: false });
  await page.getByRole("contentinfo").getByRole("link", { name: "Where we lend" }).click();
  const box = page.getByLabel("Postal code");
  const look = page.getByRole("button", { name: "Look" });
  await box.fill("n0e 1a0");
  await look.click();
  const answer = page.getByRole("region", { name: "Answer for N0E" });
  assert.match(await answer.innerText(), /Yes, up to 65%/);
  assert.equal(await box.inputValue(), "n0e 1a0");
  await box.fill("P4N");
  await box.press("Enter");
  assert.match(
    await page.getByRole("region", { name: "Answer for P4N" }).innerText(),
    /We do not lend in P4N, Timmins/,
  );
  await box.fill("90210");
  await look.click();
  await page.getByText("Enter a postal code, such as L8P 1A1.").waitFor();
  assert.equal(await box.getAttribute("aria-invalid"), "true");
});

for (const width of [1280, 390, 320]) {
  browserTest(`the lending areas are accessible in both themes: ${width} pixels`, async ({ newPage, shot }) => {
    const page = await newPage(`${site.url}/healthz`, { width });
    for (const query of ["", "?postal=P4N", "?postal=N0E", "?postal=V5K"]) {
      await page.goto(`${site.url}/lending-areas${query}`);
      await assertAccessible(page, query);
      await assertNoSidewaysScroll(page);
      await shot(page, `lending-areas${query.replace(/\W+/g, "-")}-${width}`);
    }
  });
}
