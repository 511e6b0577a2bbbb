/** Standard output for the log. */
import assert from "node:assert/strict";
import { createLogOutput } from "../../../lib/server/log_output.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** A standard output whose reader takes some bytes at a time, once it may. */
function reader(most = Infinity) {
  let taken = "", fails = false;
  let go = Promise.resolve();
  return {
    taken: () => taken,
    fail: (now: boolean) => fails = now,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      go = promise;
      return resolve;
    },
    async write(lines: Uint8Array) {
      await go;
      if (fails) throw new Error("disk full");
      taken += new TextDecoder().decode(lines.subarray(0, most));
      return Math.min(most, lines.length);
    },
  };
}

Deno.test("lines are written whole and in order, also where they are taken in pieces, and from a buffer used again", async () => {
  const out = reader(3), output = createLogOutput(out);
  const buffer = bytes("first line\n");
  output.write(buffer);
  buffer.set(bytes("other line\n"));
  output.write(buffer);
  await output.written();
  assert.equal(out.taken(), "first line\nother line\n");
});

Deno.test("while nobody reads, lines wait up to a limit; what was lost beyond it is said once it is read again", async () => {
  const out = reader(), output = createLogOutput(out, 20);
  const readOn = out.hold();
  for (const line of ["one 567\n", "two 567\n", "lost 67\n", "lost 67\n"]) output.write(bytes(line));
  assert.equal(out.taken(), "");
  readOn();
  await output.written();
  const [one, two, said, ...more] = out.taken().split("\n");
  assert.deepEqual([one, two, more], ["one 567", "two 567", [""]]);
  assert.equal(JSON.parse(said).bytes, 16);
  output.write(bytes("three\n"));
  await output.written();
  assert.match(out.taken(), /}\nthree\n$/);
});

Deno.test("a disk that is full ends nothing, and what it lost is said once there is room", async () => {
  const out = reader(), output = createLogOutput(out);
  out.fail(true);
  for (let n = 0; n < 3; n++) {
    output.write(bytes("12345678\n"));
    await output.written();
  }
  out.fail(false);
  output.write(bytes("again\n"));
  await output.written();
  const [again, said] = out.taken().split("\n");
  assert.equal(again, "again");
  assert.equal(JSON.parse(said).bytes, 27);
});
