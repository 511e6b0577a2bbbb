/**
 * Addresses are geocoded in the background: while a loan is submitted and after it is saved, by the operator's geocoder
 * alone.
 */
import assert from "node:assert/strict";
import { asc, eq, gt } from "drizzle-orm";
import { geocodes, loans } from "../../../db/schema/mod.ts";
import { browserTest } from "../../support/browser.ts";
import { makeLoan } from "../../support/loans.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";
import { until } from "../../support/until.ts";

/** What the geocoder was asked, and how long after the question before, in milliseconds. */
const questions: { query: string; referer: string | null; at: number }[] = [];
const LOST = "4000 Nowhere Line";

/** A Nominatim that knows every house but one. */
const geocoder = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
  const query = new URL(request.url).searchParams.get("q") ?? "";
  questions.push({ query, referer: request.headers.get("referer"), at: Date.now() });
  const found = { lat: "43.2531", lon: "-79.8859", place_rank: 30, address: { "ISO3166-2-lvl4": "CA-ON" } };
  return Response.json(query.startsWith(LOST) ? [] : [found], { headers: { "access-control-allow-origin": "*" } });
});

let opened: Site;
Deno.test.beforeAll(async () => {
  opened = await openSite({
    GEOCODER_URL: `http://127.0.0.1:${geocoder.addr.port}/search?format=jsonv2&q={q}`,
    MAP_ATTRIBUTION: "© OpenStreetMap contributors",
  });
});
Deno.test.afterAll(async () => {
  await opened.close();
  await geocoder.shutdown();
});

const openAs = opener(() => opened.url);
/** What was answered; an address that is waited for is not among it. */
const known = () => opened.t.deps.db.select().from(geocodes).where(gt(geocodes.at, 0)).orderBy(asc(geocodes.at));

browserTest("a loan's address is located while it is typed, and again when the address is saved", async (visit) => {
  const { t } = opened;
  const owner = await t.account({ role: 99 });
  const page = await openAs(visit, owner, "/dashboard/submitloan");
  await page.locator('[name="address"]').fill("118 Locke St. S");
  await page.locator('[name="city"]').fill("Hamilton");
  await page.locator('[name="postal"]').fill("L8P 4A8");
  await until("the first place", async () => (await known()).length === 1);
  const [first] = await known();
  assert.deepEqual([first.addressKey, first.latitude, first.longitude], [
    "118 locke street south|L8P4A8",
    43.2531,
    -79.8859,
  ]);
  assert.equal(questions.length, 1, "asked for once the address rests");
  assert.equal(questions[0].query, "118 Locke St. S, Hamilton, Ontario L8P 4A8, Canada");
  assert.equal(questions[0].referer, `${opened.url}/`, "the origin, for keys that are restricted to it");

  t.advance(2000);
  const loan = await makeLoan(t, { address: "9 Elm St", postal: "L8P 4A8" });
  assert.equal(loan.placePrecision, "postal area");
  const view = await openAs(visit, owner, `/dashboard/viewloan?id=${loan.id}`);
  const row = async () => (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;
  await until("the loan to be placed", async () => (await row()).placePrecision === "address");
  assert.equal((await row()).geoAddress, "43.2531||-79.8859");

  t.advance(2000);
  await view.locator('[name="address"]').fill(LOST);
  await view.getByRole("button", { name: "Save", exact: true }).first().click();
  await until("the address that is not found", async () => (await known()).some(({ latitude }) => latitude === null));
  assert.equal((await row()).placePrecision, "postal area", "a lost address stands in its postal area");
  assert.equal(questions.length, 3);
});

browserTest("the browser may call the geocoder's host, and no other", async ({ newPage }) => {
  const page = await newPage(`${opened.url}/login`, { expect: [/Content Security Policy|violates the following/] });
  const asks = (url: string) =>
    page.evaluate((address: string) => fetch(address).then(() => "answered", () => "refused"), url);
  assert.equal(await asks(`http://127.0.0.1:${geocoder.addr.port}/search?q=${LOST}`), "answered");
  const other = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("no", { headers: { "access-control-allow-origin": "*" } }),
  );
  assert.equal(await asks(`http://127.0.0.1:${other.addr.port}/`), "refused");
  await other.shutdown();
});
