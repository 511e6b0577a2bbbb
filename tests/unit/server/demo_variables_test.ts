/** The demo's environment and password: never those of real data. */
import assert from "node:assert/strict";
import { isStrongPassword } from "../../../lib/domain/accounts/account_rules.ts";
import { DEMO_PASSWORD, demoVariables } from "../../../lib/server/tasks/demo.ts";

Deno.test("the demo's environment: own folder, no device codes, an invented lender", () => {
  const variables = demoVariables((name) => name === "DATA_DIR" ? "/var/lib/real" : undefined);
  assert.equal(variables.DATA_DIR, "./demo-data");
  assert.equal(variables.DEVICE_VERIFICATION, "off");
  for (const value of Object.values(variables)) {
    if (/^https?:|@/.test(value)) assert.match(value, /\.example/);
  }
  assert.ok(isStrongPassword(DEMO_PASSWORD));
});
