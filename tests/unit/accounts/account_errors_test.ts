/** What the lender's form of an account marks before it is sent (accounts specification 5). */
import assert from "node:assert/strict";
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
