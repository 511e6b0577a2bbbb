/** Derived data that is made anew beside a running portal: pages are read, and no save that was taken is lost. */
import assert from "node:assert/strict";
import { loans } from "../../../db/schema/mod.ts";
import { readEnv } from "../../../lib/server/env.ts";
import { rebuildDerived } from "../../../lib/server/tasks/rebuild.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

Deno.test({
  name: "on a libSQL server pages are read, and saves accepted or postponed, during a rebuild of the derived data",
  ignore: !hasLibsqlServer,
  fn: async () => {
    const server = await startLibsqlServer();
    try {
      await withApp(async (t) => {
        const admin = await t.account({ role: 9 });
        for (let n = 0; n < 30; n++) await makeLoan(t, { brokerId: admin.id });
        const env = readEnv((name) => ({ DATABASE_URL: server.url, PUBLIC_URL: "http://localhost" })[name]);
        let rebuilding = true;
        const seen: Record<string, number> = {};
        const count = (what: string) => void (seen[what] = (seen[what] ?? 0) + 1);
        const reads = async () => {
          while (rebuilding) {
            const answer = await t.get("/dashboard/loans?size=200", admin);
            const html = await answer.text();
            count(`read ${answer.status} ${html.match(/SMI-\d+/g)?.length ? "with rows" : "without"}`);
          }
        };
        const saved = new Map<number, string>();
        const write = async (n: number) => {
          const [loan] = await t.deps.db.select().from(loans).limit(1).offset(n % 30);
          const city = `Town ${n}`;
          const sent = { loanId: loan.id, updatedAt: loan.updatedAt, data: { city } };
          const answer = await t.post("/api/loans/updateloan", sent, admin);
          if (answer.status === 200) saved.set(loan.id, city);
          await answer.body?.cancel();
          return answer.status;
        };
        const writes = async () => {
          for (let n = 0; rebuilding; n++) count(`write ${await write(n)}`);
        };
        const others = Promise.all([reads(), writes()]);
        try {
          for (let n = 0; n < 3; n++) assert.match(await rebuildDerived(env), /made anew/);
        } finally {
          rebuilding = false;
          await others;
        }
        // A save that has waited for the database too long is put off by a 503, and writes nothing.
        const allowed = ["read 200 with rows", "write 200", "write 503"];
        assert.deepEqual(Object.keys(seen).filter((what) => !allowed.includes(what)), [], JSON.stringify(seen));
        assert.ok(seen["read 200 with rows"] > 0, JSON.stringify(seen));
        assert.equal(await write(0), 200, "saves are taken again once the rebuilding is over");
        for (const { id, city } of await t.deps.db.select().from(loans)) {
          if (saved.has(id)) assert.equal(city, saved.get(id));
        }
      }, { DATABASE_URL: server.url });
    } finally {
      await server.stop();
    }
  },
});
