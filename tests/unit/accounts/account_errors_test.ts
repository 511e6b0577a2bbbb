/** What the lender's form of an account marks before it is sent (accounts specification 5). */
import assert from "node:assert/strict";
import * as v from "valibot";
import { fieldErrors } from "../../../lib/client/schema_check.ts";
import { accountErrors, type BrokerValues } from "../../../islands/brokers/account_values.ts";

const STORED = { username: "owner" } as BrokerValues;
const SENT = { id: "5", role: "0", name: "", email: "a@b.ca", license: "M12345678", username: "abc", password: "" };
const SHORT = "Username must have 6 or more characters";

Deno.test("a short username is marked at once with the other errors, of a new account and of one that there is", () => {
  for (const stored of [null, STORED]) {
    const { name, username } = accountErrors(SENT, stored);
    assert.deepEqual({ name, username }, { name: "Name is required!", username: SHORT });
  }
});

Deno.test("the username that an account has may be shorter, and none is none", () => {
  assert.equal(accountErrors({ ...SENT, username: " owner " }, STORED).username, undefined);
  assert.equal(accountErrors({ ...SENT, username: "" }, STORED).username, "Username is required!");
});

Deno.test("an account of an unknown role is saved with none chosen; a new one has to have one", () => {
  const [sent, choose] = [{ ...SENT, name: "Ann", username: "annlee", role: "" }, { role: "Choose a role." }];
  assert.deepEqual(accountErrors(sent, STORED), {});
  assert.deepEqual(accountErrors({ ...sent, role: "5" }, STORED), choose);
  assert.deepEqual(accountErrors({ ...sent, role: "x" }, STORED), choose);
  assert.notEqual(accountErrors(sent, null).role, undefined);
});

Deno.test("what a schema refuses without a sentence of its own has ours, never the library's", () => {
  const schema = v.object({ a: v.number(), b: v.pipe(v.string(), v.regex(/x/)), c: v.string(), d: v.string("Say d.") });
  const ours = "This is missing or not valid.";
  assert.deepEqual(fieldErrors(schema, { a: "", b: "y", d: 4 }), { a: ours, b: ours, c: ours, d: "Say d." });
});
