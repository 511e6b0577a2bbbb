/** The preview of an edit: the same as underwriting every open loan twice, and others are answered meanwhile. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { previewSettings } from "../../../lib/features/settings/mod.ts";
import { additionalProperties, loans } from "../../../db/schema/mod.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { underwrite } from "../../../lib/domain/lending/underwrite.ts";
import { applicationFrom } from "../../../lib/domain/loans/application.ts";
import { dealOptions } from "../../../lib/domain/loans/deal.ts";
import type { FormConfig } from "../../../lib/domain/settings/form_config.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import type { SettingsPreview } from "../../../lib/domain/settings/settings_preview.ts";
import { makeApp, type TestApp } from "../../support/app.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { copyLoans, makeLoan } from "../../support/loans.ts";

const t: TestApp = await makeApp();
const owner = await t.account({ role: 99 });
const { settings, config } = t.deps.ports.lending();
Deno.test.afterAll(() => t.close());

const kinds = ["First", "Second", "Third", "Bridge"];
for (let i = 0; i < 24; i++) {
  await makeLoan(t, {
    firstOrSecond: kinds[i % 4],
    newLoanAmount: 60_000 + i * 12_000,
    creditScore: 480 + i * 14,
    yoe: i % 12,
    region: ["Hamilton", "Toronto", "Rural", "Elsewhere"][i % 4],
    adminRate: i % 7 === 0 ? 0.12 : null,
    riskRatingOver: i % 9 === 0 ? "3.5" : "",
    adminStructure: i % 5 === 0 ? "P+I" : "",
    bridgeTerm: i % 4 === 3 ? 45 + i : null,
    adminComSelect: i < 20 ? "NA" : "Funded",
  }, i % 6 === 0 ? { additionalProperties: [{ address: "1 Main St", value: 300_000, mortgage: 100_000 }] } : {});
}

/** What the preview should say, from the loans' rows and `underwrite` alone. */
async function recomputed(edited: LendingSettings, form: FormConfig) {
  const rows = await t.deps.db.select().from(loans).where(sql`admin_com_select = 'NA'`);
  const properties = await t.deps.db.select().from(additionalProperties);
  const list = rows.map((row) => {
    const entries = { ...row, additionalProperties: properties.filter((p) => p.loanId === row.id) };
    const outcome = (s: LendingSettings, c: FormConfig) => {
      const { finalScore, shownScore, suggestedRate, band, maxLtvExceeded } = underwrite(
        applicationFrom(entries),
        s,
        c,
        dealOptions(row),
      );
      const refusal = maxLtvExceeded ? "We are currently not funding LTV above 80%" : null;
      return { finalScore, shownScore, suggestedRate, band, refusal };
    };
    const { id, clientCode, shownScore: saved } = row;
    return { id, clientCode, saved, before: outcome(settings, config), after: outcome(edited, form) };
  });
  return list.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

async function preview(body: object): Promise<SettingsPreview> {
  const response = await t.post("/api/loans/previewsettings", body, owner);
  assert.equal(response.status, 200);
  return (await response.json()).data;
}

Deno.test("loans saved with another score or rate are named with their WARR, and none once recomputed", async () => {
  const outdated = async () => (await (await t.get("/api/loans/outdatedloans", owner)).json()).data;
  const rows = await t.deps.db.select().from(loans).where(sql`admin_com_select = 'NA'`).orderBy(loans.id);
  const ids = rows.map(({ id }) => id);
  assert.equal((await t.post("/api/loans/updatemultipleloans", ids, owner)).status, 200);
  const calm = await outdated();
  assert.deepEqual([calm.loans, calm.ids], [20, []]);
  assert.ok(calm.warr.saved > 0 && calm.warr.saved === calm.warr.anew);

  // As loans of earlier settings: one with another score, one with another rate alone, one that is lent.
  await t.deps.db.run(sql`update loans set final_score = final_score + 1, shown_score = shown_score + 1
    where id = ${ids[3]} or admin_com_select = 'Funded'`);
  await t.deps.db.run(sql`update loans set suggested_rate = suggested_rate + 0.01 where id = ${ids[5]}`);
  const before = await outdated();
  assert.deepEqual(before.ids, [ids[3], ids[5]], "pending loans alone");
  const amount = (row: typeof rows[number]) => row.fsfcLoan ?? row.newLoanAmount;
  const total = rows.reduce((sum, row) => sum + amount(row), 0);
  assert.ok(Math.abs(before.warr.saved - before.warr.anew - amount(rows[3]) / total) < 1e-9);
  assert.equal(before.warr.anew, calm.warr.anew);
  const { loan } = (await (await t.post("/api/loans/getloan", { id: ids[3] }, owner)).json()).data;
  assert.equal(loan.shownScore, loan.today.shownScore + 1, "what is saved and what is so today are told apart");

  assert.equal((await t.post("/api/loans/updatemultipleloans", before.ids, owner)).status, 200);
  assert.deepEqual(await outdated(), calm);
});

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

Deno.test("the preview of settings is what underwriting computes, loan by loan, and saves nothing", async () => {
  let edited = withValue(settings, "ratings.credit", settings.ratings.credit.map((row) => ({ ...row, weight: 0.3 })));
  edited = withValue(edited, "globalScore.yellowScore", 2);
  edited = withValue(
    edited,
    "pricing.loanPricing",
    settings.pricing.loanPricing.map((row) => ({ ...row, firstMtgPrice: 0.12 })),
  );
  const before = await fingerprint(t);
  const answer = await preview({ settings: edited });
  const expected = await recomputed(edited, config);
  assert.equal(answer.loans, 20, "only Pending loans");
  assert.ok(expected.length > 5);
  assert.deepEqual(answer.list.toSorted(byId), expected.toSorted(byId));
  assert.equal(answer.changed, expected.length);
  assert.equal(answer.scores, expected.filter((one) => one.before.finalScore !== one.after.finalScore).length);
  assert.equal(answer.rates, expected.filter((one) => one.before.suggestedRate !== one.after.suggestedRate).length);
  const bands = expected.filter((one) => one.before.band !== one.after.band);
  assert.equal(answer.bands, bands.length);
  assert.ok(bands.length > 0);
  assert.equal(answer.moves.reduce((sum, move) => sum + move.count, 0), bands.length);
  assert.ok(answer.list.slice(0, bands.length).every((one) => one.before.band !== one.after.band), "bands come first");
  assert.equal(await fingerprint(t), before);
});

Deno.test("the preview of a configuration scores rows of additional properties too", async () => {
  const value = config.additionalProperties.inputs.findIndex(({ id }) => id === "value");
  let edited = withValue(config, `additionalProperties.inputs.${value}.active`, true);
  edited = withValue(edited, `additionalProperties.inputs.${value}.options`, [
    { value: 0, flag: "None", score: 0.5, weight: 0.05 },
  ]);
  const answer = await preview({ config: edited });
  const rows = await t.deps.db.select().from(loans).where(sql`admin_com_select = 'NA' and other_properties_count > 0`)
    .orderBy(loans.id);
  assert.ok(rows.some((row) => row.riskRatingOver !== ""), "one has a score override");
  const scored = answer.list.filter((one) => one.before.finalScore !== one.after.finalScore).toSorted(byId);
  assert.deepEqual(scored.map(({ id }) => id), rows.map(({ id }) => id));
  for (const { before, after } of scored) {
    assert.ok(after.finalScore - before.finalScore >= 0.49, `${before.finalScore} ${after.finalScore}`);
  }
});

Deno.test("without a change no loan moves; warnings are answered too", async () => {
  const same = await preview({ settings });
  assert.deepEqual([same.loans, same.changed, same.bands, same.list.length, same.warnings.length], [20, 0, 0, 0, 0]);
  let fewer = withValue(
    settings,
    "pricing.regions",
    settings.pricing.regions.filter(({ value }) => value !== "Barrie"),
  );
  fewer = withValue(fewer, "maxLtv.limit", 79);
  assert.match((await preview({ settings: fewer })).warnings[0], /“Barrie” is not in the table Region Rating/);
});

Deno.test("loans above a new Max LTV are counted, and those that are within it again", async () => {
  const rows = await t.deps.db.select().from(loans).where(sql`admin_com_select = 'NA'`);
  const ltvs = rows.map((row) => row.ltv!).filter((ltv) => ltv <= settings.maxLtv.limit).toSorted((a, b) => a - b);
  const limit = ltvs[Math.floor(ltvs.length / 2)];
  const above = ltvs.filter((ltv) => ltv > limit).length;
  assert.ok(above > 0 && above < ltvs.length);
  const lower = await preview({ settings: withValue(settings, "maxLtv.limit", limit) });
  assert.deepEqual([lower.refused, lower.allowed], [above, 0]);
  const refused = lower.list.filter(({ before, after }) => before.refusal === null && after.refusal !== null);
  assert.equal(refused.length, above);
  assert.ok(refused.every(({ after }) => after.refusal!.includes(`${limit}%`)));

  const higher = await preview({ settings: withValue(settings, "maxLtv.limit", 100) });
  const within = rows.filter(({ ltv }) => ltv! > settings.maxLtv.limit && ltv! <= 100).length;
  assert.ok(within > 0);
  assert.deepEqual([higher.refused, higher.allowed], [0, within]);
});

Deno.test("a newer preview of the same person cancels the older one, another person's does not", async () => {
  const other = await t.account({ role: 9 });
  const [old, theirs, mine] = await Promise.allSettled([
    previewSettings(t.context(owner), { settings }),
    previewSettings(t.context(other), { settings }),
    previewSettings(t.context(owner), { settings }),
  ]);
  assert.match(String((old as PromiseRejectedResult).reason), /A newer preview replaced this one/);
  assert.equal((theirs as PromiseFulfilledResult<SettingsPreview>).value.loans, 20);
  assert.equal((mine as PromiseFulfilledResult<SettingsPreview>).value.loans, 20);
});

Deno.test("what the preview says would change is what is offered to be computed anew once that is saved", async () => {
  const ids = (await t.deps.db.select({ id: loans.id }).from(loans).where(sql`admin_com_select = 'NA'`))
    .map(({ id }) => id);
  assert.equal((await t.post("/api/loans/updatemultipleloans", ids, owner)).status, 200);
  const weights = settings.ratings.credit.map((row) => ({ ...row, weight: 0.3 }));
  const edited = withValue(settings, "ratings.credit", weights);
  const { changed, list } = await preview({ settings: edited });
  assert.ok(list.some(({ before, after }) => before.shownScore === after.shownScore), "under an override too");
  assert.equal((await t.post("/api/loans/savesettings", edited, owner)).status, 200);
  const { data } = await (await t.get("/api/loans/outdatedloans", owner)).json();
  assert.equal(data.ids.length, changed);
  assert.deepEqual(list.map(({ id }) => id).toSorted((a, b) => a - b), data.ids);
});

Deno.test("10,000 open loans are computed in slices: other work gets its turn meanwhile", async () => {
  await copyLoans(t, 499, "admin_com_select = 'NA'");
  const edited = withValue(settings, "ratings.ltv", settings.ratings.ltv.map((row) => ({ ...row, weight: 0.25 })));
  let turns = 0, running = true;
  const others = (async () => {
    for (; running; turns++) await setImmediate();
  })();
  const answer = await previewSettings(t.context(owner), { settings: edited });
  running = false;
  await others;
  assert.equal(answer.loans, 10_000);
  assert.equal(answer.list.length, 200);
  assert.ok(turns >= 150, `${turns} turns for others in 200 slices`);
});
