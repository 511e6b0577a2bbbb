/** Computing pending loans anew, as the settings' bar and the list do it. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans, settingsVersions } from "../../../db/schema/mod.ts";
import { runInBatches, sendAnew } from "../../../lib/client/loans/loan_bulk.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import type { ListedLoan } from "../../../lib/domain/loans/loan_table.ts";
import { countFound, listLoans, loanNeighbours, savedEarlier } from "../../../lib/features/loans/mod.ts";
import { type LIST_EARLIER, loanListQuery } from "../../../lib/schemas/loans/list.ts";
import { outdatedAmong, outdatedOfAll } from "../../../lib/features/settings/mod.ts";
import { query } from "../../support/loan_list.ts";
import { makeLoan, type TestLoan } from "../../support/loans.ts";
import { owner, read, send, settingsNow, t, useSettingsApp } from "../../support/settings_app.ts";

useSettingsApp();

const scoreOf = async ({ id }: TestLoan): Promise<(number | null)[]> => {
  const { finalScore, shownScore } = (await t.deps.db.select().from(loans).where(eq(loans.id, id)).get())!;
  return [finalScore, shownScore];
};

/** Runs with what a page's calls are answered by the application. */
async function asOnAPage<T>(run: () => Promise<T>): Promise<T> {
  const before = globalThis.fetch;
  globalThis.fetch = (path, init) => t.post(String(path), JSON.parse(String(init!.body)), owner);
  try {
    return await run();
  } finally {
    globalThis.fetch = before;
  }
}

Deno.test("a loan that is funded after the offer to recompute keeps its score", async () => {
  const earlier = { finalScore: 7.77, shownScore: 7.77 };
  const pending = await makeLoan(t, earlier), funded = await makeLoan(t, earlier), today = await makeLoan(t);
  const { ids } = (await read("outdatedloans")).data;
  assert.deepEqual(ids, [pending.id, funded.id]);
  await send("updatemultipleloans", { loans: [funded.id], status: "Funded" });
  await t.deps.db.update(loans).set(earlier).where(eq(loans.id, funded.id));

  const outcomes = await asOnAPage(() => runInBatches(ids, sendAnew("NA"), () => {}));
  assert.deepEqual(outcomes.map(({ done, reason }) => [done, reason]), [
    [true, undefined],
    [false, "It is Funded by now, so it was left as it is."],
  ]);
  assert.deepEqual(await scoreOf(pending), await scoreOf(today));
  assert.deepEqual(await scoreOf(funded), [7.77, 7.77]);
});

Deno.test("loans are recomputed under settings that another process has just saved", async () => {
  const loan = await makeLoan(t), was = await scoreOf(loan);
  const saveElsewhere = async (score: number) => {
    const settings = completeSettings(await settingsNow());
    const lit = settings.ratings.lit.map((row) => ({ ...row, score, weight: 0.5 }));
    await t.deps.db.insert(settingsVersions).values({ body: withValue(settings, "ratings.lit", lit), savedAt: 1 });
  };
  await saveElsewhere(1);
  assert.deepEqual((await read("outdatedloans")).data.ids, [loan.id], "noticed at once");
  const offered = (await read("outdatedloans")).data.warr.anew;
  await saveElsewhere(9);
  await send("updatemultipleloans", { loans: [loan.id], from: "NA" });
  const [score] = await scoreOf(loan);
  assert.ok(score !== was[0] && score !== offered, `${was} ${offered} ${score}`);
  assert.deepEqual((await read("outdatedloans")).data.ids, [], "computed under the newest");
});

const MARK = />earlier \w+<|of earlier settings/;

Deno.test("the list marks pending loans saved with a score or rate of earlier settings, until they are recomputed", async () => {
  const list = async (status = "NA") => await (await t.get(`/dashboard/loans?status=${status}`, owner)).text();
  const kept = await makeLoan(t), old = await makeLoan(t), rate = await makeLoan(t), lent = await makeLoan(t);
  // As before the form changed: saved under other versions, one with another score, one with another rate alone.
  const others = { settingsVersionId: null, configVersionId: null };
  const set = (loan: TestLoan, values: Partial<typeof loans.$inferInsert>) =>
    t.deps.db.update(loans).set({ ...others, ...values }).where(eq(loans.id, loan.id));
  await set(kept, {});
  await set(old, { finalScore: 7.77, shownScore: 7.77 });
  await set(rate, { suggestedRate: 0.4 });
  await set(lent, { finalScore: 7.77, shownScore: 7.77, adminComSelect: "Funded" });
  const ctx = t.context(owner);
  const marked = async () => await outdatedAmong(ctx, savedEarlier(await listLoans(ctx, query())));
  assert.deepEqual(
    savedEarlier(await listLoans(ctx, query())).map(({ id }) => id).sort(),
    [kept.id, old.id, rate.id].sort(),
  );
  assert.deepEqual(await marked(), new Map([[old.id, "score"], [rate.id, "rate"]]));
  assert.deepEqual(await marked(), new Map([[old.id, "score"], [rate.id, "rate"]]), "the kept answer");

  const page = await list();
  assert.deepEqual([...page.matchAll(/>(earlier \w+)<\/small>/g)].map(([, mark]) => mark).sort(), [
    "earlier rate",
    "earlier score",
  ]);
  const above = page.slice(0, page.indexOf("<table"));
  assert.match(above, /2 of the 3 shown are of earlier settings, marked “earlier score” or “earlier rate”/);
  assert.doesNotMatch(await list("Funded"), MARK);
  await send("updatemultipleloans", { loans: [old.id, rate.id], from: "NA" });
  assert.deepEqual(await marked(), new Map());
  assert.doesNotMatch(await list(), MARK);
});

