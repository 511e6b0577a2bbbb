/** A password's second field has one name, on every screen and in every refusal. */
import assert from "node:assert/strict";
import { CALL_LABELS } from "../../../lib/domain/call_labels.ts";

Deno.test("the second field of a password is called so everywhere", () => {
  const names = Object.values(CALL_LABELS).flatMap(({ confirmPassword }) => confirmPassword ?? []);
  assert.deepEqual([...new Set(names)].sort(), ["New password again", "Password again"]);
});
