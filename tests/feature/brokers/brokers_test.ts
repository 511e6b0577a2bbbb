import assert from "node:assert/strict";
import { updateAccount } from "../../../lib/features/brokers/mod.ts";
import {
  CREATE,
  DELETE,
  lastAudit,
  makeLink,
  NEW,
  refused,
  sent,
  sessionCount,
  storedAccount,
  testWithPeople,
  UPDATE,
} from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { lastMail } from "../../support/sign_in.ts";

const DAY = 24 * 3600_000;

testWithPeople(
  "only administrators and owners administer accounts (accounts specification 6)",
  async ({ t, broker }) => {
    const other = await t.account({ role: 5 });
    const paths = ["getUser", "validateBroker", "updateAccount", "createAccount", "deleteAccount"];
    const requests = ["getRequestedAccount", "deleteRequestedAccount", "addRequestedAccount"];
    for (const name of [...paths, ...requests]) {
      for (const [as, status] of [[null, 401], [broker, 403], [other, 403]] as const) {
        await refused(t, status, `/api/auth/${name}`, { ...NEW, id: broker.id }, as);
      }
    }
    for (const [as, status] of [[null, 401], [broker, 403], [other, 403]] as const) {
      assert.equal((await t.get("/api/auth/getAllUsers", as)).status, status);
    }
    for (const path of ["/dashboard/brokers", "/dashboard/viewbroker?id=new", "/dashboard/createbroker?id=1"]) {
      assert.match((await t.get(path, null)).headers.get("location")!, /^\/login\?next=/);
      assert.equal((await t.get(path, broker)).headers.get("location"), "/dashboard/loans");
      assert.equal((await t.get(path, other)).status, 302);
    }
  },
);

testWithPeople(
  "getAllUsers and getUser give accounts with their loan counts and no secret",
  async ({ t, admin, broker }) => {
    for (const adminComSelect of ["NA", "Funded", "Repaid", "Declined", "Trash"] as const) {
      await makeLoan(t, { brokerId: broker.id, adminComSelect });
    }
    const all = await (await t.get("/api/auth/getAllUsers", admin)).json();
    assert.equal(all.response, true);
    assert.deepEqual(all.data.accounts.map((a: { id: number }) => a.id).sort(), [1, 2, 3]);
    assert.deepEqual(all.data.requests, []);
    const one = all.data.accounts.find((a: { id: number }) => a.id === broker.id);
    assert.equal(one.totalLoans, 4, "all but the trash");
    assert.equal(one.activeLoans, 2, "Pending and Funded");
    const user = await (await t.post("/api/auth/getUser", { id: broker.id }, admin)).json();
    assert.deepEqual(user.data, one);
    assert.equal(user.data.notes, "Pays late");
    assert.doesNotMatch(JSON.stringify([all, user]), /argon2|password/i);
    await refused(t, 404, "/api/auth/getUser", { id: 999 }, admin);
    await refused(t, 422, "/api/auth/getUser", { id: "x" }, admin);
  },
);

testWithPeople("an account is created with its hash, its mail and its audit row", async ({ t, admin }) => {
  const answer = await (await t.post(CREATE, NEW, admin)).json();
  assert.equal(answer.response, true);
  const row = (await storedAccount(t, answer.id))!;
  assert.equal(row.license, "M22004460", "licences are kept in capitals");
  assert.deepEqual([row.emailKey, row.usernameKey], ["aisha@example.com", "aishamohamud"]);
  assert.deepEqual([row.role, row.rating, row.status, row.touchBaseEmails], [0, "green", 1, false]);
  assert.ok(await t.deps.ports.passwords.verify(row.passwordHash, NEW.password));
  const [mail] = await t.mails("Aisha@Example.com");
  assert.equal(mail.kind, "firstPassword");
  assert.match(mail.text, /AishaMohamud/);
  assert.doesNotMatch(mail.text, /Fresh2Start/);
  const audit = (await lastAudit(t))!;
  assert.deepEqual([audit.action, audit.entityId, audit.actorId], ["account.create", String(answer.id), admin.id]);
  assert.equal(audit.after.username, "AishaMohamud");
  assert.doesNotMatch(JSON.stringify(audit), /argon2|Fresh2Start/);
});

