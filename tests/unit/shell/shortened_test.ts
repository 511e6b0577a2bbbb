import assert from "node:assert/strict";
import { beginningOf, shortened } from "../../../lib/domain/shortened.ts";

Deno.test("a text is cut between letters, never within one of two characters", () => {
  const emoji = "\u{1F600}";
  assert.equal(beginningOf("abc", 3), "abc");
  assert.equal(beginningOf(`ab${emoji}`, 3), "ab");
  assert.equal(beginningOf(`ab${emoji}`, 4), `ab${emoji}`);
  assert.equal(beginningOf("", 3), "");
});

Deno.test("a text that does not fit ends with an ellipsis, without a space before it", () => {
  assert.equal(shortened("abcd", 4), "abcd");
  assert.equal(shortened("abc de", 4), "abc\u2026");
  assert.equal(shortened("\u{1F600}\u{1F600}", 3), "\u{1F600}\u2026");
});
