import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";

const DAY = 24 * 3600_000;
const NEW = "Ann.New@example.com";

const withAnn = (run: (t: TestApp, ann: TestAccount) => Promise<void>) =>
  withApp(async (t) => run(t, await t.account({ name: "Ann Lee", email: "ann@example.com" })), {
    DEVICE_VERIFICATION: "off",
  });

const row = async (t: TestApp, who: TestAccount) =>
  (await t.deps.db.select().from(accounts).where(eq(accounts.id, who.id)).get())!;
const ask = (t: TestApp, who: TestAccount, email: unknown = NEW) => t.post("/api/auth/changeEmail", { email }, who);
const confirm = (t: TestApp, who: TestAccount | null, recoverId: string) =>
  t.post("/api/auth/finishEmailChange", { recoverId }, who);

Deno.test("every role saves its own details, and nothing else of its account", () =>
  withAnn(async (t, ann) => {
    for (
      const who of [ann, await t.account({ role: 9 }), await t.account({ role: 99 }), await t.account({ role: 5 })]
    ) {
      const before = await row(t, who);
      t.advance(1000);
      const sent = {
        name: "  New Name ",
        phone: "416-555-0199",
        brokerage: "Other Brokers",
        brokerageLicense: "10001",
        role: 99,
        email: "taken@example.com",
        license: "M99999999",
        status: 0,
        id: 1,
      };
      const answer = await t.post("/api/auth/updateSettings", sent, who);
      assert.deepEqual(await answer.json(), { response: true });
      const { phone, brokerage, brokerageLicense } = sent;
      const expected = { ...before, name: "New Name", phone, brokerage, brokerageLicense, updatedAt: t.now() };
      assert.deepEqual(await row(t, who), expected);
    }
    const told = await t.deps.db.select().from(auditRows).where(eq(auditRows.actorId, ann.id));
    assert.deepEqual(told.map((r) => [r.action, r.entityId]), [["account.settings", String(ann.id)]]);
    assert.equal(JSON.parse(told[0].before!).name, "Ann Lee");
    assert.equal(JSON.parse(told[0].after!).name, "New Name");
  }));

Deno.test("a detail that is left out stays as it is", () =>
  withAnn(async (t, ann) => {
    const details = { phone: "416-555-0199", brokerage: "Other Brokers", brokerageLicense: "10001" };
    await t.post("/api/auth/updateSettings", { name: "Ann Lee", ...details }, ann);
    assert.equal((await t.post("/api/auth/updateSettings", { name: "Ann B. Lee", phone: "" }, ann)).status, 200);
    const { name, phone, brokerage, brokerageLicense } = await row(t, ann);
    assert.deepEqual([name, phone, brokerage, brokerageLicense], ["Ann B. Lee", "", "Other Brokers", "10001"]);
  }));

Deno.test("settings without a name, too long, or sent signed out are refused and change nothing", () =>
  withAnn(async (t, ann) => {
    const before = await row(t, ann);
    const none = await t.post("/api/auth/updateSettings", { name: " ", phone: "416-555-0123" }, ann);
    assert.equal(none.status, 422);
    // Accounts specification 5.
    assert.equal((await none.json()).reason, "Name is required!");
    assert.equal((await t.post("/api/auth/updateSettings", { name: "x".repeat(201) }, ann)).status, 422);
    assert.equal((await t.post("/api/auth/updateSettings", { name: "Eve" }, null)).status, 401);
    assert.deepEqual(await row(t, ann), before);
    const same = { name: before.name, phone: "", brokerage: before.brokerage, brokerageLicense: "" };
    assert.equal((await t.post("/api/auth/updateSettings", same, ann)).status, 200);
    assert.deepEqual(await t.deps.db.select().from(auditRows), []);
  }));

Deno.test("an email change waits for the new address's link, and warns the old one", () =>
  withAnn(async (t, ann) => {
    assert.deepEqual(await (await ask(t, ann)).json(), { response: true });
    assert.equal((await row(t, ann)).email, "ann@example.com");
    const settings = async () => await (await t.get("/dashboard/accountsettings", ann)).text();
    assert.ok((await settings()).includes(`Changes to ${NEW} once`), "the settings say which address waits");
    const link = await lastMail(t, NEW, "emailChange");
    assert.match(link.text, /http:\/\/localhost\/changeEmail\?id=[\w-]{43}/);
    assert.ok((await lastMail(t, ann.email, "emailChangeNotice")).text.includes(NEW));
    assert.equal((await t.get(`/changeEmail?id=${link.id}`, ann)).status, 200);
    assert.equal((await row(t, ann)).email, "ann@example.com", "opening the link changes nothing");
    assert.deepEqual(await (await confirm(t, ann, link.id)).json(), { response: true });
    const after = await row(t, ann);
    assert.deepEqual([after.email, after.emailKey], [NEW, NEW.toLowerCase()]);
    assert.equal((await (await t.get("/api/auth/checkSession", ann)).json()).response, true, "the session stays");
    assert.ok((await settings()).includes("Changes once the new address is confirmed"), "none waits any more");
    const told = await t.deps.db.select().from(auditRows).where(eq(auditRows.action, "account.email"));
    assert.deepEqual([told[0].before, told[0].after], ['{"email":"ann@example.com"}', `{"email":"${NEW}"}`]);
  }));

