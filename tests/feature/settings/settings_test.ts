/**
 * Saving the settings and the scoring configuration: who may, what is refused, what follows (loans specification 7.1).
 */
import assert from "node:assert/strict";
import { settingsVersions } from "../../../db/schema/mod.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { APPLICATION } from "../../support/application.ts";
import { fingerprint } from "../../support/fingerprint.ts";
import { makeLoan } from "../../support/loans.ts";
import {
  admin,
  audits,
  type Body,
  broker,
  configNow,
  json,
  other,
  owner,
  read,
  send,
  settingsNow,
  t,
  useSettingsApp,
} from "../../support/settings_app.ts";

useSettingsApp();

Deno.test("settings are saved whole, take effect at once, and come back as they were sent", async () => {
  const settings = await settingsNow();
  assert.equal(settings.map?.final.length, 5, "getSettings has the map's defaults");
  let edited = withValue(settings, "pricing.loanPricing.3.firstMtgPrice", 0.0975);
  edited = withValue(edited, "partnerEmails", ["deals@partner.example"]);
  const saved = await send("savesettings", { ...edited, basedOn: 1 });
  assert.deepEqual([saved.status, saved.response, saved.data.id, saved.data.changes], [200, true, 2, 2]);
  assert.equal(saved.data.savedBy, "Helen Voss");
  assert.deepEqual(await settingsNow(), edited);
  assert.equal(t.deps.ports.lending().settingsVersionId, 2, "the cache was refreshed");
  const loan = await makeLoan(t);
  assert.equal(loan.settingsVersionId, 2, "a loan remembers the version that scored it");
  const [row] = await audits("settings");
  assert.deepEqual([row.action, row.entityId, row.actorName], ["settings.save", "2", "Helen Voss"]);
  assert.deepEqual(JSON.parse(row.before!), { "pricing.loanPricing[3].firstMtgPrice": 0.0949, partnerEmails: [] });
  assert.deepEqual(JSON.parse(row.after!), {
    "pricing.loanPricing[3].firstMtgPrice": 0.0975,
    partnerEmails: ["deals@partner.example"],
  });
});

Deno.test("parts that an older client leaves out stay as the lender set them", async () => {
  const settings = await settingsNow();
  const own = withValue(
    withValue(withValue(settings, "disclosure.businessDays", 5), "payments.day", 15),
    "partnerEmails",
    ["deals@partner.example"],
  );
  await send("savesettings", { ...own, basedOn: 1 });
  const {
    map: _map,
    lendingAreas: _areas,
    partnerEmails: _mail,
    disclosure: _days,
    news: _news,
    payments: _day,
    ...older
  } = own;
  const saved = await send("savesettings", { ...withValue(older as typeof own, "maxLtv.limit", 75), basedOn: 2 });
  assert.deepEqual([saved.status, saved.data.changes], [200, 1]);
  assert.deepEqual(await settingsNow(), withValue(own, "maxLtv.limit", 75));
});

Deno.test("the quote follows a changed rate at once", async () => {
  const ask = {
    type: "second",
    valueOfResidence: 800000,
    loanAmount: 100000,
    creditScore: 720,
    householdIncome: 150000,
    existingFirstMtg: 0,
    existingFirstMtgAmt: 0,
    yearsOfEmployment: 8,
    bridgeTerm: 60,
  };
  const rate = async () => (await json(await t.post("/api/loans/getquote", ask))).data.rate as number;
  const settings = await settingsNow();
  const before = await rate();
  const { loanPricing } = settings.pricing;
  const row = loanPricing.findIndex(({ secondMtgPrice }) => secondMtgPrice === before);
  assert.ok(row >= 0);
  await send("savesettings", withValue(settings, `pricing.loanPricing.${row}.secondMtgPrice`, before + 0.001));
  assert.equal(await rate(), Math.round((before + 0.001) * 1e8) / 1e8);
});

Deno.test("a save without a change adds no version and no audit row", async () => {
  const saved = await send("savesettings", { ...await settingsNow(), basedOn: 1 });
  assert.deepEqual([saved.response, saved.data.id, saved.data.changes], [true, 1, 0]);
  assert.equal((await send("saveconfig", { ...await configNow(), basedOn: 1 })).data.id, 1);
  assert.deepEqual([(await audits("settings")).length, (await audits("config")).length], [0, 0]);
});

