/** The limits of one network address, each at the calls that it protects. */
import assert from "node:assert/strict";
import { countAgainst, LIMITS } from "../../../lib/features/rate_limit.ts";
import { type TestApp, withApp } from "../../support/app.ts";

type Name = Parameters<typeof countAgainst>[1];

const ID = "x".repeat(43);
/** The limit, how many in how many minutes, and the call that counts against it. */
const CASES: [Name, number, number, string, object][] = [
  ["loginAddress", 50, 15, "/api/auth/login", { userName: "somebody", password: "Wrong1Horse" }],
  ["codeAddress", 50, 15, "/api/auth/activateDevice", { code: "123456", deviceId: ID }],
  ["linkAddress", 60, 15, "/api/auth/getRecovery", { recoverId: ID }],
  ["linkAddress", 60, 15, "/api/auth/finishRecovery", { recoverId: ID, password: "Another2Horse" }],
  ["recoverAddress", 15, 60, "/api/auth/recoverAccount", { email: "ann@example.com" }],
  ["contactAddress", 10, 60, "/api/loans/sendcontactemail", { name: "Ann", email: "a@b.example", msg: "A question?" }],
];

/** As an address that asked so often already. The address of an application without a server is empty. */
async function asked(t: TestApp, name: Name, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await countAgainst(t.context(), name, "");
}

for (const [name, most, minutes, path, body] of CASES) {
  Deno.test(`${path}: an address may ask ${most} times in ${minutes} minutes`, () =>
    withApp(async (t) => {
      await asked(t, name, most - 1);
      const last = await t.post(path, body);
      await last.body?.cancel();
      assert.notEqual(last.status, 429);
      const late = await t.post(path, body);
      assert.equal(late.status, 429);
      assert.equal(late.headers.get("retry-after"), String(minutes * 60));
      assert.equal((await late.json()).reason, `Too many tries. Wait ${minutes} minutes, then try again.`);
      t.advance(minutes * 60_000);
      const again = await t.post(path, body);
      await again.body?.cancel();
      assert.notEqual(again.status, 429);
    }));
}

Deno.test("addresses of one IPv6 network count as one, those of two networks and of IPv4 each by itself", () =>
  withApp(async (t) => {
    const statuses = async (path: string, body: object, addresses: string[]) => {
      const found = [];
      for (const address of addresses) {
        const answer = await t.post(path, body, null, { "x-forwarded-for": address });
        await answer.body?.cancel();
        found.push(answer.status);
      }
      return found;
    };
    const neighbours = (count: number) =>
      Array.from({ length: count }, (_, n) => `2001:db8:0:7::${(n + 1).toString(16)}`);
    const others = ["2001:db8:0:8::1", "198.51.100.1", "198.51.100.2"];
    const id = { recoverId: ID };
    const quote = { type: "first" };
    assert.equal((await statuses("/api/auth/getRecovery", id, neighbours(61))).at(-1), 429);
    assert.ok(!(await statuses("/api/auth/getRecovery", id, others)).includes(429));
    assert.equal((await statuses("/api/loans/getquote", quote, neighbours(LIMITS.quoteAddress.most + 1))).at(-1), 429);
    assert.ok(!(await statuses("/api/loans/getquote", quote, others)).includes(429));
  }));

Deno.test("a limit does not tell upper from lower case", () =>
  withApp(async (t) => {
    for (let n = 0; n < 3; n++) {
      await countAgainst(t.context(), "recoverAccount", n % 2 ? "ANN@b.example" : "ann@b.example");
    }
    await assert.rejects(countAgainst(t.context(), "recoverAccount", "Ann@B.example"), /Too many tries/);
  }));