Deno.test("accounts specification 2: the licence is shown to be read, where there is none too", () =>
  withAnn(async (t) => {
    for (const [license, value] of [["M24001973", "M24001973"], ["", "None"]]) {
      const html = await (await t.get("/dashboard/accountsettings", await t.account({ license }))).text();
      const [box] = /<input[^>]*id="a-license"[^>]*>/.exec(html) ?? [""];
      assert.ok(/readonly/i.test(box) && box.includes(`value="${value}"`), box);
    }
  }));

const flash = (r: Response) =>
  decodeURIComponent(r.headers.getSetCookie().find((c) => c.startsWith("flash="))!.split(";")[0]);

Deno.test("a link confirms once, within a day, for the account that asked, signed in", () =>
  withAnn(async (t, ann) => {
    const bob = await t.account();
    await ask(t, ann);
    const { id } = await lastMail(t, NEW, "emailChange");
    assert.equal((await confirm(t, null, id)).status, 401);
    const his = await confirm(t, bob, id);
    assert.equal(his.status, 404);
    // Accounts specification 8, and after it why.
    const others =
      "Not found. This link belongs to another account than the one signed in here. Sign in with that one and open it again.";
    assert.deepEqual(await his.json(), { response: false, reason: others });
    const page = await t.postForm("/api/auth/finishEmailChange", { recoverId: id }, bob);
    assert.deepEqual([page.headers.get("location"), flash(page)], ["/", `flash=bad:${others}`]);
    const none = await confirm(t, ann, "nothing");
    assert.deepEqual([none.status, await none.json()], [404, { response: false, reason: "Not found" }]);
    const both = await Promise.all([confirm(t, ann, id), confirm(t, ann, id)]);
    assert.deepEqual(both.map((a) => a.status).sort(), [200, 404]);
    assert.equal((await confirm(t, ann, id)).status, 404);
    await ask(t, bob, "bob.new@example.com");
    const late = await lastMail(t, "bob.new@example.com", "emailChange");
    t.advance(DAY);
    assert.equal((await confirm(t, bob, late.id)).status, 404);
    assert.equal((await row(t, bob)).email, bob.email);
  }));

Deno.test("an address that another account has is refused on confirming, not revealed on asking", () =>
  withAnn(async (t, ann) => {
    const bob = await t.account();
    const free = await ask(t, ann, "free@example.com");
    const taken = await ask(t, ann, bob.email.toUpperCase());
    assert.deepEqual([taken.status, await taken.text()], [free.status, await free.text()]);
    const { id } = await lastMail(t, bob.email.toUpperCase(), "emailChange");
    const refused = await confirm(t, ann, id);
    assert.equal(refused.status, 404);
    assert.match((await refused.json()).reason, /^Not found\. This address belongs to another account/);
    const settings = await (await t.get("/dashboard/accountsettings", ann)).text();
    assert.ok(settings.includes("Changes once the new address is confirmed"), "nothing waits any more");
    assert.deepEqual(await (await confirm(t, ann, id)).json(), { response: false, reason: "Not found" });
    assert.equal((await row(t, ann)).email, "ann@example.com");
    assert.equal((await row(t, bob)).email, bob.email);
  }));

Deno.test("only the link of the last address that was asked for confirms", () =>
  withAnn(async (t, ann) => {
    await ask(t, ann, "typo@example.com");
    const mistyped = await lastMail(t, "typo@example.com", "emailChange");
    t.advance(1000);
    await ask(t, ann);
    assert.equal((await confirm(t, ann, mistyped.id)).status, 404);
    assert.equal((await row(t, ann)).email, "ann@example.com");
    assert.equal((await confirm(t, ann, (await lastMail(t, NEW, "emailChange")).id)).status, 200);
    assert.equal((await row(t, ann)).email, NEW);
  }));

