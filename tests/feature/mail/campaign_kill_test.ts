/** A process that writes a run is killed at several points; the run goes on in the next, and nobody has two mails. */
import assert from "node:assert/strict";
import { campaignRuns, campaigns, mails, trackedRecipients } from "../../../db/schema/mod.ts";
import { RECIPIENTS_AT_ONCE } from "../../../lib/domain/mail/campaign.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { withApp } from "../../support/app.ts";

const PAGES = 12, BROKERS = RECIPIENTS_AT_ONCE * PAGES;

/** Runs the process until it has said so many pages, then kills it; to its end without a number. */
async function runUntil(folder: string, pages = Infinity): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...RUN_CHILD,
      "tests/support/campaign_child.ts",
      folder,
      `${BROKERS}`,
    ],
    // What a killed one leaves behind goes with the folder.
    env: { TMPDIR: folder },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let said = "", killed = false;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (killed || said.split("page").length <= pages) continue;
    killed = true;
    child.kill("SIGKILL");
  }
  const { signal } = await child.status;
  assert.equal(signal, killed ? "SIGKILL" : null);
  assert.equal(killed, pages !== Infinity);
}

Deno.test("after kill -9 at any point of a run the next process continues it, and everybody has one mail", async () => {
  const folder = await Deno.makeTempDir({ prefix: "harbourline-kill-" });
  try {
    for (const pages of [1, 2, 5]) await runUntil(folder, pages);
    await runUntil(folder);
    await withApp(async (t) => {
      await t.deps.mailWorker.stop();
      const to = (await t.deps.db.select({ to: mails.to }).from(mails)).map((mail) => mail.to);
      assert.deepEqual([to.length, new Set(to).size, await t.deps.db.$count(trackedRecipients)], [
        BROKERS,
        BROKERS,
        BROKERS,
      ]);
      const [{ runs, active, lastRecipients }] = await t.deps.db.select().from(campaigns);
      assert.deepEqual([runs, active, lastRecipients], [1, false, BROKERS]);
      assert.equal(await t.deps.db.$count(campaignRuns), 1);
    }, { DATA_DIR: folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
