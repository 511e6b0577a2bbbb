/** Counts of thousands have their commas, wherever a list or a chart has grown to them. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { copyLoans, makeLoan } from "../../support/loans.ts";
import { record, sendTracked } from "../../support/tracking.ts";

const shown = async (t: TestApp, path: string, account: TestAccount): Promise<string> =>
  (await (await t.get(path, account)).text()).replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ");

Deno.test("the outbox, an email's clicks and a broker's loans of thousands have commas", () =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: 99 }), broker = await t.account({ role: 0, name: "Ann" });
    const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i <= 1000)`;
    await t.deps.db.run(sql`${numbers}
      insert into mails (idempotency_key, kind, "to", subject, html, text, due_at, created_at, status)
      select 'k' || i, 'campaign', 'a' || i || '@b.example', '', '', '', 1, 1, 'failed' from n`);
    assert.match(await shown(t, "/dashboard/outbox", owner), /The newest 1,000 /);
    assert.match(await shown(t, "/dashboard/outbox?state=failed", owner), / 1,001 mails /);

    const { links } = (await sendTracked(t, {}, [broker])).get(broker.email)!;
    await record(t, { path: links[0] });
    await t.deps.db.run(sql`${numbers}
      insert into tracker_events (email_id, sent_id, email, type, created, day, ip, link)
      select v.email_id, v.sent_id, v.email, v.type, v.created, v.day, v.ip, v.link from n join tracker_events v
      where v.id = 1`);
    for (const path of ["/dashboard/tracking/1/1", "/dashboard/tracking/overview"]) {
      assert.match(await shown(t, path, owner), /Where they clicked.* 1,002 /s, path);
    }

    await makeLoan(t, { brokerId: broker.id });
    await copyLoans(t, 1_000, "true", { client_code: "'ANN-' || value" });
    assert.match(await shown(t, "/dashboard/loans", broker), /Loans +1,001 /);
    assert.match(await shown(t, `/dashboard/viewbroker?id=${broker.id}`, owner), /Active loans +1,001 +Loans +1,001 /);
  }));
