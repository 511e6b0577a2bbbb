/** The contact form's rules (accounts specification 5 and 8). */
import assert from "node:assert/strict";
import { contactProblems, contactRefusal } from "../../../lib/domain/mail/contact.ts";

Deno.test("what the form says follows from what is wrong: an address of no form or a long text is not a missing field", () => {
  const said = (name: string, email: string, msg: string) => contactRefusal(contactProblems({ name, email, msg }));
  const enough = "Ten letter";
  assert.equal(said("Ann", "ann", enough), "Invalid Email");
  assert.equal(said("", "ann", enough), "Fill in the required fields!");
  assert.equal(said("Ann", "", enough), "Fill in the required fields!");
  assert.equal(said("Ann", "ann@example.com", "Too short"), "Fill in the required fields!");
  assert.equal(said("A".repeat(201), "ann@example.com", enough), "Shorten this to 200 characters.");
  assert.equal(said("Ann", "ann@example.com", "m".repeat(5001)), "Shorten this to 5,000 characters.");
  assert.equal(said("A".repeat(201), "", enough), "Fill in the required fields!");
});
