/** A list that has no room for all says that it is a part. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { withApp } from "../../support/app.ts";
import { copyLoans, makeLoan } from "../../support/loans.ts";

Deno.test("filters by broker and a broker's mail say where others are left out", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), broker = await t.account({ role: 0, name: "Ann" }), { db } = t.deps;
    const shown = async (path: string) =>
      (await (await t.get(path, admin)).text()).replaceAll("<!-- -->", "").replaceAll(/\s+/g, " ");
    const numbers = (n: number) =>
      sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.raw(String(n))})`;
    await makeLoan(t, { brokerId: broker.id });
    await db.run(sql`insert into tracked_emails (id, name, times_ran, created_at) values (1, 'Rates', 20, 1)`);
    const mail = (from: number, to: number) =>
      db.run(sql`${numbers(to)} insert into tracked_recipients (email_id, sent_id, account_id, name, email)
        select 1, i, ${broker.id}, 'Ann', 'ann@b.example' from n where i >= ${from}`);
    const part = "The first 200: search for others", account = `/dashboard/viewbroker?id=${broker.id}`;
    await mail(1, 19);
    for (const path of ["/dashboard/loans", "/dashboard/maploans"]) {
      assert.ok(!(await shown(path)).includes(part), path);
    }
    assert.match(await shown(account), /the newest first\. Machines/);

    await db.run(sql`${numbers(200)} insert into accounts
      (role, name, email, email_key, username, username_key, password_hash, created_at, updated_at)
      select 0, 'Broker ' || i, 'b' || i, 'b' || i, 'b' || i, 'b' || i, '', 1, 1 from n`);
    await copyLoans(t, 200, "true", { broker_id: "(select id from accounts where name = 'Broker ' || value)" });
    await mail(20, 25);
    for (const path of ["/dashboard/loans", "/dashboard/maploans"]) assert.ok((await shown(path)).includes(part), path);
    assert.match(await shown(account), /the newest 20\. Machines/);
  }));
