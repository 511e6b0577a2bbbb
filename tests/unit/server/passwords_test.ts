/** Passwords that one kind of argon2id stored are good for the other, letter by letter. */
import assert from "node:assert/strict";
import { createPasswords as native } from "../../../lib/server/passwords/native.ts";
import { createPasswords as portable } from "../../../lib/server/passwords/portable.ts";

const KINDS = { native: native(), portable: portable() };

/** Plain, other scripts, and the same word in letters that are composed in two ways. */
const WORDS = ["Harbour2026", "Пароль 密码 🔑", "Zo\u00e9Tremblay1", "Zoe\u0301Tremblay1", "x".repeat(300)];

Deno.test("both implementations store the same format, verify each other's, and refuse others", async () => {
  for (const [name, by] of Object.entries(KINDS)) {
    for (const word of WORDS) {
      const stored = await by.hash(word);
      assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/, name);
      for (const [other, against] of Object.entries(KINDS)) {
        assert.equal(await against.verify(stored, word), true, `${name} to ${other}: ${word}`);
        assert.equal(await against.verify(stored, word + " "), false, `${name} to ${other}: ${word} and a space`);
      }
    }
  }
});

Deno.test("composed and decomposed letters are different passwords to both", async () => {
  for (const by of Object.values(KINDS)) {
    const stored = await by.hash(WORDS[2]);
    for (const against of Object.values(KINDS)) assert.equal(await against.verify(stored, WORDS[3]), false);
  }
});

Deno.test("without a hash every password is wrong", async () => {
  for (const by of Object.values(KINDS)) assert.equal(await by.verify(null, "Harbour2026"), false);
});
