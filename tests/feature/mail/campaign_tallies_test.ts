/** What became of each run's mails, as triggers keep it and as a start counts it. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { runMailTallies } from "../../../db/derived/campaign_tallies.ts";
import { fillOf } from "../../../db/derived/objects.ts";
import { mails } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";
import fc from "../../support/properties.ts";

const STATUSES = ["waiting", "sending", "paused", "withdrawn", "sent", "failed", "kept"] as const;
type Mail = typeof mails.$inferSelect;

/** `campaign run status count` of every run, from the keys themselves. */
function counted(rows: readonly Mail[]): string[] {
  const ofRuns = rows.flatMap(({ idempotencyKey, status }) => {
    const [, id, run] = /^campaign:(\d+):(\d+):/.exec(idempotencyKey) ?? [];
    return id ? [`${id} ${run} ${status}`] : [];
  });
  return [...Map.groupBy(ofRuns, (one) => one)].map(([key, own]) => `${key} ${own.length}`).sort();
}

Deno.test("property: tallies of a run's mails follow every change, and equal those counted anew at a start", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    await t.deps.mailWorker.stop();
    const kept = async () =>
      (await db.$client.execute("select * from run_mails")).rows.map((row) => Array.from(row).join(" ")).sort();
    const step = fc.record({
      what: fc.constantFrom("write", "write", "status", "rename", "remove"),
      // A code's mail is no run's, whatever its key ends with.
      key: fc.constantFrom("campaign:1:1:", "campaign:1:12:", "campaign:12:1:", "deviceCode:1:1:"),
      status: fc.constantFrom(...STATUSES),
      at: fc.nat(20),
    });
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await db.delete(mails);
        for (const { what, key, status, at } of steps) {
          const known = await db.select().from(mails), one = known[at % Math.max(1, known.length)];
          const kind = key.split(":")[0], idempotencyKey = `${key}a${++n}@x.example:7`;
          if (what === "write" || !one) {
            const text = { to: "a@x.example", subject: "", html: "", text: "", dueAt: 1, createdAt: 1 };
            await db.insert(mails).values({ ...text, kind, idempotencyKey, status });
          } else if (what === "remove") await db.delete(mails).where(eq(mails.id, one.id));
          else if (what === "status") await db.update(mails).set({ status }).where(eq(mails.id, one.id));
          else await db.update(mails).set({ kind, idempotencyKey }).where(eq(mails.id, one.id));
        }
        const wanted = counted(await db.select().from(mails));
        assert.deepEqual(await kept(), wanted);
        await db.$client.batch(["delete from run_mails", ...fillOf(runMailTallies)], "write");
        assert.deepEqual(await kept(), wanted, "counted anew");
      }),
      { numRuns: 25 },
    );
  }));
