import assert from "node:assert/strict";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { compressed } from "../../../lib/server/compress.ts";
import { allocatorVariables } from "../../../lib/server/tasks/allocator.ts";
import { RUN_CHILD } from "../../support/child.ts";

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

Deno.test({
  name: "compressing a page takes no memory from the system each time, as the server is started",
  ignore: Deno.build.os !== "linux",
  async fn() {
    // In a process of its own: free room that other tests left would serve as well.
    const { stdout, success } = await new Deno.Command(Deno.execPath(), {
      args: [...RUN_CHILD, "tests/support/compress_child.ts"],
      env: allocatorVariables(),
      stderr: "inherit",
    }).output();
    assert.ok(success);
    // Tables for a text of unknown length are 3.7 MB: 250 page faults each time, where the system gives them anew.
    const faults = Number(decoder.decode(stdout));
    assert.ok(faults < 30, `${faults} page faults each time`);
  },
});
