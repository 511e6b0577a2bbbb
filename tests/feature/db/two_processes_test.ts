/**
 * Two processes of the portal on one libSQL server: limits, sessions, codes and links are one for both, so that going
 * round between them gains nothing (docs/decisions/rate-limits.md).
 */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/mod.ts";
import { LIMITS } from "../../../lib/features/rate_limit.ts";
import { makeApp, type TestApp } from "../../support/app.ts";
import { Jar, lastMail, login } from "../../support/sign_in.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

type Pair = { a: TestApp; b: TestApp };

function pair(name: string, run: (p: Pair) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasLibsqlServer,
    async fn() {
      const { url, stop } = await startLibsqlServer();
      const apps: TestApp[] = [];
      try {
        for (let n = 0; n < 2; n++) apps.push(await makeApp({ DATABASE_URL: url }));
        await run({ a: apps[0], b: apps[1] });
      } finally {
        for (const app of apps) await app.close();
        await stop();
      }
    },
  });
}

const NEW_PASSWORD = { password: "Fresh2Start", confirmPassword: "Fresh2Start" };

/** The statuses of `times` posts that go to the two in turns. */
async function inTurns({ a, b }: Pair, times: number, path: string, body: (n: number) => unknown): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    const answer = await (n % 2 ? b : a).post(path, body(n), null, { "x-forwarded-for": `198.51.100.${n % 200}` });
    await answer.body?.cancel();
    statuses.push(answer.status);
  }
  return statuses;
}

const registration = (n: number) => ({
  name: "Ann Lee",
  email: "ann.lee@example.com",
  license: "M12345678",
  username: `annlee${n}`,
  ...NEW_PASSWORD,
});

/** The limit, what asks against it from ever new addresses, and the answer while it holds. */
const SHARED: [keyof typeof LIMITS, string, (n: number) => unknown, number][] = [
  ["loginAccount", "/api/auth/login", () => ({ userName: "nobody-here", password: "Wrong1Horse" }), 401],
  ["recoverAccount", "/api/auth/recoverAccount", () => ({ email: "nobody@example.com" }), 200],
  ["registerAccount", "/api/auth/registerAccount", registration, 200],
];

pair("limits by account count both processes' tries together", async (p) => {
  for (const [limit, path, body, fine] of SHARED) {
    const { most } = LIMITS[limit];
    const statuses = await inTurns(p, most + 2, path, body);
    assert.deepEqual(statuses, [...Array(most).fill(fine), 429, 429], path);
  }
});

pair("limits by network address count both processes' tries together", async ({ a, b }) => {
  const cases: [keyof typeof LIMITS, string, (n: number) => unknown][] = [
    ["contactAddress", "/api/loans/sendcontactemail", () => ({ name: "A", email: "a@example.com", msg: "0123456789" })],
    ["recoverAddress", "/api/auth/recoverAccount", (n) => ({ email: `n${n}@example.com` })],
    ["codeAddress", "/api/auth/activateDevice", () => ({ code: "000000", deviceId: "none" })],
    ["linkAddress", "/api/auth/finishRecovery", () => ({ recoverId: "none", ...NEW_PASSWORD })],
  ];
  for (const [limit, path, body] of cases) {
    const { most } = LIMITS[limit];
    let refused = 0;
    for (let n = 0; n < most + 2; n++) {
      const answer = await (n % 2 ? b : a).post(path, body(n), null, { "x-forwarded-for": "203.0.113.50" });
      await answer.body?.cancel();
      if (answer.status === 429) refused++;
      else assert.ok(n < most, `${path}: try ${n + 1} passed`);
      if (answer.status === 429) assert.ok(Number(answer.headers.get("retry-after")) > 0);
    }
    assert.equal(refused, 2, path);
  }
});

pair("a session, a code and a link of one process hold at the other, once", async ({ a, b }) => {
  const ann = await a.account();
  const jar = new Jar();
  const { deviceId } = await (await login(a, jar, ann.username)).json();
  const code = { deviceId, code: (await lastMail(a, ann.email, "deviceCode")).code };
  const both = await Promise.all([a, b].map((t) => t.post("/api/auth/activateDevice", code)));
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 422], "one of the two saved the browser");
  both.forEach((answer) => jar.take(answer));
  assert.equal((await (await login(b, jar, ann.username)).json()).deviceSetup, false);
  assert.equal((await jar.get(a, "/dashboard/loans")).status, 200);

  await a.post("/api/auth/recoverAccount", { email: ann.email });
  const { id } = await lastMail(b, ann.email, "recovery");
  const set = await Promise.all(
    [a, b].map((t) => t.post("/api/auth/finishRecovery", { recoverId: id, ...NEW_PASSWORD })),
  );
  assert.deepEqual(set.map((answer) => answer.status).sort(), [200, 404]);
  for (const t of [a, b]) assert.equal((await jar.get(t, "/dashboard/loans")).status, 302, "signed out at both");
});

pair("two tabs that confirm one email link change the address once", async ({ a, b }) => {
  const ann = await a.account();
  const before = (await a.mails()).length;
  await a.post("/api/auth/changeEmail", { email: "ann.new@example.com" }, ann);
  assert.equal((await a.mails()).length, before + 2, "the link and the notice");
  const { id } = await lastMail(a, "ann.new@example.com", "emailChange");
  const both = await Promise.all([a, b].map((t) => t.post("/api/auth/finishEmailChange", { recoverId: id }, ann)));
  assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 404]);
  const row = await b.deps.db.select().from(accounts).where(eq(accounts.id, ann.id)).get();
  assert.equal(row?.email, "ann.new@example.com");
});