Deno.test("a recovery link changes no address, and a new password voids a pending change", () =>
  withAnn(async (t, ann) => {
    await t.post("/api/auth/recoverAccount", { email: ann.email });
    const recovery = await lastMail(t, ann.email, "recovery");
    assert.equal((await confirm(t, ann, recovery.id)).status, 404);
    const bob = await t.account();
    await ask(t, bob, "bob.new@example.com");
    const change = await lastMail(t, "bob.new@example.com", "emailChange");
    await t.post("/api/auth/recoverAccount", { email: bob.email });
    const his = await lastMail(t, bob.email, "recovery");
    await t.post("/api/auth/finishRecovery", { recoverId: his.id, password: "Another2Horse" });
    const jar = new Jar();
    await login(t, jar, bob.username, "Another2Horse");
    const late = await t.post("/api/auth/finishEmailChange", { recoverId: change.id }, null, jar.header);
    assert.equal(late.status, 404);
    assert.equal((await row(t, bob)).email, bob.email);
  }));

Deno.test("malformed addresses and the account's own are refused; five changes an hour can be requested", () =>
  withAnn(async (t, ann) => {
    for (const email of ["", "ann", "ann@lee", 5, null]) {
      const answer = await ask(t, ann, email);
      assert.equal(answer.status, 422);
      assert.equal((await answer.json()).reason, "Invalid Email", String(email));
    }
    assert.equal((await ask(t, ann, "ANN@example.com")).status, 422);
    assert.equal((await t.post("/api/auth/changeEmail", { email: NEW }, null)).status, 401);
    assert.deepEqual(await t.mails(), []);
    for (let i = 0; i < 5; i++) assert.equal((await ask(t, ann, `ann${i}@example.com`)).status, 200);
    const late = await ask(t, ann);
    assert.equal(late.status, 429);
    assert.equal(late.headers.get("retry-after"), "3600");
    assert.equal((await t.mails()).length, 10);
  }));

Deno.test("without script forms continue with their toast, or show the error at its field", () =>
  withAnn(async (t, ann) => {
    const saved = await t.postForm("/api/auth/updateSettings", { name: "Ann B. Lee", phone: "416-555-0123" }, ann);
    assert.deepEqual([saved.headers.get("location"), flash(saved)], [
      "/dashboard/accountsettings",
      "flash=ok:Changes Saved",
    ]);
    const unnamed = await t.postForm("/api/auth/updateSettings", { name: "", phone: "416-555-0123" }, ann);
    const html = await unnamed.text();
    assert.equal(unnamed.status, 422);
    assert.ok(html.includes("Name is required!") && html.includes('value="416-555-0123"'));
    // That page stands at the call's address: its links must not lean on it.
    assert.doesNotMatch(html, /href="\?/);
    assert.match(html, /href="\/dashboard\/accountsettings\?change=email"/);

    const stored = await row(t, ann);
    const seen = { name: stored.name, phone: "416-555-0100", brokerage: stored.brokerage, brokerageLicense: "" };
    const old = { ...seen, brokerageLicense: "10001", seen: JSON.stringify(seen) };
    const stale = await t.postForm("/api/auth/updateSettings", old, ann);
    const both = await stale.text();
    assert.equal(stale.status, 409);
    assert.ok(both.includes("after you opened it"));
    assert.match(both, /id="a-phone"[^>]* value="416-555-0123"/, "what was left alone is as it is stored");
    assert.match(both, /id="a-brokerageLicense"[^>]* value="10001"/);
    assert.match(both, /name="seen" value="[^"]*phone&quot;:&quot;416-555-0123&quot;/, "it can be sent again");

    const place = "/dashboard/accountsettings?change=email";
    assert.ok((await (await t.get(place, ann)).text()).includes('action="/api/auth/changeEmail"'));
    const bad = await t.postForm("/api/auth/changeEmail", { email: "ann@" }, ann);
    const again = await bad.text();
    assert.ok(again.includes("Invalid Email") && again.includes('value="ann@"'));
    const asked = await t.postForm("/api/auth/changeEmail", { email: NEW }, ann);
    assert.equal(flash(asked), "flash=ok:Request Sent!");
    const { id } = await lastMail(t, NEW, "emailChange");
    const page = await (await t.get(`/changeEmail?id=${id}`, ann)).text();
    assert.ok(page.includes(`value="${id}"`) && page.includes('action="/api/auth/finishEmailChange"'));
    const done = await t.postForm("/api/auth/finishEmailChange", { recoverId: id }, ann);
    assert.deepEqual([done.headers.get("location"), flash(done)], ["/", "flash=ok:Email Changed"]);
    const gone = await t.postForm("/api/auth/finishEmailChange", { recoverId: id }, ann);
    const next = "Not found. This link was used already or is too old. Ask for a new one in Account Settings";
    assert.equal(gone.headers.get("location"), "/");
    assert.equal(flash(gone), `flash=bad:${next}, Change Email.`);
    assert.equal((await t.get("/changeEmail?id=x")).headers.get("location"), "/login?next=%2FchangeEmail%3Fid%3Dx");
  }));
