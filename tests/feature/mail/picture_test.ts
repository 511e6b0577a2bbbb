/**
 * Pictures of campaigns' texts: who may upload one, who sees it, and how long it stays
 * (docs/decisions/campaign-texts.md).
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { campaignRuns, campaigns, fileDeletions, mailPictures } from "../../../db/schema/mod.ts";
import { sweepFiles } from "../../../lib/features/files/sweep.ts";
import { removeUnusedPictures } from "../../../lib/features/mail/remove_unused_pictures.ts";
import { PICTURE_MAX_BYTES } from "../../../lib/domain/mail/picture.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { tidyBody } from "../../../lib/server/mail/rich_text.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { BYTES, upload } from "../../support/files.ts";

const DAY = 86_400_000;
const CALL = "/api/loans/uploademailpicture";
const save = (t: TestApp, body: string, me: TestAccount) =>
  t.post("/api/loans/updateemail", {
    id: 1,
    name: "Rates",
    subject: "Rates",
    preview: "",
    body,
    type: "static",
    sendAt: null,
    everyDays: 7,
  }, me);

/** A campaign and a picture that was uploaded for it: its address on the portal. */
async function withPicture(run: (t: TestApp, me: TestAccount, src: string) => Promise<void>): Promise<void> {
  await withApp(async (t) => {
    const me = await t.account({ role: ROLE.administrator, name: "Ines Duarte" });
    await t.post("/api/loans/createemail", { name: "Rates" }, me);
    const answer = await upload(t, CALL, { id: 1 }, me, { name: "chart.png", bytes: BYTES.png });
    assert.equal(answer.status, 200);
    const { data } = await answer.json();
    await run(t, me, data.src);
  });
}

Deno.test("staff upload pictures in a mail's size for a campaign; other people and other files are refused", () =>
  withPicture(async (t, me) => {
    const broker = await t.account({ role: ROLE.broker });
    const refused = async (fields: { id: number }, as: TestAccount | null, bytes: Uint8Array<ArrayBuffer> | null) => {
      const answer = await upload(t, CALL, fields, as, { name: "chart.png", bytes });
      return [answer.status, (await answer.json()).reason] as const;
    };
    assert.equal((await refused({ id: 1 }, broker, BYTES.png))[0], 403);
    assert.equal((await refused({ id: 1 }, null, BYTES.png))[0], 401);
    assert.equal((await refused({ id: 9 }, me, BYTES.png))[0], 404);
    assert.deepEqual(await refused({ id: 1 }, me, BYTES.html), [
      415,
      "This is not a PNG or JPEG file. Choose another.",
    ]);
    assert.deepEqual(await refused({ id: 1 }, me, null), [422, "Choose a file to upload."]);
    const large = new Uint8Array(PICTURE_MAX_BYTES + 60_000);
    large.set(BYTES.png);
    assert.deepEqual(await refused({ id: 1 }, me, large), [
      413,
      "This picture has 2.1 MB; a mail's may have 2.0 MB. Make it smaller.",
    ]);
    assert.equal(await t.deps.db.$count(mailPictures), 1, "what was refused left nothing");
  }));

Deno.test("a text keeps pictures of this site alone; mails show them by absolute addresses that anybody may open", () =>
  withPicture(async (t, me, src) => {
    const picture = `<img src="${src}" alt="Rates &amp; terms" width="320" />`;
    const body = `<p>Hello</p><p><a href="https://lender.example/rates">${picture}</a></p>`;
    const foreign = '<img src="https://evil.example/p.gif" alt="x"><img src="/dashboard" alt="x"><img alt="x">';
    assert.equal((await save(t, body + foreign, me)).status, 200);
    const stored = await t.deps.db.select().from(campaigns).get();
    assert.equal(stored!.body, body);
    const wide = await tidyBody(`<p><img src="${src}" alt="a" width="9999" onload="x()"></p>`);
    assert.equal(wide, `<p><img src="${src}" alt="a" /></p>`);

    const preview = await t.get("/api/loans/previewemail?id=1", me);
    const html = await preview.text();
    assert.ok(html.includes(`src="http://localhost${src}" alt="Rates &amp; terms" width="320"`), html);
    assert.match(preview.headers.get("content-security-policy")!, /img-src data: http:\/\/localhost\/mail\/picture\/;/);
    const text = await (await t.get("/api/loans/previewemail?id=1&as=text", me)).text();
    assert.ok(text.startsWith("Hello\n\n[Rates & terms]: https://lender.example/rates\n"), text);

    const shown = await t.get(src);
    assert.deepEqual(new Uint8Array(await shown.arrayBuffer()), BYTES.png);
    const headers = ["content-type", "cross-origin-resource-policy", "x-content-type-options", "set-cookie"];
    assert.deepEqual(headers.map((name) => shown.headers.get(name)), ["image/png", "cross-origin", "nosniff", null]);
    assert.match(shown.headers.get("cache-control")!, /^public, .*immutable$/);
    for (const wrong of [src.slice(0, -1) + (src.endsWith("A") ? "B" : "A"), "/mail/picture/x", "/mail/picture/a.b"]) {
      assert.equal((await t.get(wrong)).status, 404, wrong);
    }
  }));

Deno.test("a picture stays while a saved or sent text uses it, and is deleted a month after the last", () =>
  withPicture(async (t, me, src) => {
    const { db } = t.deps, body = `<p><img src="${src}" alt="a" /></p>`;
    const later = (days: number) => ({ ...t.context(), now: t.now() + days * DAY });
    // Stored bytes have the machine's own times; the first sweep marks the storage alone.
    const sweep = () => sweepFiles({ ...t.context(), now: Date.now() + 2 * DAY });
    await sweep();
    assert.equal(await sweep(), 0, "the sweep of stored bytes knows it");
    assert.equal(await removeUnusedPictures(later(29)), 0, "its text may be saved yet");
    await save(t, body, me);
    assert.equal(await removeUnusedPictures(later(40)), 0);
    await db.insert(campaignRuns).values({
      campaignId: 1,
      run: 1,
      subject: "Rates",
      preview: "",
      body,
      startedAt: t.now(),
    });
    await save(t, "<p>Without</p>", me);
    assert.equal(await removeUnusedPictures(later(40)), 0, "who was sent it still looks at it");
    await db.delete(campaignRuns).where(eq(campaignRuns.campaignId, 1));
    assert.equal(await removeUnusedPictures(later(40)), 1);
    assert.deepEqual([await db.$count(mailPictures), await db.$count(fileDeletions)], [0, 1]);
    assert.equal((await t.get(src)).status, 404);
  }));