Deno.test("only administrators and owners may read, preview, save, compare and restore", async () => {
  const settings = await settingsNow(), config = await configNow();
  const before = await fingerprint(t);
  const posts: [string, unknown][] = [
    ["savesettings", settings],
    ["saveconfig", config],
    ["previewsettings", { settings }],
    ["restoresettings", { kind: "settings", id: 1 }],
  ];
  for (const [who, status] of [[null, 401], [broker, 403], [other, 403]] as const) {
    for (const [path, body] of posts) assert.equal((await send(path, body, who)).status, status, path);
    for (
      const path of [
        "settingsversions?kind=settings",
        "comparesettings?kind=settings&id=1",
        "newestsettings?kind=config",
      ]
    ) {
      const answer = await t.get(`/api/loans/${path}`, who);
      assert.equal(answer.status, status, path);
      await answer.body?.cancel();
    }
  }
  assert.equal(await fingerprint(t), before);
  for (const who of [admin, owner]) {
    for (const [path, body] of posts) assert.equal((await send(path, body, who)).status, 200, path);
  }
});

Deno.test("a stale save is refused with who saved and when; nothing is lost", async () => {
  const settings = await settingsNow();
  await send("savesettings", { ...withValue(settings, "maxLtv.limit", 75), basedOn: 1 }, admin);
  const late = await send("savesettings", { ...withValue(settings, "maxLtv.limit", 70), basedOn: 1 });
  assert.equal(late.status, 409);
  assert.equal(
    late.reason,
    "Arjun Mehta changed the settings on 20 Nov 2026, 12:00, after you opened it. " +
      "Nothing was saved. Look at that change, then save again.",
  );
  assert.equal((await settingsNow()).maxLtv.limit, 75);
  const { data } = await read("newestsettings?kind=settings");
  const { body, savedBy, id } = data;
  assert.deepEqual({ id, savedBy, body }, { id: 2, savedBy: "Arjun Mehta", body: await settingsNow() });
  const config = await configNow();
  const titled = withValue(config, "loanInfo.title", "The loan");
  await send("saveconfig", { ...titled, basedOn: 1 }, admin);
  assert.equal((await send("saveconfig", { ...config, basedOn: 1 })).status, 409);
  assert.equal((await configNow()).loanInfo.title, "The loan");
  assert.equal((await read("newestsettings?kind=config")).data.body.loanInfo.title, "The loan");
});

