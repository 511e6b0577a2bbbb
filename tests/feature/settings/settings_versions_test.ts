/** Versions of the settings and the scoring configuration: listed, compared, restored. */
import assert from "node:assert/strict";
import { desc } from "drizzle-orm";
import { configVersions, settingsVersions } from "../../../db/schema/mod.ts";
import type { LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { withValue } from "../../../lib/domain/settings/paths.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";
import {
  admin,
  audits,
  type Body,
  configNow,
  owner,
  read,
  send,
  settingsNow,
  t,
  useSettingsApp,
} from "../../support/settings_app.ts";

useSettingsApp();

Deno.test("versions are listed newest first, compared cell by cell, and restored as new ones", async () => {
  const first = await settingsNow();
  t.advance(60_000);
  await send("savesettings", withValue(first, "maxLtv.limit", 75), admin);
  t.advance(60_000);
  await send("savesettings", withValue(withValue(first, "maxLtv.limit", 70), "ratings.lit.1.score", 3));
  const { data } = await read("settingsversions?kind=settings");
  assert.deepEqual(data.versions.map((v: Body) => [v.id, v.savedBy, v.changes]), [
    [3, "Helen Voss", 2],
    [2, "Arjun Mehta", 1],
    [1, "", null],
  ]);
  const compared = (await read("comparesettings?kind=settings&id=2")).data;
  assert.deepEqual(compared.cells.map((c: Body) => [c.path, c.name, c.then, c.now]), [
    ["maxLtv.limit", "Max LTV: Limit", "75%", "70%"],
    ["ratings.lit[Settled].score", "Litigation, Settled: Score", "2", "3"],
  ]);
  const restored = await send("restoresettings", { kind: "settings", id: 2, basedOn: 3 });
  assert.deepEqual([restored.status, restored.data.id, restored.data.changes], [200, 4, 2]);
  assert.equal(t.deps.ports.lending().settings.maxLtv.limit, 75);
  const row = (await audits("settings")).at(-1)!;
  assert.deepEqual([row.action, JSON.parse(row.after!).restoredVersion], ["settings.restore", 2]);
  assert.equal((await t.deps.db.select().from(settingsVersions)).length, 4, "what was in force is still there");

  assert.equal((await send("restoresettings", { kind: "settings", id: 1, basedOn: 3 })).status, 409);
  assert.equal((await send("restoresettings", { kind: "settings", id: 99 })).status, 404);
  assert.equal((await send("restoresettings", { kind: "prices", id: 1 })).status, 422);
  assert.equal((await read("comparesettings?kind=config&id=99")).status, 404);
});

Deno.test("a version names the first cells that its save changed, and is compared with the one before it", async () => {
  const first = await settingsNow();
  await send("savesettings", withValue(withValue(first, "maxLtv.limit", 70), "ratings.lit.1.score", 3), admin);
  await send("savesettings", withValue(await settingsNow(), "maxLtv.limit", 60), admin);
  const { data } = await read("settingsversions?kind=settings");
  const told = data.versions.slice(0, 2).map(({ first }: Body) => first);
  assert.deepEqual(told, [["Max LTV: Limit"], ["Max LTV: Limit", "Litigation, Settled: Score"]]);
  const { id } = data.versions[1];
  const before = (await read(`comparesettings?kind=settings&id=${id}&with=before`)).data;
  assert.deepEqual(before.cells.map((c: Body) => [c.name, c.then, c.now]), [
    ["Max LTV: Limit", "80%", "70%"],
    ["Litigation, Settled: Score", "2", "3"],
  ]);
  const page = await (await t.get(`/dashboard/settings?panel=versions&kind=settings&id=${id}&with=before`, owner))
    .text();
  assert.match(page, /<th scope="col">Before<\/th><th scope="col">In this version<\/th>/);
  assert.doesNotMatch(page, /Restore this version/, "what is restored is compared with what is in force");
  const list = await (await t.get("/dashboard/settings?panel=versions", owner)).text();
  assert.match(list, /<h1[^>]*>Global Settings<\/h1>/, "as its menu has it");
  assert.match(list, /2 changes<\/a>: Max LTV: Limit; Litigation, Settled: Score/);
  const oldest = (await read(`comparesettings?kind=settings&id=${data.versions.at(-1).id}&with=before`)).data;
  assert.deepEqual(oldest.cells, [], "nothing is before the first one");
});

Deno.test("restoring resets the rules, not partners' addresses", async () => {
  const first = { ...await settingsNow(), partnerEmails: ["old@partner.example"] };
  const { data: { id } } = await send("savesettings", first);
  await send("savesettings", { ...withValue(first, "maxLtv.limit", 65), partnerEmails: ["new@partner.example"] });
  const compared = (await read(`comparesettings?kind=settings&id=${id}`)).data;
  assert.deepEqual(compared.cells.map(({ name }: Body) => name), ["Max LTV: Limit"]);
  assert.equal((await send("restoresettings", { kind: "settings", id })).status, 200);
  const { maxLtv, partnerEmails } = await settingsNow();
  assert.deepEqual([maxLtv.limit, partnerEmails], [first.maxLtv.limit, ["new@partner.example"]]);
});

Deno.test("a version is restored whatever its partners' addresses were, which stay as they are", async () => {
  const first = completeSettings(await settingsNow());
  const body = { ...withValue(first, "maxLtv.limit", 65), partnerEmails: ["jos\u00e9@partner.example"] };
  const [{ id }] = await t.deps.db.insert(settingsVersions).values({ body, savedAt: 1 }).returning();
  await t.deps.db.insert(settingsVersions).values({ body: first, savedAt: 2 });
  await t.deps.ports.refreshLending();
  const restored = await send("restoresettings", { kind: "settings", id });
  assert.deepEqual([restored.status, restored.reason], [200, undefined]);
  const { maxLtv, partnerEmails } = await settingsNow();
  assert.deepEqual([maxLtv.limit, partnerEmails], [65, first.partnerEmails]);
});

Deno.test("a version that today's rules refuse cannot be restored", async () => {
  const config = await configNow();
  const bad = withValue(config, "loanInfo.settings.order", ["broker_fee"]);
  const [{ id }] = await t.deps.db.insert(configVersions).values({ body: bad, savedAt: 1 }).returning();
  await t.deps.ports.refreshLending();
  await send("saveconfig", config);
  const refused = await send("restoresettings", { kind: "config", id });
  assert.equal(refused.status, 422);
  assert.match(refused.reason, /^This version cannot be restored\. The form must ask administrators for “Loan amount”/);

  const broken = withValue(config, "loanInfo.inputs.0.active", "perhaps");
  const [nameless] = await t.deps.db.insert(configVersions).values({ body: broken, savedAt: 2 }).returning();
  await t.deps.db.insert(configVersions).values({ body: config, savedAt: 3 });
  const unnamed = await send("restoresettings", { kind: "config", id: nameless.id });
  assert.deepEqual([unnamed.status, unnamed.reason], [
    422,
    "This version cannot be restored. Active of the first input is missing or not valid.",
  ]);
});

Deno.test("restoring works without script, and a refusal shows the comparison again with its reason", async () => {
  const first = await settingsNow();
  await send("savesettings", withValue(first, "maxLtv.limit", 75));
  const page = await (await t.get("/dashboard/settings?panel=versions&kind=settings&id=1", owner)).text();
  assert.match(page, /1 cell differs/);
  const path = "/api/loans/restoresettings?panel=versions&kind=settings&id=1";
  assert.ok(page.includes(path.replaceAll("&", "&amp;")), "the form posts there");
  const done = await t.postForm(path, { kind: "settings", id: "1", basedOn: "2" }, owner);
  assert.deepEqual([done.status, done.headers.get("location")], [
    303,
    "/dashboard/settings?panel=versions&kind=settings",
  ]);
  assert.equal((await settingsNow()).maxLtv.limit, 80);
  await send("savesettings", withValue(first, "maxLtv.limit", 60));
  const late = await t.postForm(path, { kind: "settings", id: "1", basedOn: "3" }, owner);
  assert.equal(late.status, 409);
  assert.match(await late.text(), /You changed the settings in another window on/);
});

Deno.test("the list of versions goes on page by page", async () => {
  const settings = await settingsNow();
  for (let i = 0; i < 27; i++) await send("savesettings", withValue(settings, "maxLtv.limit", 50 + i));
  const { data } = await read("settingsversions?kind=settings");
  assert.deepEqual([data.versions.length, data.versions[0].id, data.next], [25, 28, 4]);
  const older = (await read(`settingsversions?kind=settings&before=${data.next}`)).data;
  assert.deepEqual([older.versions.map((v: Body) => v.id), older.next], [[3, 2, 1], null]);
});

Deno.test("parts that are left out stay as another process saved them a moment ago", async () => {
  const [{ id, body, savedAt }] = await t.deps.db.select().from(settingsVersions).orderBy(desc(settingsVersions.id));
  // Written past this process, which keeps the settings for a moment.
  await t.deps.db.insert(settingsVersions).values({
    id: id + 1,
    body: withValue(body, "disclosure.businessDays", 9),
    savedAt: savedAt + 1,
    savedBy: null,
  });
  const { disclosure: _left, ...rest } = body as LendingSettings;
  const older = withValue(rest as LendingSettings, "maxLtv.limit", 72);
  const saved = await send("savesettings", { ...older, basedOn: id + 1 });
  assert.deepEqual([saved.status, saved.data.changes], [200, 1]);
  const { maxLtv, disclosure } = await settingsNow();
  assert.deepEqual([maxLtv.limit, disclosure?.businessDays], [72, 9]);
});
