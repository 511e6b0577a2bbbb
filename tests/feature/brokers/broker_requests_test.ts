import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { formatInstant } from "../../../lib/domain/dates.ts";
import { PASSWORD } from "../../support/app.ts";
import { lastAudit, makeRequest, refused, storedAccount, testWithPeople } from "../../support/brokers.ts";

const GET = "/api/auth/getRequestedAccount", ADD = "/api/auth/addRequestedAccount";
const REMOVE = "/api/auth/deleteRequestedAccount";

testWithPeople("a request is shown while it is open, without its password", async ({ t, admin }) => {
  const { id } = await makeRequest(t, { notes: "Sent by Priya" });
  const answer = await (await t.post(GET, { id }, admin)).json();
  assert.equal(answer.response, true);
  const { name, brokerageLicense, license, username, notes } = answer.data;
  assert.deepEqual([name, brokerageLicense, license], ["Dominic Ferraro", "10233", "M24001973"]);
  assert.deepEqual([username, notes], ["dferraro", "Sent by Priya"]);
  assert.doesNotMatch(JSON.stringify(answer), /argon2|password/i);
  const { data } = await (await t.get("/api/auth/getAllUsers", admin)).json();
  assert.deepEqual(data.requests.map((r: { id: number; name: string }) => [r.id, r.name]), [[id, "Dominic Ferraro"]]);
  await refused(t, 404, GET, { id: 999 }, admin);
});

testWithPeople("a request becomes a broker who signs in with the password that was asked for", async ({ t, admin }) => {
  const request = await makeRequest(t, { license: "m24001973" });
  const { response, id } = await (await t.post(ADD, { id: request.id, introEmail: true }, admin)).json();
  assert.equal(response, true);
  const row = (await storedAccount(t, id))!;
  assert.deepEqual([row.role, row.status, row.rating, row.license], [0, 1, "green", "M24001973"]);
  assert.ok(await t.deps.ports.passwords.verify(row.passwordHash, PASSWORD));
  assert.deepEqual((await t.mails(row.email)).map((m) => m.kind), ["accountReady"]);
  const closed = (await t.deps.db.select().from(accountRequests).get())!;
  assert.deepEqual([closed.accountId, closed.closedAt, closed.passwordHash], [id, t.now(), ""]);
  const audit = (await lastAudit(t))!;
  assert.deepEqual([audit.action, audit.entityId, audit.actorId], ["account.create", String(id), admin.id]);
  assert.doesNotMatch(JSON.stringify(audit), /argon2/);
  const again = await (await t.post(ADD, { id: request.id, introEmail: true }, admin)).json();
  assert.deepEqual(again, { response: true, id }, "a second click finds the same account");
  assert.equal((await t.mails(row.email)).length, 1);
  await refused(t, 404, GET, { id: request.id }, admin);
  await refused(t, 404, REMOVE, { id: request.id }, admin);
});

testWithPeople("two clicks at once make one account; without the intro email no mail is sent", async ({ t, admin }) => {
  const { id } = await makeRequest(t);
  const add = async () => await (await t.post(ADD, { id, introEmail: false }, admin)).json();
  const [one, two] = await Promise.all([add(), add()]);
  assert.equal(one.id, two.id);
  assert.equal((await t.deps.db.select().from(accounts).where(eq(accounts.usernameKey, "dferraro"))).length, 1);
  assert.deepEqual(await t.mails(), []);
});

