/** The mail on a broker's page (accounts specification 2), as a phone shows it. */
import assert from "node:assert/strict";
import { mails } from "../../../db/schema/mod.ts";
import { formatInstant } from "../../../lib/domain/dates.ts";
import { browserTest } from "../../support/browser.ts";
import { opener } from "../../support/opener.ts";
import { openSite, type Site } from "../../support/site.ts";
import { record, sendTracked } from "../../support/tracking.ts";

let site: Site;

Deno.test.beforeAll(async () => {
  site = await openSite({ DEVICE_VERIFICATION: "off" });
});
Deno.test.afterAll(() => site.close());

const openAs = opener(() => site.url);

browserTest("on a phone each mail says when it left, or why it has not, and when it was last opened", async (visit) => {
  const { t } = site;
  const admin = await t.account({ name: "Helen Voss", role: 9 });
  const ann = await t.account({ name: "Ann Ferraro" });
  const mail = { kind: "campaign", html: "", text: "", to: ann.email, dueAt: t.now(), createdAt: t.now() };
  await t.deps.db.insert(mails).values([
    { ...mail, idempotencyKey: "m1", subject: "Rates fell", status: "sent", sentAt: t.now() },
    { ...mail, idempotencyKey: "m2", subject: "They rose", status: "failed" },
  ]);
  const { pixel } = (await sendTracked(t, { mailKey: "m1" }, [ann])).get(ann.email)!;
  await sendTracked(t, { sentId: 2, mailKey: "m2" }, [ann]);
  const later = t.now() + 24 * 3600_000;
  await record(t, { path: pixel, at: later });
  const page = await openAs(visit, admin, `/dashboard/viewbroker?id=${ann.id}`);
  const rows = () => page.locator("[aria-labelledby=mail] tbody tr").allInnerTexts();
  const [left, last] = [t.now(), later].map(formatInstant);
  assert.deepEqual((await rows()).map((row) => row.split(/\s*[\t\n]\s*/).slice(1)), [
    ["Could not be sent", "Not opened yet", "–", "none"],
    [left, "1 open", last],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual((await rows()).map((row) => row.split("\n").slice(1)), [
    ["Could not be sent", "Not opened yet"],
    [left, `1 open, last ${last}`],
  ]);
});
