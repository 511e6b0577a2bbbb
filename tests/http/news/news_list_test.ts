/** The bell and its list: the count on every page, also on kept ones, marking as read, and nobody else's news. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { accounts, news } from "../../../db/schema/mod.ts";
import type { News } from "../../../lib/domain/news/kinds.ts";
import { retentionFrom } from "../../../lib/domain/operations/retention.ts";
import { saveRetention } from "../../../lib/features/operations/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { lastAudit } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { makeNews } from "../../support/news.ts";

const RETURNED: News = { kind: "conditionReturned", data: { title: "Appraisal", reason: "It is cut off." } };

/** A page as a browser gets it: compressed, and kept by the server where it may be. */
async function page(t: TestApp, path: string, as: TestAccount): Promise<string> {
  const answer = await t.get(path, as, { "accept-encoding": "gzip", accept: "text/html" });
  assert.equal(answer.status, 200, path);
  return gunzipSync(new Uint8Array(await answer.arrayBuffer())).toString();
}
/** The count at the bell; 0 where there is none. */
function unreadAt(html: string): number {
  const bell =
    /<a [^>]*href="\/dashboard\/news"[^>]*bar-link[^]*?<\/a>|<a [^>]*bar-link[^>]*href="\/dashboard\/news"[^]*?<\/a>/
      .exec(html)?.[0];
  assert.ok(bell, "there is a bell");
  return Number(/class="count">(\d+)/.exec(bell)?.[1] ?? 0);
}
const mark = (t: TestApp, body: object, as: TestAccount) => t.post("/api/news/markread", body, as);

Deno.test("cached pages show the current count: after news, after reading, for each person", () =>
  withApp(async (t) => {
    const broker = await t.account(), owner = await t.account({ role: 99 });
    const loan = await makeLoan(t, { brokerId: broker.id });
    for (const path of ["/dashboard/loans", `/dashboard/viewloan/${loan.id}`, "/dashboard/accountsettings"]) {
      await mark(t, { until: 1_000_000 }, broker);
      for (let twice = 0; twice < 2; twice++) assert.equal(unreadAt(await page(t, path, broker)), 0, path);
      const id = await makeNews(t, broker, RETURNED, { loanId: loan.id });
      await makeNews(t, broker, RETURNED, { loanId: loan.id });
      for (let twice = 0; twice < 2; twice++) assert.equal(unreadAt(await page(t, path, broker)), 2, path);
      assert.deepEqual(await (await mark(t, { id }, broker)).json(), { response: true, unread: 1 });
      for (let twice = 0; twice < 2; twice++) assert.equal(unreadAt(await page(t, path, broker)), 1, path);
      assert.equal(unreadAt(await page(t, "/dashboard/loans", owner)), 0, "the owner has none");
    }
  }));

Deno.test("a count of hundreds stays beside the bell's neighbour", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const loan = await makeLoan(t, { brokerId: broker.id });
    const bell = async () => /class="count">(\d+\+?)</.exec(await page(t, "/dashboard/loans", broker))?.[1];
    for (let n = 0; n < 99; n++) await makeNews(t, broker, RETURNED, { loanId: loan.id });
    assert.equal(await bell(), "99");
    await makeNews(t, broker, RETURNED, { loanId: loan.id });
    assert.equal(await bell(), "99+");
  }));

Deno.test("the list says what happened, with the reason, and without script a form marks it read", () =>
  withApp(async (t) => {
    const broker = await t.account(), stranger = await t.account();
    const loan = await makeLoan(t, { brokerId: broker.id });
    const id = await makeNews(t, broker, RETURNED, { loanId: loan.id });
    await makeNews(t, stranger, { kind: "statusChanged", data: { from: "NA", to: "Declined", reason: "Not ours." } }, {
      loanId: loan.id,
    });
    const html = await page(t, "/dashboard/news?show=unread", broker);
    assert.ok(html.includes(`${loan.clientCode}: Appraisal needs another look`) && html.includes("It is cut off."));
    assert.ok(html.includes(`href="/dashboard/viewloan/${loan.id}"`) && !html.includes("Not ours."));
    const marked = await t.postForm("/api/news/markread", { id: String(id) }, broker);
    assert.deepEqual([marked.status, marked.headers.get("location")], [303, "/dashboard/news"]);
    assert.match(await page(t, "/dashboard/news?show=unread", broker), /You have read everything/);
    assert.ok((await page(t, "/dashboard/news", broker)).includes("needs another look"));
  }));

Deno.test("nobody marks another's news, and news that came after the list was shown stays unread", () =>
  withApp(async (t) => {
    const broker = await t.account(), stranger = await t.account();
    const first = await makeNews(t, broker, RETURNED), second = await makeNews(t, broker, RETURNED);
    assert.deepEqual(await (await mark(t, { id: first }, stranger)).json(), { response: true, unread: 0 });
    assert.deepEqual(await (await mark(t, { until: first }, broker)).json(), { response: true, unread: 1 });
    const rows = await t.deps.db.select().from(news).where(eq(news.accountId, broker.id)).orderBy(news.id);
    assert.deepEqual(rows.map(({ id, readAt }) => [id, readAt]), [[first, t.now()], [second, null]]);
    for (const wrong of [{}, { id: first, until: second }, { id: 0 }, { id: "x" }, { until: -1 }]) {
      assert.equal((await mark(t, wrong, broker)).status, 422, JSON.stringify(wrong));
    }
    assert.equal((await t.post("/api/news/markread", { id: second })).status, 401);
  }));

Deno.test("the list says for how long news stays: what owners chose", () =>
  withApp(async (t) => {
    const broker = await t.account();
    assert.match(await page(t, "/dashboard/news", broker), /News stays here for 90 days\. /);
    await saveRetention(t.context(), { ...retentionFrom({}), news: 30 });
    assert.match(await page(t, "/dashboard/news", broker), /News stays here for 30 days\. /);
  }));

Deno.test("the choice is stored with its audit row, once, and shown; a wrong one is refused", () =>
  withApp(async (t) => {
    const broker = await t.account();
    const sent = await t.postForm("/api/news/choose", { choice: "digest" }, broker);
    assert.deepEqual([sent.status, sent.headers.get("location")], [303, "/dashboard/accountsettings#news"]);
    const audited = await lastAudit(t);
    assert.deepEqual([audited?.action, audited?.before, audited?.after], [
      "account.settings",
      { newsChoice: "instant" },
      { newsChoice: "digest" },
    ]);
    assert.match(
      await page(t, "/dashboard/accountsettings", broker),
      /<input[^>]*checked[^>]*value="digest"|value="digest"[^>]*checked/,
    );
    await t.post("/api/news/choose", { choice: "digest" }, broker);
    assert.equal((await lastAudit(t))?.id, audited?.id, "no change, no row");
    assert.equal((await t.post("/api/news/choose", { choice: "never" }, broker)).status, 422);
    const [row] = await t.deps.db.select().from(accounts).where(eq(accounts.id, broker.id));
    assert.equal(row.newsChoice, "digest");
  }));
