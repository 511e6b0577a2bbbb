/** Where loans stand, and in which region: after submission, edits, migrations, and for those that have neither. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { migrate } from "../../../db/migrate.ts";
import { geocodes, loans } from "../../../db/schema/mod.ts";
import { updateLoan } from "../../../lib/features/loans/mod.ts";
import { placeLoans } from "../../../lib/features/maps/jobs.ts";
import { exposureDetails } from "../../../lib/features/overview/mod.ts";
import { ALL_MONTHS, OVERVIEW_STATUSES } from "../../../lib/domain/lending/overview.ts";
import { POSTAL_CENTRES } from "../../../lib/domain/places/postal_centres.ts";
import { makeApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const t = await makeApp();
const owner = await t.account({ role: 99 });
Deno.test.afterAll(() => t.close());

const rowOf = async (id: number) => (await t.deps.db.select().from(loans).where(eq(loans.id, id)).get())!;
const update = (loanId: number, data: Record<string, string>) => updateLoan(t.context(owner), { loanId, data });
const [latitude, longitude] = POSTAL_CENTRES.get("L8P")!;

Deno.test("an edit of the address moves the pin and the region; the chosen region stays as it is", async () => {
  const { id } = await makeLoan(t, { region: "Hamilton" });
  const { loan } = await update(id, { postal: "", city: "City of TORONTO" });
  assert.equal(loan.marketRegion, "Toronto");
  assert.equal(loan.region, "Hamilton");
  assert.equal(loan.placePrecision, "municipality");
  assert.equal(loan.geoAddress, "43.6532||-79.3832");
  const back = (await update(id, { postal: "L8P 4A8" })).loan;
  assert.deepEqual([back.latitude, back.longitude, back.placePrecision], [latitude, longitude, "postal area"]);
  assert.equal(back.geoAddress, `${latitude}||${longitude}`);
});

Deno.test("a pin placed by a person stays through edits of the address, and the region follows the address", async () => {
  const { id } = await makeLoan(t, { latitude: 43.2, longitude: -79.9, placePrecision: "by hand" });
  await update(id, { postal: "M5V 2T6", city: "Toronto" });
  const row = await rowOf(id);
  assert.deepEqual([row.latitude, row.longitude, row.placePrecision], [43.2, -79.9, "by hand"]);
  assert.equal(row.marketRegion, "Toronto");
});

Deno.test("an edit of something else leaves place and region alone", async () => {
  const { id } = await makeLoan(t, { latitude: 43.25, longitude: -79.88, placePrecision: "address" });
  await update(id, { adminComments: "Called." });
  assert.equal((await rowOf(id)).latitude, 43.25);
});

Deno.test("an address that was geocoded before gets its exact place", async () => {
  await t.deps.db.insert(geocodes).values({
    addressKey: "9 elm street|L8P4A8",
    latitude: 43.257,
    longitude: -79.884,
    at: t.now(),
  });
  const { id } = await makeLoan(t);
  const { loan } = await update(id, { address: "9 Elm St." });
  assert.deepEqual([loan.placePrecision, loan.geoAddress], ["address", "43.257||-79.884"]);
});

Deno.test("'TORONTO', 'Toronto ' and M5V are one region in the overview and in the region rating", async () => {
  const before = await exposureDetails(t.context(owner), { months: ALL_MONTHS, statuses: OVERVIEW_STATUSES });
  const made = await Promise.all([
    makeLoan(t, { postal: "", city: "TORONTO", region: "Rural" }),
    makeLoan(t, { postal: "", city: "Toronto ", region: "" }),
    makeLoan(t, { postal: "M5V 2T6", city: "", region: "Hamilton" }),
  ]);
  assert.equal(new Set(made.map((loan) => loan.finalScore)).size, 1);
  const after = await exposureDetails(t.context(owner), { months: ALL_MONTHS, statuses: OVERVIEW_STATUSES });
  const toronto = (details: typeof after) => details.regions.find(({ label }) => label === "Toronto")?.count ?? 0;
  assert.equal(toronto(after), toronto(before) + 3);
});

Deno.test("the hourly job and a new version of the gazetteer give region and place to loans without", async () => {
  const bare = { marketRegion: "", latitude: null, longitude: null, placePrecision: null, geoAddress: "" };
  const { id } = await makeLoan(t, bare);
  const nowhere = await makeLoan(t, { ...bare, postal: "", city: "Atlantis", region: "" });
  const held = await makeLoan(t, { marketRegion: "", latitude: 44, longitude: -80, placePrecision: "by hand" });
  assert.equal(await placeLoans(t.context()), 3);
  assert.equal(await placeLoans(t.context()), 0);
  const row = await rowOf(id);
  assert.deepEqual([row.marketRegion, row.placePrecision, row.latitude], ["Hamilton", "postal area", latitude]);
  assert.deepEqual(
    [(await rowOf(nowhere.id)).marketRegion, (await rowOf(nowhere.id)).latitude],
    ["Rural", null],
  );
  assert.deepEqual([(await rowOf(held.id)).marketRegion, (await rowOf(held.id)).latitude], ["Hamilton", 44]);

  await t.deps.db.update(loans).set({ ...bare, marketRegion: "Elsewhere" }).where(eq(loans.id, id));
  await t.deps.db.update(loans).set({ marketRegion: "" }).where(eq(loans.id, held.id));
  await migrate(t.deps.db.$client, { rebuild: true });
  const again = await rowOf(id);
  assert.deepEqual([again.marketRegion, again.placePrecision, again.latitude], ["Hamilton", "postal area", latitude]);
  assert.deepEqual([(await rowOf(held.id)).marketRegion, (await rowOf(held.id)).latitude], ["Hamilton", 44]);
});