testWithPeople("who creates an account that a colleague made is told what of theirs was not kept", async (people) => {
  const { t, admin, owner } = people;
  const request = await makeRequest(t);
  const add = async (as: typeof admin, more: object) => {
    const answer = await t.post(ADD, { id: request.id, ...more }, as);
    return [answer.status, (await answer.json()).reason];
  };
  const first = { introEmail: false, notes: "Call her first" };
  assert.deepEqual(await add(admin, first), [200, undefined]);
  assert.deepEqual(await add(owner, first), [200, undefined], "nothing of theirs is lost");
  const made = `${admin.name} created this account on ${formatInstant(t.now())}.`;
  const noComment = "Your private comment was not saved: write it on the account's page.";
  const noMail = "No intro email was sent: tell the broker that the account is open.";
  assert.deepEqual(await add(owner, { introEmail: false, notes: "Met" }), [409, `${made} ${noComment}`]);
  assert.deepEqual(await add(owner, { introEmail: true }), [409, `${made} ${noMail}`]);
  const both = await add(admin, { introEmail: true, notes: "Met" });
  assert.deepEqual(both, [409, `${made.replace(admin.name, "You")} ${noComment} ${noMail}`]);
  assert.deepEqual(await t.mails(), []);

  const other = await makeRequest(t, { username: "second", email: "second@example.com" });
  await t.post(ADD, { id: other.id, introEmail: true }, admin);
  const sent = await t.post(ADD, { id: other.id, introEmail: false }, owner);
  assert.deepEqual([sent.status, (await sent.json()).reason], [409, `${made} The intro email was sent.`]);
});

testWithPeople(
  "a request with an address that no mail reaches, as earlier stored, makes no account",
  async (people) => {
    const { t, admin } = people;
    for (const email of ["andré@example.com", "dominic@lakeshore"]) {
      const { id } = await makeRequest(t, { email, username: `dferraro${email.length}` });
      const answer = await t.post(ADD, { id, introEmail: true }, admin);
      assert.deepEqual([answer.status, (await answer.json()).reason], [
        422,
        "Invalid Email! No mail would reach this address: ask for another, delete the request and create the account " +
        "with New broker.",
      ]);
      assert.equal(
        (await t.deps.db.select().from(accountRequests).where(eq(accountRequests.id, id)).get())?.closedAt,
        null,
      );
      assert.equal((await t.post(REMOVE, { id }, admin)).status, 200);
    }
    assert.equal((await t.deps.db.select().from(accounts).where(eq(accounts.name, "Dominic Ferraro"))).length, 0);
  },
);

testWithPeople(
  "a request whose username or email an account has is refused with what to do",
  async ({ t, admin, broker }) => {
    const email = await makeRequest(t, { email: broker.email.toUpperCase() });
    const one = await refused(t, 409, ADD, { id: email.id, introEmail: true }, admin);
    assert.match(one.reason, /this email address.*delete the request/);
    const username = await makeRequest(t, { username: broker.username.toUpperCase() });
    const two = await refused(t, 409, ADD, { id: username.id, introEmail: true }, admin);
    assert.match(two.reason, /this username\. Delete the request and create the account with New broker/);
    await refused(t, 404, ADD, { id: 999, introEmail: true }, admin);
  },
);

testWithPeople("a deleted request leaves nothing but its audit row", async ({ t, admin }) => {
  const { id } = await makeRequest(t);
  assert.deepEqual(await (await t.post(REMOVE, { id }, admin)).json(), { response: true });
  assert.deepEqual(await t.deps.db.select().from(accountRequests), []);
  const audit = (await lastAudit(t))!;
  assert.deepEqual([audit.action, audit.before.id, audit.before.username], ["request.delete", id, null]);
  assert.doesNotMatch(JSON.stringify(audit), /argon2/);
  await refused(t, 404, REMOVE, { id }, admin);
  await refused(t, 404, ADD, { id, introEmail: false }, admin);
});

testWithPeople("rating and comment never reach a broker", async ({ t }) => {
  const person = await t.account({ notes: "SECRET-COMMENT", rating: "elite" });
  const session = await (await t.get("/api/auth/checkSession", person)).text();
  assert.match(session, /"account"/);
  let seen = session;
  for (const path of ["/dashboard/loans", "/dashboard/accountsettings", "/"]) {
    seen += await (await t.get(path, person)).text();
  }
  assert.doesNotMatch(seen, /SECRET-COMMENT|"rating"|"notes"/);
});