Deno.test("two saves at the same moment: one wins, the other is answered as stale", async () => {
  const settings = await settingsNow();
  const answers = await Promise.all(
    [70, 75].map((limit) => send("savesettings", { ...withValue(settings, "maxLtv.limit", limit), basedOn: 1 })),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  assert.equal((await t.deps.db.select().from(settingsVersions)).length, 2);
});

Deno.test("wrong cells are refused with their paths, and nothing changes", async () => {
  const settings = await settingsNow();
  const before = await fingerprint(t);
  const cases: [string, unknown, string, RegExp][] = [
    ["ratings.dsc.2.score", 9, "ratings.dsc.2.score", /^Debt service, Net TDSC from 0\.80, score goes/],
    ["maxLtv.limit", "80", "maxLtv.limit", /^Max LTV: Limit is missing or not valid\.$/],
    ["ratings.lit.1", null, "ratings.lit.1", /^Litigation, second row is missing or not valid\.$/],
    ["ratings.dsc.2.score", "7", "ratings.dsc.2.score", /not valid/],
    ["ratings.dsc.2.extra", 1, "ratings.dsc.2.extra", /does not have/],
    [
      "pricing.loanPricing.0.firstMtgPrice",
      0.3501,
      "pricing.loanPricing.0.firstMtgPrice",
      /35\.01% a year, fees included; the legal ceiling is 35%/,
    ],
    ["justQuote.rateAdjustment", null, "justQuote.rateAdjustment", /not valid/],
    ["ratings.credit", [], "ratings.credit", /at least one row/],
  ];
  for (const [path, value, field, says] of cases) {
    const refused = await send("savesettings", withValue(settings, path, value));
    assert.equal(refused.status, 422, path);
    assert.match(refused.reason, says);
    assert.match(refused.fields[field], says);
  }
  const config = await configNow();
  const hidden = withValue(config, "loanInfo.settings.brokerOrder", ["firstOrSecond"]);
  const refused = await send("saveconfig", hidden);
  assert.match(refused.reason, /must ask brokers for “Loan amount”/);
  assert.equal(await fingerprint(t), before);
});

Deno.test("hostile documents are refused, are not stored and change no prototype", async () => {
  const settings = await settingsNow();
  const before = await fingerprint(t);
  let deep: unknown = 1;
  for (let i = 0; i < 5000; i++) deep = [deep];
  const row = settings.ratings.dsc[0];
  const hostile: unknown[] = [
    withValue(settings, "ratings", deep),
    {
      ...settings,
      ratings: { ...settings.ratings, dsc: Array.from({ length: 8000 }, (_, i) => ({ ...row, value: i })) },
    },
    { ...settings, extra: true },
    [settings],
    { ...settings, ratings: null },
    withValue(settings, "ratings.employer.0.value", "x".repeat(300)),
  ];
  for (const body of hostile) {
    const { status } = await send("savesettings", body);
    assert.ok([400, 413, 422].includes(status), String(status));
  }
  const polluted = JSON.stringify(settings).replace("{", '{"__proto__":{"isStaff":true},"constructor":{"x":1},');
  const answer = await t.post("/api/loans/savesettings", polluted, owner);
  await answer.body?.cancel();
  assert.equal(({} as Body).isStaff, undefined);
  assert.equal(await fingerprint(t), before, "no key of a prototype makes a version");
  assert.equal((await send("previewsettings", {})).status, 422);
});

Deno.test("brokers' form and getconfig follow a saved configuration at once", async () => {
  const config = await configNow();
  const phone = config.applicantInformation.inputs.findIndex(({ id }) => id === "phone");
  let edited = withValue(config, `applicantInformation.inputs.${phone}.required`, true);
  edited = withValue(edited, `applicantInformation.inputs.${phone}.label`, "Telephone");
  const order = edited.applicantInformation.settings.brokerOrder.filter((id) => id !== "coApplicant");
  edited = withValue(edited, "applicantInformation.settings.brokerOrder", [
    "phone",
    ...order.filter((id) => id !== "phone"),
  ]);
  const saved = await send("saveconfig", { ...edited, basedOn: 1 });
  assert.deepEqual([saved.status, saved.data.warnings], [200, []]);
  assert.deepEqual(await configNow(), edited);
  const shown = (await read("getconfig", broker)).data.applicantInformation;
  assert.equal(shown.inputs[0].label, "Telephone");
  assert.ok(!JSON.stringify(shown).includes("coApplicant"));
  assert.match(await (await t.get("/dashboard/submitloan", broker)).text(), /Telephone/);
  const loan = await makeLoan(t);
  assert.match(await (await t.get(`/dashboard/viewloan?id=${loan.id}`, owner)).text(), /Telephone/);
  const review = await send("testloan", { data: { ...APPLICATION, tmpUploadId: "x", exitStrategy: "Yes" } }, broker);
  assert.match(JSON.stringify(review), /Telephone is required!/);
  const [row] = await audits("config");
  assert.equal(row.action, "config.save");
  assert.equal(JSON.parse(row.after!)["applicantInformation.inputs[phone].required"], true);
  assert.ok(!row.after!.includes("sector"), "only what changed is in the audit row");
});

Deno.test("an active option scores from the next underwriting on", async () => {
  const config = await configNow();
  const type = config.homeInformation.inputs.findIndex(({ id }) => id === "propertyType");
  let edited = withValue(config, `homeInformation.inputs.${type}.active`, true);
  edited = withValue(edited, `homeInformation.inputs.${type}.options.0.score`, 1.5);
  const before = await makeLoan(t, { propertyType: "Detached" });
  await send("saveconfig", edited);
  const after = await makeLoan(t, { propertyType: "Detached" });
  assert.equal(Math.round((after.finalScore - before.finalScore) * 100) / 100, 1.5);
  assert.deepEqual([before.configVersionId, after.configVersionId], [1, 2]);
});
