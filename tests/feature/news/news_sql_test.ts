/** What each page and each minute ask of the news is a search of an index, however much of it there is. */
import assert from "node:assert/strict";
import { sql } from "drizzle-orm";
import { news } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { isGatheredBy, mailGathered } from "../../../lib/features/news/jobs.ts";
import { unreadSelect } from "../../../lib/features/news/list_news.ts";
import { newsSelect } from "../../../lib/features/news/load.ts";
import { withApp } from "../../support/app.ts";
import { makeNews } from "../../support/news.ts";

Deno.test("the count, the list and the minute's job search an index", () =>
  withApp(async (t) => {
    const { db } = t.deps;
    const plan = async (query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> => {
      const { sql: text, params } = query.toSQL();
      const parts = text.split("?");
      const filled = sql.join(
        parts.flatMap((part, i) => i < params.length ? [sql.raw(part), sql`${params[i]}`] : [sql.raw(part)]),
      );
      return JSON.stringify(await db.all(sql`explain query plan ${filled}`));
    };
    for (const role of Object.values(ROLE)) {
      const count = unreadSelect(db, { id: 1, role });
      assert.match(await plan(count), /INDEX news_unread/, `role ${role}`);
      assert.match(await plan(newsSelect(db, { id: 1, role }).limit(50)), /INDEX news_of_account/, `role ${role}`);
      for (const query of [count, newsSelect(db, { id: 1, role })]) assert.doesNotMatch(await plan(query), /SCAN/);
    }
    const due = await plan(db.select({ id: news.id }).from(news).where(isGatheredBy(t.now())).limit(100));
    assert.match(due, /INDEX news_to_mail \(mailing=\? AND mail_at<\?\)/);
  }));

Deno.test("the minute's job mails what is due and leaves the rest", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const waiting = { mailing: "now", mailAt: t.now() + 60_000 } as const;
    await makeNews(t, broker, { kind: "conditionAccepted", data: { titles: ["Appraisal"] } }, waiting);
    await makeNews(t, broker, { kind: "conditionAccepted", data: { titles: ["NOA"] } });
    await mailGathered(t.context());
    assert.equal((await t.mails(broker.email)).length, 0);
    t.advance(60_000);
    await mailGathered(t.context());
    assert.deepEqual((await t.mails(broker.email)).map(({ kind }) => kind), ["conditionAccepted"]);
  }));
