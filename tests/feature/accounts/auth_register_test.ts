import assert from "node:assert/strict";
import { accountRequests, auditRows } from "../../../db/schema/mod.ts";
import { type TestApp, withApp } from "../../support/app.ts";
import { slowWork } from "../../support/sign_in.ts";

const REQUEST = {
  name: "Priya Raman",
  email: "Priya@Lakeshore.example",
  phone: "416-555-0187",
  brokerage: "Lakeshore Mortgage Group",
  brokerageLicense: "12845",
  license: "M18004512",
  username: "PRaman",
  password: "Harbour26",
  confirmPassword: "Harbour26",
};
type Request = Partial<Record<keyof typeof REQUEST, unknown>>;

const register = (t: TestApp, more: Request = {}) => t.post("/api/auth/registerAccount", { ...REQUEST, ...more });
const stored = (t: TestApp) => t.deps.db.select().from(accountRequests);
const mails = async (t: TestApp) => (await t.mails()).map((m) => `${m.kind} ${m.to}`).sort();

Deno.test("a request is stored with a hashed password, and applicant and lender are mailed", () =>
  withApp(async (t) => {
    const answer = await register(t);
    assert.deepEqual(await answer.json(), { response: true });
    const [row] = await stored(t);
    assert.deepEqual(
      [row.name, row.email, row.emailKey, row.username, row.usernameKey, row.license, row.closedAt, row.createdAt],
      [REQUEST.name, REQUEST.email, "priya@lakeshore.example", "PRaman", "praman", "M18004512", null, t.now()],
    );
    assert.ok(await t.deps.ports.passwords.verify(row.passwordHash, REQUEST.password));
    assert.deepEqual(await mails(t), [
      "requestPending brokers@lender.example",
      "requestReceived Priya@Lakeshore.example",
    ]);
    const [pending] = await t.mails("brokers@lender.example");
    assert.ok(pending.text.includes(`http://localhost/dashboard/createbroker?id=${row.id}`));
    const [told] = await t.deps.db.select().from(auditRows);
    assert.equal(told.action, "request.create");
    assert.ok(!JSON.stringify(told).includes("Harbour26") && !JSON.stringify(told).includes("argon2"));
  }));

Deno.test("a double click makes one request, at once and one after the other", () =>
  withApp(async (t) => {
    const answers = await Promise.all([register(t), register(t, { email: "priya@LAKESHORE.example" })]);
    assert.deepEqual(answers.map((a) => a.status), [200, 200]);
    assert.deepEqual(await (await register(t, { username: "praman" })).json(), { response: true });
    assert.equal((await stored(t)).length, 1);
    assert.equal((await mails(t)).length, 2);
  }));

Deno.test("an address that has an account gets a mail and no request; the answer does not reveal it", () =>
  withApp(async (t) => {
    const ann = await t.account({ email: "Ann@Lee.example" });
    const known = await register(t, { email: "ann@lee.EXAMPLE" });
    const unknown = await register(t);
    assert.deepEqual([known.status, await known.text()], [unknown.status, await unknown.text()]);
    assert.equal((await stored(t)).length, 1);
    const [mail] = await t.mails(ann.email);
    assert.equal(mail.kind, "requestExists");
    assert.ok(mail.text.includes("http://localhost/login"));
  }));

Deno.test("a taken username is not revealed: the request gets the next free one, twice over", () =>
  withApp(async (t) => {
    await t.account({ username: "praman" });
    const first = await register(t);
    assert.deepEqual([first.status, await first.json()], [200, { response: true }]);
    await register(t, { email: "other@example.com" });
    assert.deepEqual((await stored(t)).map((r) => r.username), ["PRaman2", "PRaman3"]);
    assert.deepEqual((await stored(t)).map((r) => r.wantedUsername), ["PRaman", "PRaman"], "the review says so");
    await register(t);
    assert.equal((await stored(t)).length, 2, "the same person again");
  }));

Deno.test("a username ending in digits is distinct from one that was numbered", () =>
  withApp(async (t) => {
    await register(t, { username: "broker" });
    await register(t, { username: "broker1", email: "second@example.com" });
    await register(t, { username: "broker1", email: "third@example.com" });
    await register(t, { username: "broker", email: "fourth@example.com" });
    await register(t, { username: "broker1", email: "third@example.com" });
    assert.deepEqual((await stored(t)).map((r) => r.username), ["broker", "broker1", "broker12", "broker2"]);
  }));