testWithPeople(
  "the mail of an account that staff made has a link to set a password, once and for seven days",
  async ({ t, admin }) => {
    await t.post(CREATE, NEW, admin);
    const { id: recoverId } = await lastMail(t, "Aisha@Example.com", "firstPassword");
    const valid = async () => (await (await t.post("/api/auth/getRecovery", { recoverId })).json()).response;
    t.advance(6 * DAY);
    assert.equal(await valid(), true);
    const set = await t.post("/api/auth/finishRecovery", { recoverId, password: "Another2Horse" });
    assert.deepEqual(await set.json(), { response: true });
    const signedIn = await t.post("/api/auth/login", { userName: NEW.username, password: "Another2Horse" });
    assert.equal(signedIn.status, 200);
    assert.equal(await valid(), false, "used");

    await t.post(CREATE, { ...NEW, username: "Second", email: "second@example.com" }, admin);
    const late = await lastMail(t, "second@example.com", "firstPassword");
    t.advance(7 * DAY + 1);
    assert.equal(
      (await t.post("/api/auth/finishRecovery", { recoverId: late.id, password: "Another2Horse" })).status,
      404,
    );
  },
);

testWithPeople(
  "without the intro email no mail is written; rating and status have their defaults",
  async ({ t, admin }) => {
    const { rating: _, status: __, role: ___, introEmail: ____, ...few } = NEW;
    const { id } = await (await t.post(CREATE, few, admin)).json();
    const row = (await storedAccount(t, id))!;
    assert.deepEqual([row.role, row.rating, row.status], [0, "green", 1]);
    assert.deepEqual(await t.mails(), []);
  },
);

testWithPeople("a disabled account gets no intro email: by call one is refused", async ({ t, admin }) => {
  const answer = await refused(t, 422, CREATE, { ...NEW, status: 0 }, admin);
  const reason = "A disabled account gets no intro email: its link would not work. Create it enabled, or without one.";
  assert.deepEqual(answer, { response: false, reason, fields: { introEmail: reason } });
  assert.equal((await t.post(CREATE, { ...NEW, status: 0, introEmail: false }, admin)).status, 200);
  assert.deepEqual(await t.mails(), []);
});

testWithPeople("creating checks what accounts specification 5 checks", async ({ t, admin }) => {
  const wrong: [object, string, string][] = [
    [{ name: " " }, "name", "Name is required!"],
    [{ email: "" }, "email", "Email is required!"],
    [{ username: "" }, "username", "Username is required!"],
    [{ license: "" }, "license", "License is required!"],
    [{ username: "abcde" }, "username", "Username must have 6 or more characters"],
    [{ username: "Aisha Mohamud" }, "username", "Username cant have spaces"],
    [{ confirmPassword: "Fresh2Stars" }, "confirmPassword", "Passwords dont match!"],
    [
      { password: "", confirmPassword: "" },
      "password",
      "Password must contain: Uppercase, Lowercase, Number, length > 7",
    ],
    [{ password: "Fresh2!Start" }, "password", "Password must contain: Uppercase, Lowercase, Number, length > 7"],
  ];
  for (const [fields, field, message] of wrong) {
    const answer = await refused(t, 422, CREATE, { ...NEW, ...fields }, admin);
    assert.equal(answer.fields[field], message);
  }
  for (const fields of [{ role: 5 }, { rating: "blue" }, { status: 2 }, { email: "no address" }]) {
    await refused(t, 422, CREATE, { ...NEW, ...fields }, admin);
  }
});

