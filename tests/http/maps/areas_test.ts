/** Areas imported by administrators: checked, kept as versions, put in force and back; hostile files change nothing. */
import assert from "node:assert/strict";
import { brotliCompressSync, constants } from "node:zlib";
import { asc, eq } from "drizzle-orm";
import { areaVersions, auditRows } from "../../../db/schema/mod.ts";
import { AREAS_BYTES } from "../../../lib/domain/maps/area_limits.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { REGIONS } from "../../../lib/domain/places/regions.ts";
import { mapFile } from "../../../lib/server/assets.ts";
import { readAreasInWorker } from "../../../lib/server/areas/reader.ts";
import { makeApp, type TestAccount } from "../../support/app.ts";

const t = await makeApp();
const administrator = await t.account({ role: ROLE.administrator, name: "Dana Kerr" });
const broker = await t.account({ role: ROLE.broker });
Deno.test.afterAll(() => t.close());

const SQUARE = [[-79.5, 43.5], [-79.3, 43.5], [-79.3, 43.8], [-79.5, 43.8], [-79.5, 43.5]];
const areas = (name = "Toronto", ring: unknown = SQUARE) =>
  JSON.stringify({
    type: "FeatureCollection",
    features: [{ type: "Feature", properties: { name }, geometry: { type: "Polygon", coordinates: [ring] } }],
  });

const send = async (body: BodyInit, headers: HeadersInit = {}, as: TestAccount | null = administrator) => {
  const response = await t.app.request("/api/loans/importareas?name=official.geojson", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/geo+json",
      "sec-fetch-site": "same-origin",
      ...(as ? { cookie: as.cookie } : {}),
      ...headers,
    },
  });
  return { status: response.status, ...await response.json() };
};
const use = async (version: number | null, as = administrator) => {
  const response = await t.post("/api/loans/useareas", { version }, as);
  return { status: response.status, ...await response.json() };
};
const versions = () => t.deps.db.select().from(areaVersions);

/** A body of one piece, again and again. */
const stream = (piece: string, times: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(piece);
  let left = times;
  return new ReadableStream({
    pull: (controller) => left-- > 0 ? controller.enqueue(bytes) : controller.close(),
  });
};

Deno.test("an import is stored, previewed over the old areas, put in force, and undone at any time", async () => {
  const { status, data } = await send(areas("City of Toronto"));
  assert.equal(status, 200);
  assert.deepEqual(data, { version: data.version, areas: 1, points: 5, keptPoints: 5, leftOut: [] });
  const map = async () => await (await t.get("/dashboard/maploans", administrator)).text();
  assert.ok(!(await map()).includes("/api/loans/getareas"), "not in force yet");
  const preview = await (await t.get(`/dashboard/maploans/areas?version=${data.version}`, administrator)).text();
  assert.match(preview, /official\.geojson/);
  assert.match(preview, /data-before/);
  assert.match(preview, /Draw the maps by these areas/);

  assert.equal((await use(data.version)).status, 200);
  assert.ok((await map()).includes(`/api/loans/getareas?version=${data.version}`));
  const served = await t.get(`/api/loans/getareas?version=${data.version}`, administrator, { "accept-encoding": "br" });
  assert.equal(served.headers.get("content-encoding"), "br");
  assert.match(served.headers.get("cache-control")!, /immutable/);
  const plain = await (await t.get(`/api/loans/getareas?version=${data.version}`, administrator)).json();
  assert.equal(plain.features.length, REGIONS.length, "regions that the file lacks have their approximate area");
  const [toronto] = plain.features;
  assert.deepEqual(toronto.geometry.coordinates, [[SQUARE]]);
  assert.deepEqual([toronto.properties.name, toronto.properties.approximate], ["Toronto", undefined]);
  assert.ok(plain.features.slice(1).every((one: typeof toronto) => one.properties.approximate === true));

  assert.deepEqual((await use(null)).data, { version: null });
  assert.ok(!(await map()).includes("/api/loans/getareas"));
  const second = (await send(areas("Ottawa"))).data.version;
  await use(second);
  await use(data.version);
  assert.ok((await map()).includes(`version=${data.version}`), "an older version may be put in force again");
  await use(null);
  const trail = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "areas.use")).orderBy(
    asc(auditRows.id),
  );
  assert.deepEqual(trail.map(({ after }) => JSON.parse(after!).version), [
    data.version,
    null,
    second,
    data.version,
    null,
  ]);
});

Deno.test("a region's page is found by its name or a place in it, and Toronto's without one (loans specification 2.8)", async () => {
  const cases: [id: string, region: string | null][] = [
    ["", "Toronto"],
    ["?id=", "Toronto"],
    ["?id=+", "Toronto"],
    ["?id=Rural", "Rural"],
    ["?id=toronto", "Toronto"],
    ["?id=Kanata", "Ottawa"],
    ["?id=Nowhere", null],
    ["?id=Muskoka", null],
  ];
  for (const [id, region] of cases) {
    const answer = await t.get(`/dashboard/maploans/settings${id}`, administrator);
    assert.equal(answer.status, region ? 200 : 404, id);
    assert.ok((await answer.text()).includes(region ? `${region} market` : "Page Not Found!"), id);
  }
});

Deno.test("the drawing on a region's page follows the areas in force", async () => {
  const inset = async () => {
    const page = await (await t.get("/dashboard/maploans/settings?id=Toronto", administrator)).text();
    return /<div class="inset">.*?<\/div>/s.exec(page)![0];
  };
  const approximate = await inset();
  assert.match(approximate, /Approximate areas/);
  await use((await send(areas())).data.version);
  assert.notEqual(await inset(), approximate);
  await use(null);
  assert.equal(await inset(), approximate);
});

