/** Pins moved by hand and back, and addresses that the geocoder placed: once, in turn, near their postal code. */
import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { auditRows, loans } from "../../../db/schema/mod.ts";
import { POSTAL_CENTRES } from "../../../lib/domain/places/postal_centres.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { makeApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const t = await makeApp({
  GEOCODER_URL: "https://geo.example/search?q={q}",
  MAP_ATTRIBUTION: "© OpenStreetMap contributors",
});
const administrator = await t.account({ role: ROLE.administrator });
const broker = await t.account({ role: ROLE.broker });
Deno.test.afterAll(() => t.close());

const rowOf = async (id: number) => (await t.deps.db.select().from(loans).where(eq(loans.id, id)).get())!;
const send = async (call: string, body: object, as = administrator) => {
  const response = await t.post(`/api/loans/${call}`, body, as);
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...await response.json() };
};
const [latitude, longitude] = POSTAL_CENTRES.get("L8P")!;
const HOME = { address: "118 Locke St S", city: "Hamilton", postal: "L8P 4A8" };
const POINT = { latitude: 43.2531, longitude: -79.8859 };

Deno.test("an administrator moves a pin and brings it back; each is in the audit, and open forms stay good", async () => {
  const loan = await makeLoan(t, { address: "77 Dundurn Street South" });
  const { status, data } = await send("saveplace", { loanId: loan.id, ...POINT });
  assert.equal(status, 200);
  assert.deepEqual(data, { ...POINT, placePrecision: "by hand", geoAddress: "43.2531||-79.8859" });
  assert.equal((await rowOf(loan.id)).updatedAt, loan.updatedAt);
  const back = await send("saveplace", { loanId: loan.id });
  assert.deepEqual(back.data, {
    latitude,
    longitude,
    placePrecision: "postal area",
    geoAddress: `${latitude}||${longitude}`,
  });
  const trail = await t.deps.db.select().from(auditRows)
    .where(and(eq(auditRows.action, "loan.place"), eq(auditRows.entityId, String(loan.id))));
  assert.equal(trail.length, 2);
  assert.deepEqual(JSON.parse(trail[0].after!), data);
  assert.equal(trail[0].actorId, administrator.id);
});

Deno.test("a pin goes nowhere but on the map, and for administrators alone", async () => {
  const { id: loanId } = await makeLoan(t, { address: "5 Elsewhere Lane", brokerId: broker.id });
  for (
    const wrong of [
      { latitude: 51.5, longitude: -0.1 },
      { latitude: "north", longitude: -79 },
      { latitude: 43.2 },
      { latitude: null, longitude: -79 },
      { latitude: 1e9, longitude: 1e9 },
    ]
  ) assert.equal((await send("saveplace", { loanId, ...wrong })).status, 422, JSON.stringify(wrong));
  assert.equal((await send("saveplace", { loanId, ...POINT }, broker)).status, 403);
  assert.equal((await send("saveplace", { loanId: 999_999, ...POINT })).status, 404);
  assert.equal((await rowOf(loanId)).placePrecision, "postal area");
});

Deno.test("an address is asked for once, one in a second; its loans move, those placed by hand do not", async () => {
  const near = await makeLoan(t, { ...HOME, brokerId: broker.id });
  const unit = await makeLoan(t, { ...HOME, address: "Unit 3, 118 Locke Street South" });
  const byHand = await makeLoan(t, { ...HOME, latitude: 43.3, longitude: -79.8, placePrecision: "by hand" });
  const elsewhere = await makeLoan(t, { ...HOME, city: "Toronto", postal: "M5V 2T6" });
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", HOME, broker)).data, { ask: true });
  const late = await send("asktogeocode", { ...HOME, address: "1 Queen St N" });
  assert.equal(late.status, 429);
  assert.equal(late.retryAfter, "1");
  assert.deepEqual((await send("savegeocode", { ...HOME, ...POINT }, broker)).data, { moved: 2 });
  for (const { id } of [near, unit]) {
    const row = await rowOf(id);
    assert.deepEqual([row.placePrecision, row.geoAddress], ["address", "43.2531||-79.8859"]);
  }
  assert.equal((await rowOf(byHand.id)).latitude, 43.3);
  assert.equal((await rowOf(elsewhere.id)).placePrecision, "postal area");
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", { ...HOME, address: "118 LOCKE STREET S." })).data, { ask: false });
  await send("savegeocode", { ...HOME, latitude: 43.26, longitude: -79.9 });
  assert.equal((await rowOf(near.id)).latitude, POINT.latitude, "the first answer stays");
});

Deno.test("what was not found is not asked for again within a month; a place far from the postal code is refused", async () => {
  const lost = { address: "4000 Nowhere Line", city: "Hamilton", postal: "L8P 4A8" };
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", lost)).data, { ask: true });
  assert.equal((await send("savegeocode", { ...lost, latitude: 49.7, longitude: -94.4 })).status, 422);
  assert.equal((await send("savegeocode", lost)).status, 200);
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", lost)).data, { ask: false });
  t.advance(31 * 24 * 3600_000);
  await t.signInAgain(administrator);
  assert.deepEqual((await send("asktogeocode", lost)).data, { ask: true });
  assert.equal((await send("savegeocode", { ...lost, ...POINT })).status, 200);
});
