import assert from "node:assert/strict";
import { isEmail } from "../../../lib/domain/accounts/account_rules.ts";

Deno.test("an address of ASCII letters is one, with the signs that mail servers take", () => {
  for (const local of ["ann", "Ann.Lee", "ann+loans", "o'brien", "a_b-c", "a=b!#$%&*/?^`{|}~"]) {
    assert.ok(isEmail(`${local}@broker.example`), local);
  }
});

Deno.test("an address with an accent, or a letter that nobody sees, is none", () => {
  for (const local of ["\u00c9lise", "andr\u00e9", "\u200bann", "ann\u00a0", "\u{1F600}", "a b", 'a"b', "a,b", ""]) {
    assert.ok(!isEmail(`${local}@broker.example`), local);
  }
});
