import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { createFirstOwner } from "../../../lib/features/accounts/mod.ts";
import { updateAccount } from "../../../lib/features/brokers/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { isStrongPassword } from "../../../lib/domain/accounts/account_rules.ts";
import { makeApp, type TestAccount } from "../../support/app.ts";
import {
  CREATE,
  DELETE,
  makeRequest,
  NEW,
  refused,
  sent,
  storedAccount,
  testWithPeople,
  UPDATE,
} from "../../support/brokers.ts";

testWithPeople(
  "an administrator touches no owner and makes none (docs/decisions/account-powers.md)",
  async ({ t, admin, owner, broker }) => {
    await refused(t, 403, UPDATE, { ...await sent(t, owner), phone: "416-555-0100" }, admin);
    await refused(t, 403, UPDATE, { ...await sent(t, broker), role: 99 }, admin);
    await refused(t, 403, CREATE, { ...NEW, role: 99 }, admin);
    await refused(t, 403, DELETE, { id: owner.id }, admin);
    assert.equal((await t.post(UPDATE, { ...await sent(t, broker), role: 9 }, admin)).status, 200);
    assert.equal((await t.post(UPDATE, { ...await sent(t, broker), role: 99 }, owner)).status, 200);
    assert.equal((await storedAccount(t, broker.id))!.role, 99);
  },
);

testWithPeople("nobody deletes, demotes or disables their own account", async ({ t, owner, admin }) => {
  await t.account({ role: 99 });
  for (const me of [owner, admin]) {
    await refused(t, 403, DELETE, { id: me.id }, me);
    await refused(t, 403, UPDATE, { ...await sent(t, me), role: 0 }, me);
    await refused(t, 403, UPDATE, { ...await sent(t, me), status: 0 }, me);
    assert.equal((await t.post(UPDATE, { ...await sent(t, me), phone: "416-555-0100" }, me)).status, 200);
  }
});

testWithPeople("staff needs no licence, a broker does (accounts specification 5: brokers are licensed)", async (c) => {
  const { t, owner, admin, broker } = c;
  for (const me of [owner, admin]) {
    // The form of one's own account sends no role: it cannot be changed there.
    const { role: _, status: __, ...own } = await sent(t, me);
    assert.equal((await t.post(UPDATE, { ...own, license: "", phone: "416-555-0100" }, owner)).status, 200);
    assert.equal((await storedAccount(t, me.id))!.license, "");
    assert.equal((await t.post(UPDATE, { ...await sent(t, me), name: "Still here" }, owner)).status, 200);
  }
  assert.equal((await t.post(CREATE, { ...NEW, role: 9, license: "" }, owner)).status, 200);
  const missing = { license: "License is required!" };
  const { role: _, ...noRole } = { ...NEW, license: " " };
  assert.deepEqual((await refused(t, 422, CREATE, noRole, owner)).fields, missing, "without a role it is a broker");
  const { role: __, license: ___, ...kept } = await sent(t, broker);
  assert.deepEqual((await refused(t, 422, UPDATE, kept, owner)).fields, missing);
  const short = { username: "Username must have 6 or more characters" };
  assert.deepEqual((await refused(t, 422, UPDATE, { ...kept, username: "ann" }, owner)).fields, {
    ...missing,
    ...short,
  });
  assert.deepEqual((await refused(t, 422, UPDATE, { ...await sent(t, admin), role: 0 }, owner)).fields, missing);
});

Deno.test("the first owner made without variables can be edited, and keeps a reserved username", async () => {
  const t = await makeApp();
  try {
    const generated = await createFirstOwner(t.deps.db, t.deps.ports.passwords, t.env.owner, t.now());
    assert.ok(isStrongPassword(generated!));
    const second = await t.account({ role: 99 });
    const { id } = (await t.deps.db.select().from(accounts).where(eq(accounts.username, t.env.owner.username)).get())!;
    assert.equal((await t.post(UPDATE, { ...await sent(t, { id }), name: "Margaret Lau" }, second)).status, 200);
    assert.equal((await storedAccount(t, id))!.name, "Margaret Lau");
    await refused(t, 422, UPDATE, { ...await sent(t, { id }), username: "boss" }, second);
  } finally {
    await t.close();
  }
});

testWithPeople("the last enabled owner stays, also when two owners demote each other at once", async ({ t, owner }) => {
  const second = await t.account({ role: 99 });
  const away = async (target: TestAccount) => ({ ...await sent(t, target), role: 9 as const, status: 1 as const });
  const [first, then] = [await away(second), await away(owner)];
  const [asOwner, asSecond] = [t.context(owner), t.context(second)];
  await updateAccount(asOwner, first);
  await assert.rejects(updateAccount(asSecond, then), /last enabled owner/);
  assert.equal((await storedAccount(t, owner.id))!.role, 99);
});

testWithPeople(
  "validateBroker: M and eight digits, held by nobody else (docs/decisions/licences.md)",
  async ({ t, admin, broker }) => {
    const ask = async (license: string, id?: number) =>
      await (await t.post("/api/auth/validateBroker", { license, id }, admin)).json();
    assert.deepEqual(await ask("M12345678"), { response: true, data: true, unchecked: true });
    for (const license of ["M1234567", "12345678", "M123456789", "X12345678", ""]) {
      assert.equal((await ask(license)).data, false, license);
    }
    const { license } = (await t.deps.db.select().from(accounts).where(eq(accounts.id, broker.id)).get())!;
    assert.equal((await ask(license)).data, false);
    assert.equal((await ask(license.toLowerCase())).data, false, "whatever its case");
    assert.equal((await ask(license, broker.id)).data, true, "its own account may hold it");
  },
);

