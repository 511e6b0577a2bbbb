/** The editor of a mail's text: what it wrote itself comes back late and is not shown again. */
import assert from "node:assert/strict";
import { createEcho } from "../../../islands/mail/echo.ts";

Deno.test("an older text that comes back during typing is the editor's own; another person's is not", () => {
  const echo = createEcho("a");
  for (const text of ["ab", "abc", "abcd"]) echo.tell(text);
  assert.ok(echo.isOwn("ab"), "two letters late");
  assert.ok(echo.isOwn("abcd"), "one was left out");
  assert.ok(echo.isOwn("abcd"), "once more");
  assert.ok(!echo.isOwn("ab"), "somebody put back what was written once");
  echo.tell("abx");
  assert.ok(!echo.isOwn("their text"));
  assert.ok(!echo.isOwn("abx"), "theirs was shown in place of it");
});
