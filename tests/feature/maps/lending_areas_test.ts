/**
 * Rules of lending areas at the review, the submission, the settings and their preview
 * (docs/decisions/lending-areas.md).
 */
import assert from "node:assert/strict";
import { desc } from "drizzle-orm";
import { auditRows, loans } from "../../../db/schema/mod.ts";
import type { LendingArea } from "../../../lib/domain/lending/settings.ts";
import { previewSettings } from "../../../lib/features/settings/mod.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { makeLoan } from "../../support/loans.ts";
import { send, stored, token, withBroker } from "../../support/submission.ts";

/** Saves rules as an administrator does. */
async function withRules(t: TestApp, lendingAreas: LendingArea[]): Promise<TestAccount> {
  const admin = await t.account({ role: 9, name: "Helen Voss" });
  const { settings } = t.deps.ports.lending();
  const { status } = await t.post("/api/loans/savesettings", { ...settings, lendingAreas }, admin);
  assert.equal(status, 200);
  return admin;
}

const NOT_IN_HAMILTON: LendingArea = { value: "Hamilton", rule: "no", maxLtv: 65 };
const LOWER_IN_L8P: LendingArea = { value: "L8P", rule: "lower", maxLtv: 60 };

Deno.test("where nothing is lent a broker's review says so first, and the submission is refused", () =>
  withBroker(async (t, broker) => {
    await withRules(t, [NOT_IN_HAMILTON]);
    const data = { ...APPLICATION, tmpUploadId: token(t, broker), areaReason: "I would rather" };
    const { body } = await send(t, "testloan", data, broker);
    const { result } = body.data;
    assert.deepEqual(
      [result.maxLtvExceeded, result.ltvLimit, result.refusal, result.needsReason],
      [true, 0, "We do not lend in Hamilton", false],
    );
    assert.equal(result.reasons[0], "We do not lend in Hamilton");
    const before = await stored(t);
    const refused = await send(t, "newloan", data, broker);
    assert.deepEqual([refused.status, refused.body.reason], [422, "We do not lend in Hamilton"]);
    assert.deepEqual(await stored(t), before);
  }));

Deno.test("a rule is stored under its area's canonical name, and two of one area are refused", () =>
  withBroker(async (t) => {
    const rule = (value: string): LendingArea => ({ value, rule: "no", maxLtv: 65 });
    const admin = await withRules(t, [rule("TORONTO"), rule("n0e")]);
    const { settings } = t.deps.ports.lending();
    assert.deepEqual(settings.lendingAreas.map(({ value }) => value), ["Toronto", "N0E"]);
    const page = await (await t.get("/lending-areas")).text();
    assert.ok(page.includes("<h3>Not here</h3><p>N0E, Toronto.</p>"));
    const twice = [rule("Toronto"), { ...rule("City of Toronto"), rule: "lend" as const }];
    const refused = await t.post("/api/loans/savesettings", { ...settings, lendingAreas: twice }, admin);
    assert.equal(refused.status, 422);
  }));

Deno.test("a lower limit allows the limit itself, and has its own sentence", () =>
  withBroker(async (t, broker) => {
    await withRules(t, [LOWER_IN_L8P]);
    const loan = async (newLoanAmount: number) => {
      const data = { ...APPLICATION, newLoanAmount, tmpUploadId: token(t, broker) };
      return [await send(t, "testloan", data, broker), await send(t, "newloan", data, broker)] as const;
    };
    // (420,000 + 90,000) / 850,000 is 60%; a dollar more rounds up to 61%.
    const [within, made] = await loan(90_000);
    assert.deepEqual([within.body.data.result.refusal, within.body.data.result.ltvLimit, made.status], [null, 60, 200]);
    const [above, refused] = await loan(90_001);
    assert.deepEqual([above.body.data.result.ltv, above.body.data.result.refusal], [61, "We lend up to 60% in L8P"]);
    assert.deepEqual([refused.status, refused.body.reason], [422, "We lend up to 60% in L8P"]);
    const [far] = await loan(400_000);
    const reasons: string[] = far.body.data.result.reasons;
    assert.equal(reasons[0], "We lend up to 60% in L8P");
    assert.ok(!reasons.some((reason) => reason.includes("currently not funding")), "one limit is enough");
  }));

