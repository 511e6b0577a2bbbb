/** The plans of the lists' statements, on a file and on a libSQL server: what they sort, and which rows they read. */
import assert from "node:assert/strict";
import type { Client } from "@libsql/client";
import { migrate } from "../../../db/mod.ts";
import {
  countFiltered,
  countSearched,
  countTallied,
  type FilterKind,
  pageOfIds,
} from "../../../lib/features/loans/page_of_loans.ts";
import { loansSavedEarlier } from "../../../lib/features/settings/outdated_loans.ts";
import { SORTS } from "../../../lib/schemas/loans/list.ts";
import { backends, withDatabase } from "../../support/backends.ts";

/** Ways to narrow a list without a search. */
const KINDS: readonly FilterKind[] = ["type", "broker", "risk", "type broker", "broker risk", "type broker risk"];
/** Columns of the index that a count goes by: `<expr>` is the loan's position. */
const RANGES: readonly [kind: FilterKind, range: string][] = [
  ["type broker", "<expr>=? AND broker_id=?"],
  ["risk earlier", "shown_score>?"],
];

/** How SQLite runs a statement, one line a step. Placeholders do not change a plan. */
async function planOf(client: Client, query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
  const { sql, params } = query.toSQL();
  const args = params.map((param) => typeof param === "object" ? 1 : param as string);
  const { rows } = await client.execute({ sql: `explain query plan ${sql}`, args });
  return rows.map((row) => row.detail).join("\n");
}

/** True where a statement fetches columns of a row that it found by the index. A plan calls no expression covered. */
async function readsRows(
  client: Client,
  query: { toSQL(): { sql: string; params: unknown[] } },
  index: string,
): Promise<boolean> {
  const { sql, params } = query.toSQL();
  const { rows } = await client.execute({ sql: `explain ${sql}`, args: params.map(() => 1) });
  const [{ root }] = (await client.execute({
    sql: "select rootpage as root from sqlite_schema where name = ?",
    args: [index],
  })).rows;
  const cursors = new Set(rows.filter(({ opcode, p2 }) => opcode === "OpenRead" && p2 === root).map(({ p1 }) => p1));
  assert.ok(cursors.size > 0, `it goes by ${index}`);
  const found = new Set(
    rows.filter(({ opcode, p1 }) => opcode === "DeferredSeek" && cursors.has(p1)).map(({ p3 }) => p3),
  );
  return rows.some(({ opcode, p1 }) => opcode === "Column" && found.has(p1));
}

for (const backend of backends) {
  Deno.test({
    name: `${backend.name}: no list sorts more than few rows, or reads what it does not show`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await migrate(client);
        for (const sort of SORTS) {
          for (const order of ["asc", "desc"] as const) {
            const plan = await planOf(client, db.select().from(pageOfIds(db, sort, order, "")));
            assert.match(plan, /SEARCH loans USING (COVERING )?INDEX loans_/, `${sort} ${order}`);
            assert.doesNotMatch(plan, /TEMP B-TREE|SCAN loans/, `${sort} ${order}`);
            for (const kind of KINDS) {
              const page = pageOfIds(db, sort, order, kind), left = await planOf(client, db.select().from(page));
              assert.doesNotMatch(left, /SCAN loans\b/, `${sort} ${order}, ${kind}`);
              // Few are looked up and sorted, once; many are met in the order of the sort's index, which says enough.
              assert.match(left, /SEARCH loans USING (COVERING )?INDEX loans_by/, `${sort} ${order}, ${kind}`);
              assert.ok(left.split("TEMP B-TREE").length <= 2, `${sort} ${order}, ${kind}: ${left}`);
              const index = sort === "new" ? "loans_by_age" : `loans_by_${sort}`;
              assert.equal(await readsRows(client, db.select().from(page), index), false, `${sort} ${order}, ${kind}`);
            }
          }
        }
        const found = await planOf(client, db.select().from(pageOfIds(db, "new", "desc", "q")));
        // Asked for one loan at a time (INDEX 0:M…=), a search in filters takes seconds.
        const [once, counted] = [pageOfIds(db, "city", "asc", "q risk"), countFiltered(db, "q risk")];
        for (const reads of ["MATERIALIZE found", "LIST SUBQUERY \\d+"]) {
          assert.match(
            await planOf(client, db.select().from(once)),
            new RegExp(`${reads}\\nSCAN loan_search VIRTUAL TABLE INDEX 0:M\\d+\\n`),
          );
        }
        assert.match(
          await planOf(client, counted),
          /LIST SUBQUERY \d+\nSCAN loan_search VIRTUAL TABLE INDEX 0:M\d+(\n|$)/,
        );
        assert.match(
          await planOf(client, countSearched(db)),
          /^CO-ROUTINE \S+\nSCAN loan_search VIRTUAL TABLE INDEX 0:M\d+\nSCAN \S+$/,
        );
        for (const kind of ["type", "broker", "risk", "type risk"] as const) {
          const plan = await planOf(client, countTallied(db, kind));
          assert.match(plan, /^SEARCH overview_tallies USING PRIMARY KEY \(dimension=\? AND bucket[=>]\?/, kind);
          assert.doesNotMatch(plan, /\bloans\b/, kind);
        }
        for (const [kind, range] of RANGES) {
          const plan = await planOf(client, countFiltered(db, kind));
          assert.ok(plan.includes(`(admin_com_select=? AND ${range}`), `${kind}: ${plan}`);
          const index = kind === "risk earlier" ? "loans_by_score" : "loans_filters";
          assert.equal(await readsRows(client, countFiltered(db, kind), index), false, kind);
        }
        assert.match(found, /VIRTUAL TABLE INDEX/);
        assert.doesNotMatch(found, /TEMP B-TREE/);
      }),
  });

  Deno.test({
    name: `${backend.name}: which of all Pending loans were saved under earlier settings is read from an index alone`,
    ignore: backend.ignore,
    fn: () =>
      withDatabase(backend, {}, async ({ db, client }) => {
        await migrate(client);
        assert.match(await planOf(client, loansSavedEarlier(db)), /^SEARCH loans USING COVERING INDEX loans_saved/);
      }),
  });
}