testWithPeople("usernames and email addresses are unique whatever their case", async ({ t, admin, broker, owner }) => {
  const email = await refused(t, 409, CREATE, { ...NEW, email: broker.email.toUpperCase() }, admin);
  assert.deepEqual(email.fields, { email: "Another account has this email address." });
  assert.equal(email.reason, "Another account has this email address.");
  const name = await refused(t, 409, CREATE, { ...NEW, username: broker.username.toUpperCase() }, admin);
  assert.deepEqual(name.fields, { username: "Another account has this username." });
  await refused(t, 409, UPDATE, { ...await sent(t, broker), email: owner.email }, admin);
  const same = await t.post(UPDATE, { ...await sent(t, broker), email: broker.email.toUpperCase() }, admin);
  assert.equal(same.status, 200, "an account may write its own address in capitals");
});

testWithPeople("an unknown role stays where none is chosen, with and without script", async ({ t, admin }) => {
  const other = await t.account({ role: 5, license: "" });
  const fields = { ...await sent(t, other), role: "" };
  assert.equal((await t.post(UPDATE, { ...fields, name: "Priya Raman" }, admin)).status, 200);
  const texts = Object.entries({ ...fields, name: "Priya Rao" }).map(([name, value]) => [name, String(value)]);
  assert.equal((await t.postForm(UPDATE, Object.fromEntries(texts), admin)).status, 303);
  const row = (await storedAccount(t, other.id))!;
  assert.deepEqual([row.name, row.role], ["Priya Rao", 5]);
});

testWithPeople("an update changes what was sent and writes before and after", async ({ t, admin, broker }) => {
  const change = { ...await sent(t, broker), name: "Priya Raman", rating: "red", touchBaseEmails: true };
  assert.deepEqual(await (await t.post(UPDATE, change, admin)).json(), { response: true });
  const row = (await storedAccount(t, broker.id))!;
  assert.deepEqual([row.name, row.rating, row.touchBaseEmails], ["Priya Raman", "red", true]);
  const audit = (await lastAudit(t))!;
  assert.equal(audit.action, "account.update");
  assert.deepEqual(audit.before, { name: broker.name, rating: "elite", touchBaseEmails: false });
  assert.deepEqual(audit.after, { name: "Priya Raman", rating: "red", touchBaseEmails: true });
  assert.equal(await sessionCount(t, broker.id), 1, "nothing that ends a session changed");
  const { id, name, email, username, license } = change;
  await t.post(UPDATE, { id, name, email, username, license }, admin);
  assert.equal((await storedAccount(t, id))!.notes, "Pays late", "what is left out stays");
});

testWithPeople(
  "an update checks as accounts specification 5 says; a confirmation counts only beside a password",
  async ({ t, admin, broker }) => {
    const start = await sent(t, broker);
    for (
      const [field, message] of [["name", "Name"], ["email", "Email"], ["username", "Username"], ["license", "License"]]
    ) {
      const answer = await refused(t, 422, UPDATE, { ...start, [field]: "" }, admin);
      assert.equal(answer.fields[field], `${message} is required!`);
    }
    const weak = await refused(t, 422, UPDATE, { ...start, password: "weak", confirmPassword: "weak" }, admin);
    assert.equal(weak.fields.password, "Password must contain: Uppercase, Lowercase, Number, length > 7");
    const differ = await refused(t, 422, UPDATE, { ...start, password: "Fresh2Start" }, admin);
    assert.equal(differ.reason, "Passwords dont match!");
    const stray = await t.post(UPDATE, { ...start, confirmPassword: "left over" }, admin);
    assert.equal(stray.status, 200);
    assert.equal(
      (await t.post(UPDATE, { ...start, username: "has a space" }, admin)).status,
      200,
      "only create forbids it",
    );
    await refused(t, 404, UPDATE, { ...start, id: 999 }, admin);
  },
);

