/**
 * The screen of the areas: a file is refused with the place, mended, looked at over the old ones, put in force, and
 * back.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { assertAccessible } from "../../support/accessible.ts";
import { assertNoSidewaysScroll, browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";

let opened: Site;
Deno.test.beforeAll(async () => void (opened = await openSite()));
Deno.test.afterAll(() => opened.close());

const openAs = opener(() => opened.url);
const SQUARE = [[-79.5, 43.5], [-79.3, 43.5], [-79.3, 43.8], [-79.5, 43.8], [-79.5, 43.5]];
const BOW = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]];

const file = (ring: number[][], ...names: string[]) => ({
  name: "official.geojson",
  mimeType: "application/geo+json",
  buffer: Buffer.from(JSON.stringify({
    type: "FeatureCollection",
    features: names.map((name) => ({
      type: "Feature",
      properties: { name },
      geometry: { type: "Polygon", coordinates: [ring] },
    })),
  })),
});

browserTest("an administrator imports areas, previews them, puts them in force and goes back", async (visit) => {
  const administrator = await opened.t.account({ role: 9 });
  const page = await openAs(visit, administrator, "/dashboard/maploans/areas");
  await page.getByLabel("GeoJSON file").setInputFiles(file(BOW, "Toronto"));
  await page.getByText("crosses itself at longitude -79.4000, latitude 43.6500").waitFor();
  await assertAccessible(page, "a refused file");

  await page.getByLabel("GeoJSON file").setInputFiles(file(SQUARE, "City of Toronto", "Township of Nowhere"));
  await page.getByText("Left out, as the map has no such region: Township of Nowhere.").waitFor();
  await page.getByRole("link", { name: "Compare them with the old ones" }).click();
  await page.getByRole("heading", { name: "official.geojson" }).waitFor();
  assert.equal(await page.getByText("Grey areas stay approximate, as the file lacks them: Ottawa,").count(), 1);
  await assertAccessible(page, "the preview");

  await page.getByRole("button", { name: "Draw the maps by these areas" }).click();
  await page.getByRole("button", { name: "Back to the approximate areas" }).waitFor();
  assert.ok((await (await page.request.get(`${opened.url}/dashboard/maploans`)).text()).includes("getareas?version="));
  await page.getByRole("button", { name: "Back to the approximate areas" }).click();
  await page.getByRole("heading", { name: "Approximate areas" }).waitFor();
});

browserTest(
  "the areas' screen on a phone, both themes: nothing scrolls sideways, and axe finds nothing",
  async (visit) => {
    const administrator = await opened.t.account({ role: 9 });
    const page = await openAs(visit, administrator, "/dashboard/maploans/areas", { width: 390 });
    await assertNoSidewaysScroll(page);
    await assertAccessible(page, "areas");
  },
);
