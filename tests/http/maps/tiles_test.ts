/** The map's file of tiles by ranges, who gets it, and what tiles and geocoder add to the policy. */
import assert from "node:assert/strict";
import { readRange } from "../../../lib/server/serve_tiles.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { withApp } from "../../support/app.ts";

const PATH = "/map/tiles.pmtiles";
const BYTES = crypto.getRandomValues(new Uint8Array(60_000));
const FILE = new Uint8Array([...BYTES, ...BYTES, ...BYTES]);

const RANGES: [header: string | undefined, range: ReturnType<typeof readRange>][] = [
  [undefined, "whole"],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=0-99", { first: 0, last: 99 }],
  ["bytes=90-", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-1000", { first: 0, last: 99 }],
  ["bytes=50-1000", { first: 50, last: 99 }],
  ["bytes=100-", "outside"],
  ["bytes=-0", "outside"],
  ["bytes=5-3", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=0-1", "whole"],
  ["bytes=1e2-", "whole"],
];

Deno.test("a range is read as RFC 9110 has it", () => {
  for (const [header, range] of RANGES) assert.deepEqual(readRange(header, 100), range, header ?? "none");
});

Deno.test("administrators get ranges of the file, uncompressed; other roles and an empty folder get 404", () =>
  withApp(async (t) => {
    const administrator = await t.account({ role: ROLE.administrator });
    const broker = await t.account({ role: ROLE.broker });
    assert.equal((await t.get(PATH, administrator)).status, 404, "no file yet");
    await Deno.writeFile(`${t.env.dataDir}/map.pmtiles`, FILE);
    for (const who of [null, broker]) assert.equal((await t.get(PATH, who)).status, 404);

    const part = await t.get(PATH, administrator, { range: "bytes=1000-150999", "accept-encoding": "br, gzip" });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get("content-range"), `bytes 1000-150999/${FILE.length}`);
    assert.equal(part.headers.get("content-length"), "150000");
    assert.equal(part.headers.get("content-type"), "application/octet-stream");
    assert.equal(part.headers.get("content-encoding"), null);
    assert.deepEqual(await part.bytes(), FILE.slice(1000, 151_000));

    const whole = await t.get(PATH, administrator);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get("accept-ranges"), "bytes");
    assert.equal(whole.headers.get("etag"), part.headers.get("etag"));
    assert.deepEqual(await whole.bytes(), FILE);

    const outside = await t.get(PATH, administrator, { range: `bytes=${FILE.length}-` });
    assert.equal(outside.status, 416);
    assert.equal(outside.headers.get("content-range"), `bytes */${FILE.length}`);
  }));

const part = (response: Response, name: string): string =>
  response.headers.get("content-security-policy")!.split("; ").find((one) => one.startsWith(`${name} `))!;

Deno.test("the policy names the hosts of tiles and geocoder, and without them no other host at all", async () => {
  await withApp(async (t) => {
    const plain = await t.get("/login");
    assert.equal(part(plain, "img-src"), "img-src 'self' data:");
    assert.equal(part(plain, "connect-src"), "connect-src 'self'");
  });
  await withApp(async (t) => {
    const wider = await t.get("/login");
    assert.equal(part(wider, "img-src"), "img-src 'self' data: https://tiles.example");
    assert.equal(part(wider, "connect-src"), "connect-src 'self' https://tiles.example https://geo.example:8443");
  }, {
    MAP_TILES: "https://tiles.example/{z}/{x}/{y}.png?key={key}",
    MAP_TILES_KEY: "k",
    MAP_ATTRIBUTION: "© Tiles",
    GEOCODER_URL: "https://geo.example:8443/search?q={q}&format=jsonv2",
  });
});
