/** One draft an account, and several windows that fill in forms: none of them writes over another's unseen. */
import assert from "node:assert/strict";
import { saveRetention } from "../../../lib/features/operations/mod.ts";
import { removeExpired } from "../../../lib/features/operations/remove_expired.ts";
import { retentionOf } from "../../../lib/features/retention.ts";
import { loadDraft } from "../../../lib/features/loans/load_draft.ts";
import type { TestAccount, TestApp } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { type Body, send, token, withBroker } from "../../support/submission.ts";

const DAY = 24 * 3600_000;

async function save(
  t: TestApp,
  who: TestAccount,
  tmpUploadId: string,
  entries: Record<string, string>,
  keptAt?: number,
) {
  const draft = { entries, rows: [], exit: "", comments: "", marks: {}, files: [] };
  t.advance(1000);
  const answer = await t.post("/api/loans/savedraft", { draft, tmpUploadId, keptAt }, who);
  return { status: answer.status, body: await answer.json() as Body };
}

const lastName = async (t: TestApp, who: TestAccount) => (await loadDraft(t.context(who)))?.content.entries.lastName;

Deno.test("a second form does not replace another's draft, until that one is submitted", () =>
  withBroker(async (t, broker) => {
    const first = token(t, broker), second = token(t, broker);
    assert.equal((await save(t, broker, first, { firstName: "Zoé", lastName: "Tremblay" })).status, 200);
    const refused = await save(t, broker, second, { lastName: "Smithers" });
    assert.equal(refused.status, 409);
    assert.match(refused.body.reason, /^Another unfinished application for Zoé Tremblay is kept already\./);
    assert.equal(await lastName(t, broker), "Tremblay");
    assert.equal((await send(t, "newloan", { ...APPLICATION, tmpUploadId: first }, broker)).status, 200);
    assert.equal((await save(t, broker, second, { lastName: "Smithers" })).status, 200);
    assert.equal(await lastName(t, broker), "Smithers");
  }));

Deno.test("a draft that is sent again after a lost answer was changed in no other window", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker), { body } = await save(t, broker, form, { lastName: "Tremblay" });
    const keptAt = body.data?.updatedAt ?? body.updatedAt;
    for (const _ of [1, 2]) assert.equal((await save(t, broker, form, { lastName: "Trembley" }, keptAt)).status, 200);
    assert.equal((await save(t, broker, form, { lastName: "Smithers" }, keptAt)).status, 409);
  }));

Deno.test("a shorter period hides no draft before the night's run, and nothing overwrites it", () =>
  withBroker(async (t, broker) => {
    await save(t, broker, token(t, broker), { lastName: "Tremblay" });
    t.advance(40 * DAY);
    await saveRetention(t.context(), { ...await retentionOf(t.deps.db, t.deps.ports.site), drafts: 30 });
    await t.signInAgain(broker);
    assert.equal(await lastName(t, broker), "Tremblay");
    assert.equal((await save(t, broker, token(t, broker), { lastName: "Smithers" })).status, 409);
    await removeExpired(t.context());
    assert.equal(await lastName(t, broker), undefined);
  }));

Deno.test("an empty draft and an expired one make room for another form", () =>
  withBroker(async (t, broker) => {
    await save(t, broker, token(t, broker), { lastName: " " });
    assert.equal((await save(t, broker, token(t, broker), { lastName: "Smithers" })).status, 200);
    t.advance(61 * DAY);
    await removeExpired(t.context());
    await t.signInAgain(broker);
    assert.equal((await save(t, broker, token(t, broker), { lastName: "Tremblay" })).status, 200);
    assert.equal(await lastName(t, broker), "Tremblay");
  }));

Deno.test("a window with an older state of a draft gets a stale answer, one whose answer was lost does not", () =>
  withBroker(async (t, broker) => {
    const form = token(t, broker);
    const { updatedAt } = (await save(t, broker, form, { lastName: "Smi" })).body;
    const later = (await save(t, broker, form, { lastName: "Smithers" }, updatedAt)).body;
    const stale = await save(t, broker, form, { lastName: "Smit" }, updatedAt);
    assert.deepEqual([stale.status, /changed in another window/.test(stale.body.reason)], [409, true]);
    assert.equal(await lastName(t, broker), "Smithers");
    assert.equal((await save(t, broker, form, { lastName: "Smithers-Côté" }, later.updatedAt)).status, 200);
    assert.equal((await save(t, broker, form, { lastName: "Côté" })).status, 200);
  }));