Deno.test("the list's filter for earlier settings holds in list, counts, export, saved filters and neighbours", async () => {
  await t.deps.db.delete(loans);
  const others = { settingsVersionId: null, configVersionId: null };
  const saved = async (values: Partial<typeof loans.$inferInsert>) => {
    const { id } = await makeLoan(t);
    await t.deps.db.update(loans).set({ ...others, ...values }).where(eq(loans.id, id));
    return id;
  };
  const score = { finalScore: 7.77, shownScore: 7.77 };
  const first = await saved({ ...score, city: "Guelph" }),
    kept = await saved({}),
    rate = await saved({
      suggestedRate: 0.4,
    });
  const second = await saved(score), lent = await saved({ ...score, adminComSelect: "Funded" });
  const ctx = t.context(owner);
  const left = async (earlier: typeof LIST_EARLIER[number], more = {}) =>
    (await listLoans(ctx, query({ earlier, ...more }))).map(({ id }) => id);
  assert.deepEqual(await left(""), [second, rate, kept, first]);
  assert.deepEqual(await left("any"), [second, rate, first]);
  assert.deepEqual(await left("score"), [second, first]);
  assert.deepEqual(await left("rate"), [rate]);
  assert.deepEqual(await left("score", { q: "guelph" }), [first], "with a search");
  assert.deepEqual(await left("score", { sort: "city", order: "asc", size: 1, page: 2 }), [second]);
  // Of other statuses the saved score counts, and the tabs count them all.
  assert.deepEqual(await left("score", { status: "Funded" }), [lent]);
  const { NA, Funded } = await countFound(ctx, query({ earlier: "score" }));
  assert.deepEqual([NA, Funded], [2, 1]);
  for (const more of [{}, { type: "second" as const }]) {
    const red = await countFound(ctx, query({ earlier: "score", risk: "red", ...more }));
    assert.deepEqual([red.NA, red.Funded], [2, 1], "with a risk");
    const yellow = await countFound(ctx, query({ earlier: "score", risk: "yellow", ...more }));
    assert.deepEqual([yellow.NA, yellow.Funded], [0, 0], "with another");
  }
  assert.equal(
    loanListQuery.address(query({ earlier: "score", size: 50 }), { status: "Funded" }),
    "/dashboard/loans?status=Funded",
  );
  const together = [outdatedOfAll(ctx), outdatedOfAll(t.context(owner))];
  await t.deps.db.update(loans).set({ suggestedRate: 0.4 }).where(eq(loans.id, rate));
  const [once, again, afterWrite] = await Promise.all([...together, outdatedOfAll(ctx)]);
  assert.ok(
    once === again && once !== afterWrite,
    "worked out once for those who ask together, and anew after a write",
  );
  assert.deepEqual(await loanNeighbours(ctx, second, query({ earlier: "score" })), { previous: null, next: first });

  const exported = await (await t.get("/api/loans/listedloans?earlier=any", owner)).json();
  assert.deepEqual(exported.data.map(({ id }: ListedLoan) => id), [second, rate, first]);
  assert.equal(exported.found, 3);
  const sent = await t.post("/api/loans/savefilter", { name: "Old", query: "earlier=score&page=2" }, owner);
  assert.equal((await sent.json()).data.query, "earlier=score");
  const page = await (await t.get("/dashboard/loans?earlier=rate", owner)).text();
  assert.match(page, /<option value="rate" selected="">Earlier rate/);
  assert.match(page.replaceAll("<!-- -->", ""), />1 found</);
  assert.doesNotMatch(await (await t.get("/dashboard/loans?status=Funded", owner)).text(), /name="earlier"/);
});

Deno.test("a pending loan's heading names what it was saved with under earlier settings, as lists do", async () => {
  const others = { settingsVersionId: null, configVersionId: null };
  const headOf = async (values: Partial<typeof loans.$inferInsert>) => {
    const { id } = await makeLoan(t);
    await t.deps.db.update(loans).set({ ...others, ...values }).where(eq(loans.id, id));
    const page = await (await t.get(`/dashboard/viewloan?id=${id}`, owner)).text();
    const [head] = page.match(/<header class="loan-head">.*?<\/header>/s)!;
    return head.match(/saved with [\d.]+|earlier \w+/)?.[0];
  };
  assert.equal(await headOf({}), undefined);
  assert.equal(await headOf({ finalScore: 7.77, shownScore: 7.77 }), "saved with 7.77");
  assert.equal(await headOf({ suggestedRate: 0.4 }), "earlier rate");
  // What an override hides is no score that anybody saw.
  assert.equal(await headOf({ finalScore: 7.77, shownScore: 8, riskRatingOver: "8" }), "earlier score");
  assert.equal(await headOf({ finalScore: 7.77, shownScore: 7.77, adminComSelect: "Declined" }), undefined);
});
