/** Which texts are phone numbers, and that each form of an account asks so. */
import assert from "node:assert/strict";
import { isPhone, PHONE_WRONG } from "../../../lib/domain/accounts/phone.ts";
import { fieldErrors } from "../../../lib/client/schema_check.ts";
import { RegistrationInformation } from "../../../lib/schemas/accounts/registration.ts";
import { UpdateSettingsInput } from "../../../lib/schemas/accounts/own_account.ts";
import { CreateAccount, UpdateAccount } from "../../../lib/schemas/brokers/account.ts";

const PHONES: [string, boolean][] = [
  ["905-555-0119", true],
  ["(905) 555-0119", true],
  ["905.555.0119 ext. 12", true],
  ["9055550119 x7", true],
  ["+44 20 7946 0958", true],
  ["555-0119", true],
  ["905–555–0119", true],
  ["x".repeat(40), false],
  ["12345", false],
  ["call me", false],
  ["1".repeat(16), false],
  ["905-555-0119 or 0120 at home", false],
];

Deno.test("a phone number has 7 to 15 digits and nothing but what is written between them", () => {
  for (const [text, is] of PHONES) assert.equal(isPhone(text), is, text);
});

Deno.test("the form of registration, one's own and the lender's of an account ask for a phone number, or none", () => {
  for (const schema of [RegistrationInformation, UpdateSettingsInput, CreateAccount, UpdateAccount]) {
    assert.equal(fieldErrors(schema, { phone: "x".repeat(40) }).phone, PHONE_WRONG);
    for (const phone of ["", " 905-555-0119 "]) assert.equal(fieldErrors(schema, { phone }).phone, undefined);
  }
});