testWithPeople("a change that somebody made since the form was opened is not overwritten unseen", async (c) => {
  const { t, admin, owner, broker } = c;
  const { updatedAt } = (await storedAccount(t, broker.id))!;
  const opened = { ...await sent(t, broker), updatedAt };
  t.advance(1000);
  assert.equal((await t.post(UPDATE, { ...opened, status: 0 }, owner)).status, 200);
  const answer = await refused(t, 409, UPDATE, { ...opened, notes: "Stale" }, admin);
  assert.match(
    answer.reason,
    new RegExp(`^${owner.name} changed this account on 20 Nov 2026, 12:00, after you opened`),
  );
  const fields = Object.fromEntries(Object.entries({ ...opened, notes: "Stale" }).map(([k, v]) => [k, String(v)]));
  const again = await (await t.postForm(`${UPDATE}?id=${broker.id}`, fields, admin)).text();
  assert.match(again, /after you opened it/);
  assert.match(again, new RegExp(`name="updatedAt" value="${updatedAt + 1000}"`), "the plain form can be sent again");
  assert.equal((await t.post(UPDATE, { ...opened, updatedAt: undefined, notes: "Meant" }, admin)).status, 200);
});

testWithPeople("what people may write of themselves, an administrator can save too", async ({ t, admin, broker }) => {
  const own = {
    name: "N".repeat(200),
    brokerage: "B".repeat(200),
    phone: "+1 (905) 555-0148 x 12345",
    brokerageLicense: "",
  };
  assert.equal((await t.post("/api/auth/updateSettings", own, broker)).status, 200);
  assert.equal((await t.post(UPDATE, await sent(t, broker), admin)).status, 200);
});

testWithPeople(
  "a new password, role or status signs the account out; password, email and status void its links",
  async (c) => {
    const { t, admin } = c;
    const cases: [object, boolean, boolean][] = [
      [{ password: "Fresh2Start", confirmPassword: "Fresh2Start" }, true, true],
      [{ role: 9 }, true, false],
      [{ status: 0 }, true, true],
      [{ email: "moved@example.com" }, false, true],
      [{ notes: "Only a comment" }, false, false],
    ];
    for (const [change, signedOut, voided] of cases) {
      const person = await t.account();
      const works = await makeLink(t, person);
      const { password: _, confirmPassword: __, ...start } = await sent(t, person);
      assert.equal((await t.post(UPDATE, { ...start, ...change }, admin)).status, 200);
      assert.equal(await sessionCount(t, person.id), signedOut ? 0 : 1, JSON.stringify(change));
      assert.equal(await works(), !voided, JSON.stringify(change));
      const audit = JSON.stringify(await lastAudit(t));
      assert.doesNotMatch(audit, /argon2|Fresh2Start/);
      assert.match(audit, /account\.update/);
    }
  },
);

testWithPeople("an account without loans is deleted, one with loans is kept", async ({ t, admin, broker }) => {
  const kept = await t.account();
  await makeLoan(t, { brokerId: kept.id, adminComSelect: "Trash" });
  const answer = await refused(t, 409, DELETE, { id: kept.id }, admin);
  assert.match(answer.reason, /a loan, .* Disable the account instead/);
  assert.deepEqual(await (await t.post(DELETE, { id: broker.id }, admin)).json(), { response: true });
  assert.equal(await storedAccount(t, broker.id), undefined);
  assert.equal(await sessionCount(t, broker.id), 0);
  const audit = (await lastAudit(t))!;
  assert.deepEqual([audit.action, audit.before.rating, audit.before.username], ["account.delete", "elite", null]);
  assert.doesNotMatch(JSON.stringify(audit), /argon2/);
  await refused(t, 404, DELETE, { id: broker.id }, admin);
});

testWithPeople("of two owners who disable each other at once, one stays", async ({ t, owner }) => {
  const second = await t.account({ role: 99 });
  const off = async (target: { id: number }) => ({
    ...await sent(t, target),
    role: 99 as const,
    status: 0 as const,
    rating: "green" as const,
    touchBaseEmails: false,
  });
  const [first, then] = [await off(second), await off(owner)];
  const [asOwner, asSecond] = [t.context(owner), t.context(second)];
  await updateAccount(asOwner, first);
  await assert.rejects(updateAccount(asSecond, then), /last enabled owner/);
  assert.equal((await storedAccount(t, owner.id))!.status, 1);
});
