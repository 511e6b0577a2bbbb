/** The demo's tracking: its default range is lively, with a year behind it. */
import assert from "node:assert/strict";
import { accounts, trackerEvents } from "../../../db/schema/mod.ts";
import { TOUCH_BASE_NAME } from "../../../lib/domain/mail/touch_base.ts";
import { DEFAULT_RANGE } from "../../../lib/domain/tracking/figures.ts";
import { getEmails } from "../../../lib/features/mail/mod.ts";
import { listMailOfAccount, trackingCharts, trackingOverview } from "../../../lib/features/tracking/mod.ts";
import { withApp } from "../../support/app.ts";
import { fillWithDemo } from "../../support/demo.ts";

Deno.test("tracking has a year behind it, and people and machines with every mail in its last ten days", () =>
  withApp(async (t) => {
    assert.equal(await fillWithDemo(t, "Harbour2026"), true);
    const ran = (await getEmails(t.context())).filter(({ runs }) => runs > 0).map(({ name }) => name);
    const { emails, brokers } = await trackingOverview(t.context(), DEFAULT_RANGE);
    assert.deepEqual(emails.map(({ name }) => name).sort(), [...ran, TOUCH_BASE_NAME].sort());
    for (const { name, opens, machineOpens, machineClicks } of emails) {
      assert.ok(opens > 0 && machineOpens + machineClicks > 0, name);
    }
    assert.ok(brokers.filter(({ hot }) => hot > 2).length > 4);
    const { periods } = await trackingCharts(t.context(), 365);
    assert.equal(periods.filter(({ opens, clicks }) => opens > 30 && clicks > 10).length, 12);
    for (const { created } of await t.deps.db.select().from(trackerEvents)) {
      assert.ok(Number.isInteger(created) && created <= t.now(), `${created}`);
    }
    for (const { id, name } of await t.deps.db.select().from(accounts)) {
      const untracked = (await listMailOfAccount(t.context(), id)).filter(({ tracked }) => !tracked);
      assert.deepEqual(untracked.map(({ subject }) => subject), [], `${name} opened mails that nothing tracks`);
    }
  }));
