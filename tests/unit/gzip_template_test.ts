import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { gzipTemplate } from "../../lib/server/gzip_template.ts";

const open = (bytes: Uint8Array) => new TextDecoder().decode(gunzipSync(bytes));

Deno.test("a filled template inflates to the pieces with the filling between each two", () => {
  // gunzipSync checks the checksum and the length, so a wrong one fails here.
  for (const pieces of [["whole"], ["a", "b"], ["", "between", ""], ["<p>é ", " – ".repeat(9000), "x", "</p>"]]) {
    const fill = gzipTemplate(pieces, 24);
    for (const filling of ["RZKqbdQrQ09U2ucGw0+mIA==", "AAAAAAAAAAAAAAAAAAAAAA=="]) {
      assert.equal(open(fill(filling)), pieces.join(filling));
    }
  }
});

Deno.test("answers do not share bytes, and a filling of another length is refused", () => {
  const fill = gzipTemplate(["a", "b"], 3);
  const one = fill("111");
  fill("222");
  assert.equal(open(one), "a111b");
  assert.throws(() => fill("4444"), /4 bytes where 3/);
  assert.throws(() => fill("éé"), /4 bytes where 3/);
});
