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

browserTest("no name is cut at the edge of a phone's map, and the town that was asked for is named", async (visit) => {
  const page = await visit.newPage(`${site.url}/healthz`);
  for (const width of [430, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const postal of ["", "P4N", "P6A", "K1A", "L8P", "P7B"]) {
      await page.goto(`${site.url}/lending-areas${postal && `?postal=${postal}`}`);
      const cut = await page.locator(".area-map").evaluate((map) => {
        const { left, right } = map.getBoundingClientRect();
        return [...map.querySelectorAll("text")].filter((text) => {
          const box = text.getBoundingClientRect();
          return box.width > 0 && (box.left < left && box.right > left || box.right > right && box.left < right);
        }).map((text) => text.textContent);
      });
      assert.deepEqual(cut, [], `${postal} at ${width} pixels`);
      if (postal === "P4N") assert.ok(await page.locator(".area-map text", { hasText: "Timmins" }).isVisible());
    }
  }
});