Deno.test("a repeated request is one for the same username as was asked for or given, and no other", () =>
  withApp(async (t) => {
    await t.account({ username: "danwest" });
    for (const username of ["danbell2", "danbell", "DanBell2", "danbell", "danwest", "danwest", "danwest2"]) {
      await register(t, { username });
      t.advance(3600_000);
    }
    assert.deepEqual((await stored(t)).map((r) => r.username), ["danbell2", "danbell", "danwest2"]);
  }));

Deno.test("an address that has an account takes as much work as a new one", () =>
  withApp(async (t) => {
    const ann = await t.account();
    const ask = (email: string, username: string) => slowWork(t, () => register(t, { email, username }));
    const unknown = await ask("nobody@example.com", "nobody-1");
    assert.deepEqual(unknown, { hashes: 1, checks: 0, mails: 2, transactions: 3 });
    assert.deepEqual(await ask(ann.email, "nobody-2"), unknown);
  }));

Deno.test("each error has the specification's sentence at its field, and nothing is stored", () =>
  withApp(async (t) => {
    // Accounts specification 5, registration.
    const cases: [Request, string, string][] = [
      [{ name: "  " }, "name", "Name is required!"],
      [{ email: "" }, "email", "Invalid Email!"],
      [{ email: "priya@lakeshore" }, "email", "Invalid Email!"],
      [{ license: undefined }, "license", "License is required!"],
      [{ username: "short" }, "username", "Username must have 6 or more characters"],
      [{ username: "with space" }, "username", "Username cant have spaces"],
      [{ confirmPassword: "Harbour27" }, "confirmPassword", "Passwords dont match!"],
    ];
    for (const weak of ["harbour26", "HARBOUR26", "Harbourrr", "Harb26", "Harbour 26", "Harbour26!"]) {
      const rule = "Password must contain: Uppercase, Lowercase, Number, length > 7";
      cases.push([{ password: weak, confirmPassword: weak }, "password", rule]);
    }
    for (const [more, field, reason] of cases) {
      const answer = await register(t, more);
      assert.equal(answer.status, 422, reason);
      assert.deepEqual(await answer.json(), { response: false, reason, fields: { [field]: reason } });
    }
    for (
      const more of [{ name: "x".repeat(300) }, { phone: "1".repeat(99) }, { brokerage: ["a"] }, { name: "a\u0000" }]
    ) {
      assert.equal((await register(t, more)).status, 422);
    }
    assert.deepEqual(await stored(t), []);
    assert.deepEqual(await mails(t), []);
  }));

Deno.test("an email address may ask five times an hour, a network address ten", () =>
  withApp(async (t) => {
    for (let i = 0; i < 5; i++) assert.equal((await register(t)).status, 200);
    const late = await register(t, { username: "another-one" });
    assert.equal(late.status, 429);
    assert.equal(late.headers.get("retry-after"), "3600");
    for (let i = 0; i < 4; i++) await register(t, { email: `p${i}@example.com` });
    assert.equal((await register(t, { email: "last@example.com" })).status, 429);
    t.advance(3600_000);
    assert.equal((await register(t, { email: "last@example.com" })).status, 200);
  }));

Deno.test("without script the form leads to 'Request Complete', or back with everything but the passwords", () =>
  withApp(async (t) => {
    const wrong = await t.postForm("/api/auth/registerAccount", { ...REQUEST, email: "nobody" });
    assert.equal(wrong.status, 422);
    const html = await wrong.text();
    assert.ok(
      html.includes("Invalid Email!") && html.includes('value="Priya Raman"') && html.includes('value="PRaman"'),
    );
    assert.ok(!html.includes("Harbour26"));
    const done = await t.postForm("/api/auth/registerAccount", REQUEST);
    assert.equal(done.status, 303);
    const complete = await (await t.get(done.headers.get("location")!)).text();
    assert.ok(complete.includes("Request Complete"));
    assert.ok(complete.includes("You will be emailed when your account is verified."));
    assert.ok(complete.includes("brokers@lender.example"));
  }));
