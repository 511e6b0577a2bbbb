/** What is read while a colleague saves: never their time beside what stood there before, which would undo the save. */
import assert from "node:assert/strict";
import { campaignText } from "../../../lib/domain/mail/campaign.ts";
import { TOUCH_BASE_DEFAULTS } from "../../../lib/domain/mail/touch_base.ts";
import { createEmail } from "../../../lib/features/mail/create_email.ts";
import { getEmail } from "../../../lib/features/mail/get_email.ts";
import { getTouchBase } from "../../../lib/features/mail/get_touch_base.ts";
import { updateEmail } from "../../../lib/features/mail/update_email.ts";
import { updateTouchBase } from "../../../lib/features/mail/update_touch_base.ts";
import { makeApp, type TestApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());

/** Reads one statement after the other, with `save` between the first and the others. */
async function readAround<T>(
  { deps: { db } }: TestApp,
  save: () => Promise<unknown>,
  read: () => Promise<T>,
): Promise<T> {
  const { $client: client } = db, execute = client.execute.bind(client);
  let turn: Promise<unknown> = Promise.resolve(), saved = false;
  client.execute = ((...args: Parameters<typeof execute>) => {
    const answer = turn.then(() => execute(...args));
    turn = answer.then(() => saved || (saved = true, save()));
    return answer;
  }) as typeof execute;
  try {
    return await read();
  } finally {
    client.execute = execute;
  }
}

Deno.test("a campaign that is saved while it is read", async () => {
  const owner = await t.account({ role: 99 }), ctx = t.context(owner);
  const { id } = await createEmail(ctx, { name: "Rates" });
  const text = campaignText(await getEmail(ctx, id));
  let at = 0;
  const read = await readAround(
    t,
    async () => at = await updateEmail(ctx, { id, ...text, subject: "Theirs" }),
    () => getEmail(ctx, id),
  );
  assert.ok(at > 0);
  assert.ok(read.savedAt !== at || read.subject === "Theirs", `${read.subject} of ${read.savedAt}`);
});

Deno.test("touch-base settings that are saved while they are read", async () => {
  const owner = await t.account({ role: 99 }), ctx = t.context(owner);
  let at = 0;
  const read = await readAround(
    t,
    async () => at = await updateTouchBase(ctx, { config: { ...TOUCH_BASE_DEFAULTS, EMAIL_DELAY: 3 } }),
    () => getTouchBase(ctx),
  );
  assert.ok(at > 0);
  assert.ok(read.savedAt.config !== at || read.config.EMAIL_DELAY === 3, `${read.config.EMAIL_DELAY}`);
});
