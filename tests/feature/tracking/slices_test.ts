/** Tallies that a start adds up anew, slice by slice (docs/decisions/tracking.md). */
import assert from "node:assert/strict";
import { DERIVED } from "../../../db/derived/mod.ts";
import { type Extent, fillOf } from "../../../db/derived/objects.ts";
import { migrate } from "../../../db/mod.ts";
import { trackedEmails, trackerEvents } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../../lib/domain/dates.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import fc from "../../support/properties.ts";

const DAY = 24 * 3600_000;
const PIECES = DERIVED.filter((piece) => fillOf(piece).some((one) => one.includes("tracker_events")));
const TALLIES = PIECES.flatMap(({ tables = [] }) => tables.map(({ name }) => name));

async function tallies(t: TestApp): Promise<unknown[][]> {
  const of = async (name: string) => (await t.deps.db.$client.execute(`select * from ${name} order by 1, 2, 3`)).rows;
  return await Promise.all(TALLIES.map(async (name) => (await of(name)).map((row) => Object.values(row))));
}

/** The tallies as they are filled anew over an extent, in the order of their pieces. */
async function filled(t: TestApp, extent?: Extent): Promise<unknown[][]> {
  const triggers = PIECES.flatMap(({ triggers = [] }) => triggers);
  await t.deps.db.$client.batch([
    ...triggers.map((one) => `drop trigger ${one.split(" ")[2]}`),
    ...TALLIES.map((name) => `delete from ${name}`),
    ...PIECES.flatMap((piece) => fillOf(piece, extent)),
    ...triggers,
  ], "write");
  return await tallies(t);
}

Deno.test("property: slices of any size, also one that events came after, add up to the triggers' sums", () =>
  withApp(async (t) => {
    const people = [await t.account({ role: 0 }), await t.account({ role: 0 })];
    await t.deps.db.insert(trackedEmails).values([{ id: 1, name: "A", createdAt: 1 }, {
      id: 2,
      name: "B",
      createdAt: 1,
    }]);
    const event = fc.record({
      who: fc.nat(2),
      emailId: fc.integer({ min: 1, max: 2 }),
      // Over two years, so that months, quarters and years are cut.
      daysAgo: fc.nat(730),
      type: fc.constantFrom("open" as const, "link" as const),
      machine: fc.constantFrom("", "A crawler"),
      ip: fc.constantFrom("99.1.1.1", "99.1.1.2"),
      gap: fc.integer({ min: 1, max: 60_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), fc.nat(12), async (events, known) => {
        await t.deps.db.delete(trackerEvents);
        let id = 0;
        const rows = events.map(({ who, daysAgo, gap, ...rest }) => {
          const created = t.now() - daysAgo * DAY, account = people[who];
          return {
            ...rest,
            // Far apart, as of a long table.
            id: id += gap,
            sentId: 1,
            accountId: account?.id ?? null,
            email: account?.email ?? "former@b.example",
            created,
            day: dateInToronto(created),
            link: rest.type === "link" ? "https://lender.example/a" : "",
          };
        });
        await t.deps.db.insert(trackerEvents).values(rows);
        const kept = await tallies(t), seen = rows.slice(0, known), times = seen.map(({ created }) => created);
        const extent = seen.length === 0
          ? undefined
          : { lastId: seen.at(-1)!.id, from: Math.min(...times), to: Math.max(...times) };
        assert.deepEqual(await filled(t, extent), kept);
      }),
      { numRuns: 25 },
    );
  }));

/** What adds up a table from an extent. */
const fillInto = (name: string, extent: Extent) =>
  PIECES.find(({ tables }) => tables?.some((table) => table.name === name))!.sliced!.fill(extent);

Deno.test("no statement adds up all events", () => {
  assert.deepEqual(TALLIES, ["tracker_spans", "tracker_openers", "tracker_links", "tracker_weeks", "run_people"]);
  for (const { fill, sliced, tables } of PIECES) assert.ok(sliced && !fill, tables?.[0].name ?? "a piece");
});

Deno.test("weeks are added up one by one, from Monday to Sunday in Toronto", () => {
  // From Sunday to Tuesday over the clock's change of 1 November 2026.
  const extent = { lastId: 5_000_000, from: Date.UTC(2026, 9, 25, 12), to: Date.UTC(2026, 10, 3, 12) };
  const mondays = [Date.UTC(2026, 9, 26, 4), Date.UTC(2026, 10, 2, 5)];
  assert.deepEqual(
    fillInto("tracker_weeks", extent).map((sql) => /WHERE (.*) AND machine = ''/.exec(sql)![1]),
    [
      `created >= 0 AND created < ${mondays[0]}`,
      `created >= ${mondays[0]} AND created < ${mondays[1]}`,
      `created >= ${mondays[1]}`,
    ],
  );
});

Deno.test("a long table is cut into slices of bounded size, each event in one", () => {
  const of = (lastId: number) => fillInto("tracker_links", { lastId, from: 0, to: 0 });
  assert.deepEqual([of(0).length, of(50_000).length, of(50_001).length, of(1_000_000).length], [1, 1, 2, 20]);
  assert.match(of(150_000)[1], /WHERE id > 50000 AND id <= 100000 AND/);
  assert.match(of(150_000)[2], /WHERE id > 100000 AND type/);
});

Deno.test("a start that takes long logs its progress", () =>
  withApp(async (t) => {
    const said: string[] = [], clock = performance.now;
    let now = 0;
    performance.now = () => now += 2_000;
    try {
      await migrate(t.deps.db.$client, { rebuild: true, report: (sentence) => void said.push(sentence) });
    } finally {
      performance.now = clock;
    }
    assert.ok(said.length > 5);
    assert.match(said[0], /^The database is brought to this version: \d+ of \d+ steps are done\.$/);
    const done = said.map((sentence) => Number(/(\d+) of/.exec(sentence)![1]));
    assert.deepEqual(done, done.toSorted((a, b) => a - b));
  }));