testWithPeople(
  "the review is a record with the way back, and its private comment goes with the account",
  async ({ t, admin }) => {
    const request = await makeRequest(t, { notes: "Sent by Priya" });
    const page = await (await t.get(`/dashboard/createbroker?id=${request.id}`, admin)).text();
    assert.match(page, /href="\/dashboard\/brokers"[^>]*>.{0,300}All brokers/s);
    assert.match(page, /<textarea[^>]*id="notes"[^>]*>Sent by Priya<\/textarea>/);
    assert.match(page, /Format OK, not verified/);
    assert.doesNotMatch(page, /was taken/);
    const { id } = await (await t.post(ADD, { id: request.id, introEmail: false, notes: "Call her first" }, admin))
      .json();
    assert.equal((await storedAccount(t, id))!.notes, "Call her first");
    const late = await t.get(`/dashboard/createbroker?id=${request.id}`, admin);
    assert.equal(late.headers.get("location"), `/dashboard/viewbroker?id=${id}`, "a colleague's old tab");
    const deletion = await t.post(REMOVE, { id: request.id }, admin);
    assert.match((await deletion.json()).reason, /became an account meanwhile/);
  },
);

testWithPeople("several open requests with one licence say so, in the list and in the review", async ({ t, admin }) => {
  const ask = (n: number, license: string) =>
    makeRequest(t, { license, username: `asking${n}`, email: `asking${n}@example.com` });
  const first = await ask(1, "M12345678"), others = [await ask(2, " m12345678 "), await ask(3, "M12345678")];
  await ask(4, "M87654321");
  const said = async (path: string) =>
    [
      ...(await (await t.get(path, admin)).text()).replace(/<!--.*?-->/g, "").matchAll(
        /In (another|\d+ other)s? requests? too/g,
      ),
    ]
      .map(([text]) => text);
  assert.deepEqual(await said("/dashboard/brokers"), Array(3).fill("In 2 other requests too"));
  assert.deepEqual(await said(`/dashboard/createbroker?id=${first.id}`), ["In 2 other requests too"]);
  for (const { id } of others.slice(1)) await t.post(REMOVE, { id }, admin);
  assert.deepEqual(await said(`/dashboard/createbroker?id=${first.id}`), ["In another request too"]);
});

testWithPeople(
  "a username that had to be changed is flagged, and mailed whether or not the intro mail is",
  async ({ t, admin }) => {
    for (const [introEmail, kind] of [[false, "usernameChanged"], [true, "accountReady"]] as const) {
      const request = await makeRequest(t, {
        email: `${kind}@example.com`,
        username: `${kind.toLowerCase()}2`,
        wantedUsername: kind.toLowerCase(),
      });
      const page = await (await t.get(`/dashboard/createbroker?id=${request.id}`, admin)).text();
      assert.match(page.replace(/<!--.*?-->/g, ""), new RegExp(`${kind.toLowerCase()} was taken`));
      await t.post(ADD, { id: request.id, introEmail }, admin);
      const mails = await t.mails(request.email);
      assert.deepEqual(mails.map((mail) => mail.kind), [kind]);
      assert.ok(mails[0].text.includes(`The username ${kind.toLowerCase()}, which you asked for, was taken`));
    }
  },
);

testWithPeople("of more requests than a page shows it says so, in place of a link to itself", async ({ t, admin }) => {
  const one = { name: "Ann", phone: "", brokerage: "", brokerageLicense: "", license: "M1", passwordHash: "" };
  await t.deps.db.insert(accountRequests).values(Array.from({ length: 501 }, (_, i) => {
    const key = `p${i}@example.com`;
    return { ...one, email: key, emailKey: key, username: key, usernameKey: key, createdAt: t.now() };
  }));
  const html = async (query: string) => await (await t.get(`/dashboard/brokers${query}`, admin)).text();
  assert.match(await html(""), /href="\/dashboard\/brokers\?requests=all">Show all 501 requests</);
  const all = await html("?requests=all");
  assert.match(all, />The newest 500 are shown; answer some to see older ones\.</);
  assert.doesNotMatch(all, /Show all 501 requests/);
});
