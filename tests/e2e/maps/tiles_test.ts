/**
 * Tiles by configuration: pictures of a tile server, a file that the portal serves by ranges; what fails leaves the
 * base.
 */
import assert from "node:assert/strict";
import type { Page } from "playwright";
import { browserTest, type Visit } from "../../support/browser.ts";
import { withFolder } from "../../support/folder.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { smallPmtiles } from "../../support/pmtiles.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

/** A red picture. */
const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#e00000"/></svg>';

/** Runs on a portal of its own, with the map open for an owner and one loan in Hamilton. */
async function onMap(
  visit: Visit,
  env: Record<string, string>,
  run: (page: Page, site: Site) => Promise<void>,
  expect: RegExp[] = [],
): Promise<void> {
  const site = await openSite(env);
  try {
    await makeLoan(site.t);
    const owner = await site.t.account({ role: 99 });
    const page = await opener(() => site.url)(visit, owner, "/dashboard/maploans", { expect });
    await page.locator("canvas").first().waitFor();
    await run(page, site);
    await page.close();
  } finally {
    await site.close();
  }
}

/** How many points of the map's middle are of this colour, in percent. */
const share = (page: Page, red: boolean): Promise<number> =>
  page.evaluate((wanted: boolean) => {
    const canvas = [...document.querySelectorAll("canvas")].find((one) => one.width > 200);
    if (!canvas) return 0;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let hits = 0;
    for (let i = 0; i < data.length; i += 4) {
      const isRed = data[i] > 150 && data[i] - data[i + 1] > 60;
      if (wanted ? isRed : data[i + 3] > 0 && !isRed) hits++;
    }
    return 100 * hits / (data.length / 4);
  }, red);

browserTest("raster tiles show on the map, requested with the site's origin and the key", async (visit) => {
  const asked: { path: string; referer: string | null }[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push({ path: pathname + search, referer: request.headers.get("referer") });
    return new Response(RED, { headers: { "content-type": "image/svg+xml", "access-control-allow-origin": "*" } });
  });
  const tiles = {
    MAP_TILES: `http://127.0.0.1:${server.addr.port}/{z}/{x}/{y}.png?key={key}`,
    MAP_TILES_KEY: "k 1",
    MAP_ATTRIBUTION: "© Tiles of the test",
  };
  await onMap(visit, tiles, async (page, site) => {
    await until("tiles on the map", async () => await share(page, true) > 30);
    assert.match(asked[0].path, /^\/\d+\/\d+\/\d+\.png\?key=k%201$/);
    assert.equal(asked[0].referer, `${site.url}/`);
    assert.match(await page.locator(".map-note").first().innerText(), /© Tiles of the test/);
  });
  await server.shutdown();
});

browserTest("failed tiles leave the base map visible", async (visit) => {
  let refused = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    refused++;
    return new Response("away", { status: 503, headers: { "access-control-allow-origin": "*" } });
  });
  const tiles = {
    MAP_TILES: `http://127.0.0.1:${server.addr.port}/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: "© Harbour Tiles, © OpenStreetMap contributors",
  };
  await onMap(visit, tiles, async (page) => {
    await until("the tiles to be refused", () => Promise.resolve(refused > 3));
    await until("the base", async () => await share(page, false) > 30);
    await page.setViewportSize({ width: 390, height: 844 });
    const [note, months] = [page.locator(".map-note").first(), page.locator(".map-months")];
    assert.ok(await note.evaluate((e) => e.scrollWidth <= e.clientWidth), "sources are named whole on a phone");
    const [below, above] = [(await note.boundingBox())!, (await months.boundingBox())!];
    assert.ok(below.y >= above.y + above.height, "beside the months, not under them");
  }, [/503/]);
  await server.shutdown();
});

browserTest(
  "a file of tiles in the data folder is served by ranges, and read as the map needs it",
  (visit) =>
    withFolder(async (folder) => {
      const file = smallPmtiles();
      await Deno.writeFile(`${folder}/map.pmtiles`, file);
      await onMap(visit, { DATA_DIR: folder }, async (page) => {
        const answers: { status: number; range: string }[] = [];
        page.on("response", (answer) => {
          if (!answer.url().endsWith("/map/tiles.pmtiles")) return;
          answers.push({ status: answer.status(), range: answer.headers()["content-range"] });
        });
        await page.reload();
        await until("header and tile", () => Promise.resolve(answers.length >= 2));
        assert.ok(answers.every(({ status }) => status === 206), JSON.stringify(answers));
        // The tile is the file's end; its head may still be in the browser's memory.
        assert.ok(
          answers.some(({ range }) => range.endsWith(`-${file.length - 1}/${file.length}`)),
          JSON.stringify(answers),
        );
        await until("the map", async () => await share(page, false) > 30);
        assert.match(await page.locator(".map-note").first().innerText(), /© OpenStreetMap contributors/);
      });
    }),
);
