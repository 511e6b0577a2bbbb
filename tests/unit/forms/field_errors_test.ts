/** The one error rule of all forms. */
import assert from "node:assert/strict";
import { checked, edited, type ErrorState, left, NO_ERRORS, refused } from "../../../lib/client/field_errors.ts";

const shown = (state: ErrorState) => state.errors;

Deno.test("an error is cleared when its field is edited, and others stay", () => {
  const state = edited(checked({ name: "Name is required!", email: "Invalid Email" }), "name");
  assert.deepEqual(shown(state), { email: "Invalid Email" });
  assert.equal(edited(state, "phone"), state, "a field without an error changes nothing");
});

Deno.test("an edit of a row clears the errors within it, and of no other row", () => {
  const state = checked({ "rows.1.name": "a", "rows.1.amount": "b", "rows.10.name": "c" });
  assert.deepEqual(shown(edited(state, "rows.1")), { "rows.10.name": "c" });
  assert.deepEqual(shown(edited(state, "rows")), {});
});

Deno.test("a field is checked again when it loses the focus: still wrong shows the error, right stays clear", () => {
  const wrong = { email: "Invalid Email" };
  const gone = edited(checked(wrong), "email");
  assert.deepEqual(shown(left(gone, "email", wrong)), wrong);
  assert.deepEqual(shown(left(gone, "email", {})), {});
  assert.deepEqual(shown(left(gone, "name", wrong)), {}, "leaving another field does not ask this one");
});

Deno.test("no field is checked on blur before the first submit, nor after a success", () => {
  assert.equal(left(NO_ERRORS, "email", { email: "Invalid Email" }), NO_ERRORS);
});

Deno.test("a field that was right at the submit is not checked on blur", () => {
  const state = checked({ email: "Invalid Email" });
  assert.deepEqual(shown(left(state, "name", { name: "Name is required!", email: "Invalid Email" })), {
    email: "Invalid Email",
  });
});

Deno.test("an error that depends on two fields is cleared when the other one is corrected", () => {
  const state = checked({ confirmPassword: "Passwords dont match!" });
  assert.deepEqual(shown(left(edited(state, "password"), "password", {})), {});
});

Deno.test("an error that only the server finds stays until its field is edited", () => {
  const state = refused({ email: "Another account has this email address." });
  assert.deepEqual(shown(left(state, "name", {})), state.errors);
  const mended = edited(state, "email");
  assert.deepEqual(shown(left(mended, "email", {})), {});
  assert.deepEqual(shown(left(mended, "email", { email: "Invalid Email" })), { email: "Invalid Email" });
});

Deno.test("a blur without a change keeps the same state object, so that nothing renders", () => {
  const state = checked({ email: "Invalid Email" });
  assert.equal(left(state, "email", { email: "Invalid Email" }), state);
});
