/** The map of loans on paper: the whole of what is seen, in light colours whatever the screen has. */
import assert from "node:assert/strict";
import { browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { openSite } from "../../support/site.ts";

const site = await openSite(), { t } = site;
Deno.test.afterAll(() => site.close());
const admin = await t.account({ role: 9 });
const openAs = opener(() => site.url);

browserTest("a map that is printed from the dark theme is light, and as wide as the paper", async (visit) => {
  const page = await openAs(visit, admin, "/dashboard/maploans");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator(".map-canvas[data-shown]").waitFor();
  const picture = page.locator(".map-canvas > canvas");
  // After the map's own listener, within the printing.
  await page.evaluate(() =>
    addEventListener("beforeprint", () => {
      const canvas = document.querySelector<HTMLCanvasElement>(".map-canvas > canvas");
      const pixel = canvas?.getContext("2d")?.getImageData(5, 5, 1, 1).data;
      document.body.dataset.printed = JSON.stringify({
        sides: [canvas?.width, canvas?.height],
        pixel: [...pixel ?? []],
      });
    })
  );
  const seen = await page.locator(".map-canvas").evaluate((map) => [map.clientWidth, map.clientHeight]);
  await page.pdf({ preferCSSPageSize: true });
  const { sides, pixel } = JSON.parse((await page.locator("body").getAttribute("data-printed"))!);
  assert.deepEqual(sides, seen, "all that is seen is in it");
  assert.ok(pixel.every((part: number) => part > 180), `light: ${pixel}`);
  assert.equal(await picture.count(), 0, "the screen has its own again");

  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 703, height: 900 });
  const { x, width, height } = (await picture.boundingBox())!;
  assert.ok(x >= 0 && x + width <= 703, `${x} ${width}`);
  assert.ok(Math.abs(width / height - seen[0] / seen[1]) < .01, `${width} ${height} of ${seen}`);
});
