import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { gzipTemplate } from "../../../lib/server/gzip_template.ts";

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

Deno.test("an answer keeps its filling while the next one is made, and a filling of another length is refused", async () => {
  const fill = gzipTemplate(["a", "b"], 3);
  const one = new Response(fill("111"));
  const two = new Response(fill("222"));
  assert.equal(open(await one.bytes()), "a111b");
  assert.equal(open(await two.bytes()), "a222b");
  for (const wrong of ["4444", "44", "éé", "é44"]) assert.throws(() => fill(wrong), /where 3 ASCII ones belong/);
  assert.equal(open(fill("555")), "a555b");
});
