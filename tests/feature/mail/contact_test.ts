/** The contact call and pages (accounts specification 2, 5 and 8). */
import assert from "node:assert/strict";
import { count } from "drizzle-orm";
import { auditRows } from "../../../db/schema/mod.ts";
import { ACCOUNT_MAIL_TEXTS } from "../../../lib/features/accounts/mails.ts";
import { LIMITS } from "../../../lib/features/rate_limit.ts";
import { makeApp, withApp } from "../../support/app.ts";

const t = await makeApp();
Deno.test.afterAll(() => t.close());
const PATH = "/api/loans/sendcontactemail";
const GOOD = { name: "Ann Lee", email: "ann@broker.example", msg: "Do you lend on cottages?" };
const LENDER = "brokers@lender.example";
const audits = async () => (await t.deps.db.select({ n: count() }).from(auditRows).get())!.n;

Deno.test("a message is mailed to the lender, and a reply goes to its sender", async () => {
  const answer = await t.post(PATH, { ...GOOD, name: "Ann\r\nLee" });
  assert.deepEqual([answer.status, await answer.json()], [200, { response: true }]);
  const mail = (await t.mails(LENDER)).at(-1)!;
  assert.deepEqual([mail.kind, mail.replyTo, mail.subject], ["contact", GOOD.email, "Message from Ann Lee"]);
  assert.ok(mail.text.includes(GOOD.msg));
  assert.equal(await audits(), 1);
});

Deno.test("what a visitor writes is text in the mail, never markup", async () => {
  await t.post(PATH, { ...GOOD, msg: "<img src=x onerror=alert(1)> hello" });
  assert.ok(!(await t.mails(LENDER)).at(-1)!.html.includes("<img src=x"));
});

Deno.test("the line that an inbox shows of a message ends with a whole letter", async () => {
  await t.post(PATH, { ...GOOD, msg: `${"x".repeat(99)}\u{1F600}\u{1F600}` });
  const { html } = (await t.mails(LENDER)).at(-1)!;
  assert.match(html, /x{99}</, "the preview");
  assert.ok(html.isWellFormed() && !html.includes("\ufffd"), html);
});

Deno.test("missing fields and short messages are refused, and nothing is sent or recorded", async () => {
  const before = [(await t.mails()).length, await audits()];
  for (const wrong of [{ name: " " }, { email: "" }, { msg: "too short" }, { msg: undefined }]) {
    const answer = await t.post(PATH, { ...GOOD, ...wrong });
    assert.equal(answer.status, 422);
    assert.equal((await answer.json()).reason, "Fill in the required fields!");
  }
  const answer = await t.post(PATH, { ...GOOD, email: "not an address" });
  assert.deepEqual([answer.status, (await answer.json()).fields], [422, { email: "Invalid Email" }]);
  assert.deepEqual([(await t.mails()).length, await audits()], before);
});

Deno.test("an address over its limit has to wait, and nothing more is sent", async () => {
  const from = { "x-forwarded-for": "198.51.100.9" };
  for (let n = 0; n < LIMITS.contactAddress.most; n++) assert.equal((await t.post(PATH, GOOD, null, from)).status, 200);
  const before = (await t.mails()).length;
  const answer = await t.post(PATH, GOOD, null, from);
  assert.equal(answer.status, 429);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
  assert.equal((await t.mails()).length, before);
});

Deno.test("both pages are filled with the account's name and address, and are empty when signed out", async () => {
  const broker = await t.account({ name: "Bea Roy", email: "bea@broker.example" });
  const owner = await t.account({ role: 99 });
  for (
    const [path, who] of [["/contact", broker], ["/dashboard/contact", broker], ["/dashboard/contact", owner]] as const
  ) {
    const html = await (await t.get(path, who)).text();
    assert.match(html, new RegExp(`name="name"[^>]*value="${who.name}"`), path);
    assert.match(html, new RegExp(`name="email"[^>]*value="${who.email}"`), path);
    assert.ok(html.includes(`mailto:${LENDER}`), path);
  }
  assert.match(await (await t.get("/contact")).text(), /name="name"[^>]*value=""/);
  assert.equal((await t.get("/dashboard/contact")).headers.get("location"), "/login?next=%2Fdashboard%2Fcontact");
});

Deno.test("without script the form goes on with 'Email Sent!', or comes back filled in", async () => {
  const sent = await t.postForm(PATH, GOOD);
  assert.deepEqual([sent.status, sent.headers.get("location")], [303, "/contact"]);
  assert.match(decodeURIComponent(sent.headers.get("set-cookie") ?? ""), /Email Sent!/);
  const wrong = await t.postForm(PATH, { ...GOOD, msg: "short" });
  const html = await wrong.text();
  assert.equal(wrong.status, 422);
  assert.ok(html.includes("Fill in the required fields!") && html.includes(GOOD.email) && html.includes("short"));
});

Deno.test("where the lender has set no address, none is shown, and a message stays in the outbox", () =>
  withApp(async (t) => {
    for (const path of ["/", "/contact", "/register"]) {
      assert.doesNotMatch(await (await t.get(path)).text(), /mailto:|localdomain/, path);
    }
    assert.equal((await t.post(PATH, GOOD)).status, 200);
    const [mail] = await t.mails();
    assert.ok(mail.text.includes(GOOD.msg));
    const { text } = t.deps.ports.mail.render(ACCOUNT_MAIL_TEXTS.requestReceived({ name: "Ann Lee" }, t.env.lender));
    assert.match(text, /Questions\? Reply to this mail\.\n/);
    assert.doesNotMatch(text, /undefined|localdomain/);
  }, { CONTACT_EMAIL: "" }));
