/** What a search of the outbox finds, and what is done with it. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { mails, suppressedAddresses } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { addMail } from "../../support/mail.ts";

const withOutbox = (run: (t: TestApp, owner: TestAccount) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    await run(t, await t.account({ role: ROLE.owner }));
  });
const statusOf = async (t: TestApp, id: number) =>
  (await t.deps.db.select({ status: mails.status }).from(mails).where(eq(mails.id, id)).get())!.status;

Deno.test("failed mails that a search leaves are sent again, and no others", () =>
  withOutbox(async (t, owner) => {
    const ann = await addMail(t, { status: "failed", to: "Ann@example.com" });
    const bob = await addMail(t, { status: "failed", to: "bob@example.com" });
    const page = await (await t.get("/dashboard/outbox?state=failed&q=ann", owner)).text();
    const [, form] = /(<form[^>]*sendfailedmails.*?<\/form>)/s.exec(page)!;
    assert.match(form, /Send these again/);
    const sent = Object.fromEntries(
      [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const answer = await t.post("/api/loans/sendfailedmails", sent, owner);
    assert.deepEqual(await answer.json(), { response: true, queued: 1 });
    assert.deepEqual([await statusOf(t, ann), await statusOf(t, bob)], ["waiting", "failed"]);
  }));

Deno.test("an address without campaigns is found by its beginning, where the list has no room for it", () =>
  withOutbox(async (t, owner) => {
    const at = t.now();
    await t.deps.db.insert(suppressedAddresses).values([
      { email: "ann@example.com", why: "bounced", at: at - 1 },
      ...Array.from({ length: 200 }, (_, i) => ({ email: `b${i}@example.com`, why: "bounced" as const, at })),
    ]);
    const listed = async (q: string) => {
      const page = await (await t.get(`/dashboard/outbox?state=bounced&q=${q}`, owner)).text();
      return [
        (page.match(/Allow again: /g) ?? []).length,
        page.includes("Allow again: ann@"),
        page.includes("newest 200"),
      ];
    };
    assert.deepEqual(await listed(""), [200, false, true]);
    assert.deepEqual(await listed("ANN"), [1, true, false]);
  }));

Deno.test("a button of a row leads back to the list that it was pressed in", () =>
  withOutbox(async (t, owner) => {
    const id = await addMail(t, { status: "failed", to: "ann@example.com" });
    await t.deps.db.insert(suppressedAddresses).values({ email: "ann@example.com", why: "bounced", at: t.now() });
    const pressed = async (list: string, call: string, fields: Record<string, string>) => {
      const page = await (await t.get(list, owner)).text();
      const action = new RegExp(`action="(/api/loans/${call}[^"]*)"`).exec(page)![1].replaceAll("&amp;", "&");
      return (await t.postForm(action, fields, owner)).headers.get("location");
    };
    const searched = "/dashboard/outbox?q=ann";
    assert.equal(await pressed(searched, "sendmailagain", { id: String(id) }), searched);
    const bounced = "/dashboard/outbox?state=bounced&q=ann";
    assert.equal(await pressed(bounced, "allowaddress", { email: "ann@example.com" }), bounced);
  }));