Deno.test("an administrator is warned, and may decide otherwise with a reason that stays with the loan", () =>
  withBroker(async (t) => {
    const admin = await withRules(t, [NOT_IN_HAMILTON]);
    const data = { ...APPLICATION, tmpUploadId: token(t, admin) };
    const { result } = (await send(t, "testloan", data, admin)).body.data;
    assert.deepEqual([result.refusal, result.needsReason], ["We do not lend in Hamilton", true]);
    for (const areaReason of [undefined, "", "   "]) {
      const unsaid = await send(t, "newloan", { ...data, areaReason }, admin);
      assert.equal(unsaid.status, 422);
      assert.equal(unsaid.body.reason, "We do not lend in Hamilton. Say why we lend here anyway.");
    }
    assert.equal((await stored(t)).loans, 0);
    const made = await send(t, "newloan", { ...data, areaReason: " Known to us since 2019. " }, admin);
    assert.equal(made.status, 200);
    const [loan] = await t.deps.db.select().from(loans);
    assert.equal(loan.adminComments, "We do not lend in Hamilton. Decided otherwise: Known to us since 2019.");
    const [row] = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1);
    const { areaRule, areaReason } = JSON.parse(row.after!);
    assert.deepEqual(
      [row.action, row.actorId, areaRule, areaReason],
      ["loan.submit", admin.id, "We do not lend in Hamilton", "Known to us since 2019."],
    );
  }));

Deno.test("no area raises the general limit, and a reason that was not asked for is not stored", () =>
  withBroker(async (t) => {
    const admin = await withRules(t, [LOWER_IN_L8P]);
    const far = { ...APPLICATION, newLoanAmount: 400_000, areaReason: "Please", tmpUploadId: token(t, admin) };
    const { result } = (await send(t, "testloan", far, admin)).body.data;
    assert.deepEqual([result.refusal, result.needsReason], ["We lend up to 60% in L8P", false]);
    assert.equal((await send(t, "newloan", far, admin)).status, 422);
    const fine = { ...far, newLoanAmount: 50_000, tmpUploadId: token(t, admin) };
    assert.equal((await send(t, "newloan", fine, admin)).status, 200);
    assert.equal((await t.deps.db.select().from(loans))[0].adminComments, "");
  }));

Deno.test("a save without lending areas leaves them as they are; an empty table deletes them", () =>
  withBroker(async (t) => {
    const admin = await withRules(t, [NOT_IN_HAMILTON]);
    const { lendingAreas: _, ...older } = t.deps.ports.lending().settings;
    await t.post("/api/loans/savesettings", { ...older, maxLtv: { limit: 75 } }, admin);
    const now = t.deps.ports.lending().settings;
    assert.deepEqual([now.maxLtv.limit, now.lendingAreas], [75, [NOT_IN_HAMILTON]]);
    await t.post("/api/loans/savesettings", { ...older, lendingAreas: [] }, admin);
    assert.deepEqual(t.deps.ports.lending().settings.lendingAreas, []);
  }));

Deno.test("the preview names pending loans that a rule would refuse, and those that it would allow again", () =>
  withBroker(async (t, broker) => {
    const fields = { brokerId: broker.id, city: "Hamilton", postal: "L8P 4A8", region: "Hamilton" };
    const refused = await makeLoan(t, { ...fields, adminComSelect: "NA" });
    await makeLoan(t, { ...fields, adminComSelect: "NA", city: "Toronto", postal: "M5V 2T6", region: "Toronto" });
    await makeLoan(t, { ...fields, adminComSelect: "Funded" });
    const admin = await t.account({ role: 9 });
    const { settings } = t.deps.ports.lending();
    const rules = { ...settings, lendingAreas: [NOT_IN_HAMILTON] };
    const preview = await previewSettings(t.context(admin), { settings: rules });
    assert.deepEqual(
      [preview.loans, preview.changed, preview.refused, preview.allowed, preview.rescored, preview.bands],
      [2, 1, 1, 0, 0, 0],
    );
    const [moved] = preview.list;
    assert.deepEqual(
      [moved.id, moved.before.refusal, moved.after.refusal],
      [refused.id, null, "We do not lend in Hamilton"],
    );
    await t.post("/api/loans/savesettings", rules, admin);
    const back = await previewSettings(t.context(admin), { settings });
    assert.deepEqual([back.changed, back.refused, back.allowed], [1, 0, 1]);
    const { lendingAreas: _, ...older } = settings;
    const unsaid = await previewSettings(t.context(admin), { settings: older });
    assert.equal(unsaid.changed, 0, "rules that are left out stay as they are");
  }));

Deno.test("a rule without an area is refused at its cell, and nothing is saved", () =>
  withBroker(async (t) => {
    const admin = await t.account({ role: 9 });
    const { settings } = t.deps.ports.lending();
    const send = async (lendingAreas: unknown) => {
      const answer = await t.post("/api/loans/savesettings", { ...settings, lendingAreas }, admin);
      return [answer.status, Object.keys((await answer.json()).fields ?? {})];
    };
    assert.deepEqual(await send([{ value: "V5K", rule: "no", maxLtv: 65 }]), [422, ["lendingAreas.0.value"]]);
    assert.deepEqual(await send([{ value: "N0E", rule: "perhaps", maxLtv: 65 }]), [422, ["lendingAreas.0.rule"]]);
    assert.deepEqual(await send([{ value: "N0E", rule: "lower", maxLtv: 101 }]), [422, ["lendingAreas.0.maxLtv"]]);
    assert.equal((await send("everywhere"))[0], 422);
    assert.equal(t.deps.ports.lending().settingsVersionId, 1);
  }));