Deno.test("validateBroker checks the register where one is loaded, and answers the class", async () => {
  const register = await Deno.makeTempFile({ suffix: ".csv" });
  await Deno.writeTextFile(
    register,
    "number,name,class,status,expiry\nM11112222,Ann,Agent Level 2,Active,2027-03-31\nM11113333,Bo,Broker,Suspended,\n" +
      "M11114444,Cy,Agent Level 1,Active,2027-03-31\n",
  );
  const t = await makeApp({ LICENCE_REGISTER: register });
  try {
    const admin = await t.account({ role: 9 });
    const ask = async (license: string) => await (await t.post("/api/auth/validateBroker", { license }, admin)).json();
    assert.deepEqual(await ask("M11112222"), { response: true, data: true, class: "Agent Level 2" });
    assert.deepEqual([(await ask("M11113333")).data, (await ask("M11113333")).class], [false, "Broker"]);
    assert.equal((await ask("M99999999")).data, false);
    assert.match((await ask("M11114444")).note, /may not place private mortgages/);
    const { id } = await makeRequest(t, { license: "M11112222" });
    const page = (await (await t.get(`/dashboard/createbroker?id=${id}`, admin)).text()).replace(/<!--.*?-->/g, "");
    assert.match(page, / Verified<span class="mute">\. Agent Level 2/);
  } finally {
    await t.close();
    await Deno.remove(register);
  }
});

testWithPeople(
  "a plain form saves, creates and shows what is wrong with everything but the password",
  async ({ t, admin, broker }) => {
    const fields = Object.fromEntries(Object.entries(await sent(t, broker)).map(([k, v]) => [k, String(v)]));
    const saved = await t.postForm(`${UPDATE}?id=${broker.id}`, { ...fields, name: "Plain Form" }, admin);
    assert.deepEqual([saved.status, saved.headers.get("location")], [303, `/dashboard/viewbroker?id=${broker.id}`]);
    assert.equal((await storedAccount(t, broker.id))!.name, "Plain Form");
    const made = { ...NEW, role: "0", status: "1", introEmail: "off" };
    const wrong = await t.postForm(`${CREATE}?id=new`, { ...made, username: "short" }, admin);
    const html = await wrong.text();
    assert.equal(wrong.status, 422);
    assert.match(html, /Username must have 6 or more characters/);
    assert.match(html, /value="Aisha Mohamud"/);
    assert.doesNotMatch(html, /Fresh2Start/);
    const created = await t.postForm(`${CREATE}?id=new`, made, admin);
    assert.deepEqual([created.status, created.headers.get("location")], [303, "/dashboard/brokers"]);
    assert.match(created.headers.get("set-cookie")!, /flash=ok/);
  },
);

testWithPeople("a refused plain form keeps what was entered, and takes over what was saved meanwhile", async (c) => {
  const { t, admin, owner, broker } = c;
  const path = `${UPDATE}?id=${broker.id}`, opened = await sent(t, broker);
  const page = await (await t.get(`/dashboard/viewbroker?id=${broker.id}`, admin)).text();
  const fields: Record<string, string> = {};
  for (const [, name, value] of page.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)) {
    fields[name] ??= value.replaceAll("&quot;", '"');
  }
  assert.equal(fields.touchBaseEmails, "off", "a box that is not ticked");
  const { rating } = (await storedAccount(t, broker.id))!;
  assert.notEqual(rating, "yellow");
  const mine = { ...fields, rating, notes: "Mine", brokerage: "Mine Inc." };
  t.advance(1000);
  const theirs = {
    ...opened,
    phone: "905-555-0177",
    brokerage: "Theirs Ltd.",
    touchBaseEmails: true,
    rating: "yellow",
  };
  assert.equal((await t.post(UPDATE, theirs, owner)).status, 200);
  const shown = (html: string) => ({
    phone: html.match(/id="phone"[^>]* value="([^"]*)"/)?.[1],
    brokerage: html.match(/id="brokerage"[^>]* value="([^"]*)"/)?.[1],
    notes: html.match(/id="notes"[^>]*>([^<]*)/)?.[1],
    rating: html.match(/id="rating".*?<option value="(\w+)" selected=""/s)?.[1],
    touchBaseEmails: /name="touchBaseEmails"[^>]*checked=""/.test(html),
  });
  const both = {
    phone: "905-555-0177",
    brokerage: "Mine Inc.",
    notes: "Mine",
    rating: "yellow",
    touchBaseEmails: true,
  };
  const stale = await t.postForm(path, mine, admin);
  assert.equal(stale.status, 409);
  assert.deepEqual(shown(await stale.text()), both);
  const wrong = await t.postForm(path, { ...mine, email: "no" }, admin);
  assert.equal(wrong.status, 422, "a wrong field is told before");
  assert.deepEqual(shown(await wrong.text()), both);
});

testWithPeople("a refused plain form keeps a box as it was left", async ({ t, admin, broker }) => {
  const opened = await sent(t, broker);
  assert.equal((await t.post(UPDATE, { ...opened, touchBaseEmails: true }, admin)).status, 200);
  const fields = Object.fromEntries(Object.entries({ ...opened, email: "no" }).map(([k, v]) => [k, String(v)]));
  const box = /type="checkbox"[^>]*name="touchBaseEmails"[^>]*checked=""/;
  const off = await (await t.postForm(`${UPDATE}?id=${broker.id}`, { ...fields, touchBaseEmails: "off" }, admin))
    .text();
  assert.match(off, /id="email"[^>]* value="no"/);
  assert.doesNotMatch(off, box);
});
