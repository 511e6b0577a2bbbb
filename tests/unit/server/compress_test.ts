import assert from "node:assert/strict";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { compressed } from "../../../lib/server/compress.ts";

const decoder = new TextDecoder();
const read = { zstd: zstdDecompressSync, gzip: gunzipSync } as const;

Deno.test("a text decompresses to itself, whatever came before it", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "é", "–", "👍", "\0"), maxLength: 300 });
  fc.assert(fc.property(fc.array(piece), fc.constantFrom("zstd" as const, "gzip" as const), (pieces, coding) => {
    assert.equal(decoder.decode(read[coding](compressed(pieces, coding, "once"))), pieces.join(""));
  }));
});

Deno.test("a text larger than the buffer is compressed too, and a short one after it", () => {
  for (const pieces of [["é".repeat(399_999), "–", "end"], ["–".repeat(200_000), "–".repeat(200_000)], ["short"]]) {
    assert.equal(decoder.decode(zstdDecompressSync(compressed(pieces, "zstd", "again"))), pieces.join(""));
  }
});
