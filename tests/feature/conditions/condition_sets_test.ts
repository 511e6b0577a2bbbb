/** Sets of conditions that the lender keeps (docs/decisions/conditions.md). */
import assert from "node:assert/strict";
import { auditRows } from "../../../db/schema/mod.ts";
import { missingOf } from "../../../lib/domain/loans/condition_set.ts";
import { loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const SAVE = "/api/loans/saveconditionset", DELETE = "/api/loans/deleteconditionset";
const scene = loanScene({}, { conditions: ONE_OF_EACH });
const terms = (id: number, title: string) => ({
  id,
  type: 1 as const,
  title,
  restriction: "none" as const,
  optional: false,
  note: "",
});

Deno.test("a set adds presets that are not on the list, and custom conditions whose title is not", () => {
  const set = [terms(1, "Application file"), terms(11, "Binder"), terms(23, "Roof"), terms(24, "Well test")];
  const list = [{ id: 11, title: "Renamed" }, { id: 23, title: "Something else" }, { id: 30, title: "Roof" }];
  assert.deepEqual(missingOf(set, list).map(({ title }) => title), ["Application file", "Well test"]);
  assert.deepEqual(missingOf(set, set), []);
});

scene("a set is kept under its name, shown on every loan, replaced and deleted, with its trail", async (s) => {
  const { t, admin, broker, loan } = s;
  const page = async () =>
    (await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text()).replace(/<!--.*?-->/g, "");
  assert.doesNotMatch(await page(), /Sets of conditions/);
  const conditions = [terms(11, "Insurance binder"), terms(12, "Identification"), terms(21, "Roof repaired")];
  const first = await (await t.post(SAVE, { name: "Second, refinance", conditions }, admin)).json();
  assert.match(
    await page(),
    /aria-label="Sets of conditions".*?Second, refinance<span.*?, adds<\/span> 2<\/span><\/button>/s,
  );
  const other = { name: "SECOND, refinance", conditions: conditions.slice(0, 1) };
  for (const replaces of [undefined, first.data.id + 1]) {
    const refused = await t.post(SAVE, { ...other, replaces }, admin);
    assert.equal(refused.status, 409, "the name is the same in any case, and another set has it");
    const titles = conditions.map(({ title }) => title);
    assert.deepEqual((await refused.json()).taken, { id: first.data.id, name: "Second, refinance", titles });
  }
  assert.match(await page(), /Second, refinance<span/, "a refusal changes nothing");
  const again = await t.post(SAVE, { ...other, replaces: first.data.id }, admin);
  assert.equal((await again.json()).data.id, first.data.id);
  assert.match(await page(), /aria-disabled="true"[^>]*>.{0,200}SECOND, refinance<\/button>/s, "nothing is missing");
  const renamed = await t.post(SAVE, { ...other, name: "Refinance", replaces: first.data.id }, admin);
  assert.equal((await renamed.json()).data.id, first.data.id, "a set goes on under another name");
  assert.doesNotMatch(await page(), /SECOND, refinance/);
  assert.equal((await t.post(SAVE, { ...other, name: "Third", replaces: undefined }, admin)).status, 200);
  const clash = await t.post(SAVE, { ...other, name: "third", replaces: first.data.id }, admin);
  assert.equal(clash.status, 409, "but not under one that another set has");
  assert.equal((await t.post(SAVE, { name: "", conditions }, admin)).status, 422);
  assert.equal((await t.post(SAVE, { name: "None", conditions: [] }, admin)).status, 422);
  const twice = [terms(11, "Insurance binder"), terms(11, "Again")];
  assert.equal(
    (await t.post(SAVE, { name: "Twice", conditions: twice }, admin)).status,
    422,
    "no loan could be saved with it",
  );
  assert.equal((await t.post(SAVE, { name: "Mine", conditions }, broker)).status, 403);
  assert.equal((await t.post(DELETE, { id: first.data.id }, admin)).status, 200);
  assert.equal((await t.post(DELETE, { id: first.data.id }, admin)).status, 404);
  assert.doesNotMatch(await page(), /Refinance/);
  const trail = await t.deps.db.select().from(auditRows);
  assert.deepEqual(trail.map(({ action }) => action), [
    "conditionSet.save",
    "conditionSet.save",
    "conditionSet.save",
    "conditionSet.save",
    "conditionSet.delete",
  ]);
  const before = trail.map((row) => JSON.parse(row.before ?? "null"));
  assert.deepEqual(
    before[1],
    { name: "Second, refinance", terms: conditions },
    "what was replaced can be entered again",
  );
  assert.deepEqual(before[2], { name: "SECOND, refinance", terms: conditions.slice(0, 1) });
  assert.equal(before.at(-1).name, "Refinance");
});

scene("a rename leaves the conditions that somebody else put into the set meanwhile", async (s) => {
  const { t, admin, loan } = s;
  const other = await t.account({ role: 9 });
  const set = await (await t.post(SAVE, { name: "Second", conditions: [terms(11, "Insurance binder")] }, admin)).json();
  const { id } = set.data;
  const changed = [terms(11, "Insurance binder"), terms(21, "Roof repaired")];
  assert.equal((await t.post(SAVE, { name: "Second", conditions: changed, replaces: id }, other)).status, 200);
  const renamed = await t.post(SAVE, { name: "Second, refinance", replaces: id }, admin);
  assert.equal(renamed.status, 200);
  assert.deepEqual((await renamed.json()).data, { id, name: "Second, refinance", conditions: changed });
  const page = await (await t.get(`/dashboard/viewloan?id=${loan.id}`, admin)).text();
  assert.match(page, /Roof repaired/);
  assert.equal((await t.post(SAVE, { name: "New" }, admin)).status, 422, "a new set needs conditions");
  assert.equal((await t.post(DELETE, { id }, other)).status, 200);
  assert.equal((await t.post(SAVE, { name: "Third", replaces: id }, admin)).status, 404, "no set without conditions");
});
