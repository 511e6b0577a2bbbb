/** What grows old in the audit trail, and what the database itself keeps of it (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { eq, getTableColumns } from "drizzle-orm";
import { auditRows } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";

const DAY = 24 * 3600_000;
const ACT = { action: "loan.update", entity: "loan", entityId: "1", address: "99.1.2.3" } as const;

Deno.test("the database itself refuses to delete audit rows that have to stay", () =>
  withApp(async (t) => {
    const { db } = t.deps, now = t.now();
    const signIn = { ...ACT, action: "session.start", entity: "session" } as const;
    await db.insert(auditRows).values([
      { ...ACT, at: now - 800 * DAY },
      { ...signIn, at: now - 731 * DAY },
      { ...signIn, at: now - 729 * DAY },
      { ...ACT, at: now },
    ]);
    await assert.rejects(() => db.delete(auditRows).where(eq(auditRows.at, now - 800 * DAY)), "no sign-in");
    await assert.rejects(() => db.delete(auditRows).where(eq(auditRows.entity, "session")), "not yet two years old");
    await assert.rejects(() => db.update(auditRows).set({ address: "1.1.1.1" }));
    const others: Partial<typeof auditRows.$inferInsert>[] = [
      ...[{ id: 77 }, { at: now - 1 }, { actorId: 1 }, { actorName: "Nobody" }, { action: "loan.delete" as const }],
      ...[{ entity: "account" as const }, { entityId: "2" }, { before: "{}" }, { after: "{}" }],
    ];
    assert.deepEqual(
      [...others.flatMap(Object.keys), "address"].sort(),
      Object.keys(getTableColumns(auditRows)).sort(),
      "every column is tried",
    );
    for (const other of others) {
      const change = { address: "99.1.2.0/24", ...other };
      const one = eq(auditRows.at, now);
      await assert.rejects(() => db.update(auditRows).set(change).where(one), Error, JSON.stringify(other));
    }
    await db.update(auditRows).set({ address: "99.1.2.0/24" });
    await db.delete(auditRows).where(eq(auditRows.at, now - 731 * DAY));
    assert.equal((await db.select().from(auditRows)).length, 3);
    await assert.rejects(() => db.update(auditRows).set({ address: "" }), "a network stays");
  }));
