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
const otherBroker = await t.account({ role: ROLE.broker });
Deno.test.afterAll(() => t.close());

const rowOf = async (id: number) => (await t.deps.db.select().from(loans).where(eq(loans.id, id)).get())!;
const send = async (call: string, body: object, as = administrator) => {
  const response = await t.post(`/api/loans/${call}`, body, as);
  return { status: response.status, retryAfter: response.headers.get("retry-after"), ...await response.json() };
};
const [latitude, longitude] = POSTAL_CENTRES.get("L8P")!;
const HOME = { address: "118 Locke St S", city: "Hamilton", postal: "L8P 4A8" };
const POINT = { latitude: 43.2531, longitude: -79.8859 };

Deno.test("an administrator moves a pin and resets it; both are in the audit trail, and open forms stay current", async () => {
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

Deno.test("a pin can be placed on the map alone, by administrators alone", async () => {
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

const placeTrail = (id: number) =>
  t.deps.db.select().from(auditRows)
    .where(and(eq(auditRows.action, "loan.place"), eq(auditRows.entityId, String(id))));
const placeOf = async (id: number) => {
  const { placePrecision, latitude, longitude } = await rowOf(id);
  return [placePrecision, latitude, longitude];
};
/** Asks for an address and answers it, as a browser does. */
const answer = async (entry: object, point: object, as = administrator) => {
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", entry, as)).data, { ask: true });
  return await send("savegeocode", { ...entry, ...point }, as);
};
const ADDRESS = ["address", POINT.latitude, POINT.longitude];
const POSTAL = ["postal area", latitude, longitude];

Deno.test("an address is geocoded once, one address a second; its loans move, except those placed by hand", async () => {
  const near = await makeLoan(t, { ...HOME, brokerId: broker.id });
  const unit = await makeLoan(t, { ...HOME, address: "Unit 3, 118 Locke Street South" });
  const byHand = await makeLoan(t, { ...HOME, latitude: 43.3, longitude: -79.8, placePrecision: "by hand" });
  const elsewhere = await makeLoan(t, { ...HOME, city: "Toronto", postal: "M5V 2T6" });
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", HOME)).data, { ask: true });
  const late = await send("asktogeocode", { ...HOME, address: "1 Queen St N" });
  assert.equal(late.status, 429);
  assert.equal(late.retryAfter, "1");
  assert.deepEqual(await send("savegeocode", { ...HOME, ...POINT }), {
    status: 200,
    retryAfter: null,
    response: true,
  });
  for (const { id } of [near, unit]) {
    assert.deepEqual(await placeOf(id), ADDRESS);
    assert.equal((await rowOf(id)).geoAddress, "43.2531||-79.8859");
    const [row, ...more] = await placeTrail(id);
    assert.equal(more.length, 0);
    assert.equal(row.actorId, administrator.id);
    assert.equal(JSON.parse(row.before!).placePrecision, "postal area");
    assert.equal(JSON.parse(row.after!).geoAddress, "43.2531||-79.8859");
  }
  assert.equal((await rowOf(byHand.id)).latitude, 43.3);
  assert.equal((await rowOf(elsewhere.id)).placePrecision, "postal area");
  t.advance(2000);
  for (const as of [administrator, broker]) {
    assert.deepEqual((await send("asktogeocode", { ...HOME, address: "118 LOCKE STREET S." }, as)).data, {
      ask: false,
    });
  }
});

Deno.test("a broker's answer moves the broker's own loans alone; an administrator's replaces it", async () => {
  const shared = { ...HOME, address: "12 Shared Ave" };
  const own = await makeLoan(t, { ...shared, brokerId: broker.id });
  const theirs = await makeLoan(t, { ...shared, brokerId: otherBroker.id });
  const lie = { latitude: 43.5, longitude: -79.7 };
  const said = await answer(shared, lie, broker);
  assert.deepEqual(said, { status: 200, retryAfter: null, response: true }, "no count of others' loans");
  assert.deepEqual(await placeOf(own.id), ["address", lie.latitude, lie.longitude]);
  assert.deepEqual(await placeOf(theirs.id), POSTAL);
  assert.equal((await placeTrail(own.id))[0].actorId, broker.id);
  assert.equal((await placeTrail(theirs.id)).length, 0);
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", shared, otherBroker)).data, { ask: false }, "known to brokers");

  await answer(shared, POINT);
  for (const { id } of [own, theirs]) assert.deepEqual(await placeOf(id), ADDRESS);
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", shared)).data, { ask: false }, "and now to everybody");

  const nowhere = { ...HOME, address: "13 Shared Ave" };
  const made = await makeLoan(t, { ...nowhere, brokerId: broker.id });
  await answer(nowhere, lie, broker);
  await answer(nowhere, {});
  assert.deepEqual(await placeOf(made.id), POSTAL, "an address that the administrator's search does not find");
});

Deno.test("an answer is refused without a turn, a second time, for another address, and too late", async () => {
  const there = { ...HOME, address: "20 Turn Court" };
  const { id } = await makeLoan(t, { ...there, brokerId: broker.id });
  const refused = async (as = broker) => {
    const { status, reason } = await send("savegeocode", { ...there, ...POINT }, as);
    assert.equal(status, 409);
    assert.match(reason, /This address was not asked for/);
    assert.deepEqual(await placeOf(id), POSTAL);
  };
  await refused();
  t.advance(2000);
  assert.deepEqual((await send("asktogeocode", there, broker)).data, { ask: true });
  await refused(otherBroker);
  t.advance(6 * 60_000);
  await refused();
  assert.equal((await answer(there, {}, broker)).status, 200);
  await refused();
});

Deno.test("a turn is reserved for its holder until it is over; an administrator need not wait for a broker's", async () => {
  const ask = async (address: string, as: typeof broker) => {
    t.advance(2000);
    return (await send("asktogeocode", { ...HOME, address }, as)).data.ask;
  };
  const taken = "30 Turn Court", staffs = "31 Turn Court";
  assert.deepEqual([await ask(taken, broker), await ask(taken, otherBroker)], [true, false]);
  assert.equal(await ask(taken, broker), true, "whoever has it may begin anew");
  assert.equal(await ask(taken, administrator), true);
  assert.deepEqual([await ask(staffs, administrator), await ask(staffs, broker)], [true, false]);
  assert.equal((await send("savegeocode", { ...HOME, address: staffs, ...POINT })).status, 200);
  t.advance(6 * 60_000);
  assert.equal(await ask(taken, otherBroker), true, "nobody answered in time");
});

Deno.test("an address that was not found is not asked for again for a month; a place far from its postal code is refused", async () => {
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
