/** What grows old in the audit trail, and what the database itself keeps of it (docs/decisions/retention.md). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
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
    await assert.rejects(() => db.delete(auditRows).where(eq(auditRows.entity, "loan")));
    await assert.rejects(() => db.delete(auditRows).where(eq(auditRows.entity, "session")), "not yet two years old");
    await assert.rejects(() => db.update(auditRows).set({ address: "1.1.1.1" }));
    await assert.rejects(() => db.update(auditRows).set({ address: "99.1.2.0/24", actorName: "Nobody" }));
    await db.update(auditRows).set({ address: "99.1.2.0/24" });
    await db.delete(auditRows).where(eq(auditRows.at, now - 731 * DAY));
    assert.equal((await db.select().from(auditRows)).length, 3);
    await assert.rejects(() => db.update(auditRows).set({ address: "" }), "a network stays");
  }));
