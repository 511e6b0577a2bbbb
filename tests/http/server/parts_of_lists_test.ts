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

Deno.test("consents, areas and a broker's loans say of how many they have the newest", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), broker = await t.account({ role: 0, name: "Ann" });
    const loan = await makeLoan(t, { brokerId: broker.id });
    const shown = async (path: string) =>
      (await (await t.get(path, admin)).text()).replaceAll("<!-- -->", "").replaceAll(/\s+/g, " ");
    const ofNumbers = "from generate_series(1, 52)";
    const lists: [path: string, said: RegExp, insert: string][] = [
      [
        `/dashboard/viewbroker?id=${broker.id}`,
        /The newest 50 of 52\./,
        `insert into mail_consents (account_id, email, kind, source, day, recorded_at)
          select ${broker.id}, 'ann@b.example', 'express', 'staff', '2026-01-05', value ${ofNumbers}`,
      ],
      [
        "/dashboard/maploans/areas",
        /The newest 50 of 52\./,
        `insert into area_versions (name, geojson, areas, points, uploaded_at)
          select 'f', '{"features":[]}', 1, 1, value ${ofNumbers}`,
      ],
    ];
    for (const [path, said, insert] of lists) {
      assert.doesNotMatch(await shown(path), said, path);
      await t.deps.db.run(sql.raw(insert));
      assert.match(await shown(path), said, path);
    }
    await copyLoans(t, 60, `id = ${loan.id}`, { admin_com_select: "iif(value = 1, 'Funded', 'Declined')" });
    const page = await shown(`/dashboard/viewloan?id=${loan.id}`);
    assert.match(page, />60, 1 active</);
    assert.match(page, /The newest 50 of 60\./);
  }));

Deno.test("a chart of links says that it has those followed most, and a queue how many left it", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), { db } = t.deps;
    await db.run(sql`insert into tracked_emails (id, name, times_ran, created_at) values (1, 'Rates', 1, 1)`);
    await db.run(sql`insert into tracked_recipients (email_id, sent_id, account_id, name, email)
      values (1, 1, ${admin.id}, 'Ann', 'ann@b.example')`);
    const click = (link: number) =>
      db.run(sql`insert into tracker_events (email_id, sent_id, email, type, created, day, link)
        values (1, 1, 'ann@b.example', 'link', ${t.now()}, '2026-11-02', ${`https://x.example/${link}`})`);
    const shown = async (path: string) => (await (await t.get(path, admin)).text()).replaceAll("<!-- -->", "");
    for (let i = 1; i < 6; i++) await click(i);
    assert.match(await shown("/dashboard/tracking/1/1"), /Clicks by people, by link/);
    for (let i = 6; i < 9; i++) await click(i);
    assert.match(await shown("/dashboard/tracking/1/1"), /Clicks by people, the 6 links followed most/);

    await db.run(sql`insert into touch_base_queue (account_id, sent, queued_at, sent_date)
      select ${admin.id}, 1, value, value from generate_series(1, 203)`);
    const { que, settled } = (await (await t.get("/api/loans/touchbasedata", admin)).json()).data;
    assert.deepEqual([que.length, settled], [200, 203]);
  }));

Deno.test("the status says that it has the newest errors alone, and where the others are", () =>
  withApp(async (t) => {
    const owner = await t.account({ role: 99 });
    const shown = async () => (await (await t.get("/dashboard/status", owner)).text()).replaceAll("<!-- -->", "");
    const fail = (many: number) => {
      for (let i = 0; i < many; i++) t.deps.log({ level: "error", message: "job failed" });
    };
    fail(99);
    assert.doesNotMatch(await shown(), /The newest 100/);
    fail(2);
    assert.match(await shown(), /The newest 100\. The log has all\./);
  }));

Deno.test("a loan counts the duplicates of its address, and says where there are more than it lists", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), loan = await makeLoan(t, {});
    const counted = async () => {
      const page = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
      return /(\d+\+?) duplicate address(es)?/.exec(page.replaceAll("<!-- -->", ""))?.[1];
    };
    assert.equal(await counted(), undefined);
    await copyLoans(t, 1, `id = ${loan.id}`);
    assert.equal(await counted(), "1");
    await copyLoans(t, 98, `id = ${loan.id}`);
    assert.equal(await counted(), "99");
    await copyLoans(t, 1, `id = ${loan.id}`);
    assert.equal(await counted(), "100+");
  }));