Deno.test("another import has another address, and so have another version's approximate areas", async () => {
  const { version } = (await send(areas())).data;
  await use(version);
  const [address] = /\/api\/loans\/getareas[^"&]*(&amp;[^"&]+)*/.exec(
    await (await t.get("/dashboard/maploans", administrator)).text(),
  )!;
  const query = new URL(address.replaceAll("&amp;", "&"), "http://portal").searchParams;
  assert.deepEqual(Object.fromEntries(query), {
    version: String(version),
    at: String((await versions()).find(({ id }) => id === version)!.uploadedAt),
    rest: mapFile(t.deps.assets, "ontario-regions").split("/").at(-1),
  });
  assert.equal((await t.get(address.replaceAll("&amp;", "&"), administrator)).status, 200);
  await use(null);
});

Deno.test("versions stay listed, however often the approximate areas were put back", async () => {
  await send(areas());
  const back = { name: "", geojson: "", areas: 0, points: 0, uploadedAt: t.now(), inForceAt: t.now() };
  await t.deps.db.insert(areaVersions).values(Array.from({ length: 60 }, () => back));
  assert.match(await (await t.get("/dashboard/maploans/areas", administrator)).text(), /Imported versions/);
});

Deno.test("without script a button puts a version in force and goes back to the page", async () => {
  const { data } = await send(areas("Barrie"));
  const answer = await t.postForm("/api/loans/useareas", { version: String(data.version) }, administrator);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("location"), "/dashboard/maploans/areas");
  const back = await t.postForm("/api/loans/useareas", { version: "" }, administrator);
  assert.equal(back.status, 303);
  assert.match(await (await t.get("/dashboard/maploans/areas", administrator)).text(), /Approximate areas/);
});

Deno.test("administrators alone import, choose or download areas", async () => {
  const there = (await versions()).length;
  assert.equal((await send(areas(), {}, broker)).status, 403);
  assert.equal((await send(areas(), {}, null)).status, 401);
  assert.equal((await use(1, broker)).status, 403);
  assert.equal((await t.get("/api/loans/getareas?version=1", broker)).status, 403);
  assert.equal((await versions()).length, there);
});

/** 64 MB that travel as a few bytes. */
const bomb = () =>
  brotliCompressSync(new Uint8Array(64 * 1024 * 1024), { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } });

const HOSTILE: [what: string, body: () => BodyInit, headers: HeadersInit, status: number, reason: RegExp][] = [
  [
    "50 MB, announced",
    () => new Uint8Array(50 * 1024 * 1024).fill(32),
    {
      "content-length": String(50 * 1024 * 1024),
    },
    413,
    /larger than 24 MB\. Simplify its areas/,
  ],
  ["50 MB, streamed", () => stream("[".repeat(1024 * 1024), 50), {}, 413, /larger than 24 MB\. Simplify its areas/],
  ["10 million points", () => stream("[-79.5,43.5],".repeat(100_000), 100), {}, 413, /larger than/],
  ["24 MB of objects", () => `[${"{},".repeat(8_000_000)}{}]`, {}, 422, /too many properties/],
  ["a br bomb", () => new Uint8Array(bomb()), { "content-encoding": "br" }, 415, /not compressed/],
  ["a br bomb that says nothing", () => new Uint8Array(bomb()), {}, 422, /not valid JSON/],
  ["a gzip", () => new Uint8Array([31, 139]), { "content-encoding": "gzip" }, 415, /not compressed/],
  ["millions of points", () => `{"a":[${"[],".repeat(7_000_000)}0]}`, {}, 422, /more than 500,000 points/],
  ["as many brackets as fit", () => "[".repeat(AREAS_BYTES), {}, 422, /nested too deeply/],
  [
    "NaN",
    () => areas("Toronto", "RING").replace('"RING"', "[[NaN,43],[1,2],[3,4],[NaN,43]]"),
    {},
    422,
    /not valid JSON/,
  ],
  ["collections in collections", () => `{"type":"FeatureCollection","features":[${areas()}]}`, {}, 422, /has no name/],
  ["nothing", () => "", {}, 422, /not valid JSON/],
  [
    "a crossing",
    () => areas("Toronto", [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]]),
    {},
    422,
    /crosses itself at/,
  ],
];

for (const [what, body, headers, status, reason] of HOSTILE) {
  Deno.test(`hostile areas are refused with a sentence and change nothing: ${what}`, async () => {
    const there = (await versions()).length;
    const answer = await send(body(), headers);
    assert.equal(answer.status, status, answer.reason);
    assert.match(answer.reason, reason);
    assert.equal((await versions()).length, there);
  });
}

Deno.test("areas that take too long to check are refused", async () => {
  // A comb whose long teeth all overlap: each segment is compared with each other one.
  const comb = Array.from({ length: 120_000 }, (_, i) => [i % 2 ? -76 : -90, 43 + i / 20_000]);
  const ring = [...comb, [-91, 49.1], [-91, 43], comb[0]];
  await assert.rejects(readAreasInWorker(areas("Toronto", ring), 50), /took too long/);
  assert.equal((await readAreasInWorker(areas())).features.length, 1, "and the next are read");
});

Deno.test("an unknown version is not found", async () => {
  assert.equal((await use(999_999)).status, 404);
  assert.equal((await t.get("/api/loans/getareas?version=999999", administrator)).status, 404);
  assert.equal((await t.get("/dashboard/maploans/areas?version=x", administrator)).status, 404);
});
