/** Small PDFs that unpack to hundreds of megabytes: kept unread, at a bounded price, while others' files are read. */
import assert from "node:assert/strict";
import { bombs } from "../../support/bombs.ts";
import { builtReading } from "../../support/built_reading.ts";
import { RUN_CHILD } from "../../support/child.ts";
import { sample } from "../../support/sample_pdfs/samples.ts";

const ROOT = new URL("../../../", import.meta.url);
const MB = 1024 * 1024;

const LARGE = "This file unpacks to more than can be read here. It is attached; fill its fields in by hand.";
const UNKNOWN = "We could not tell what this document is, so nothing was filled in from it.";

for (const by of ["worker", "inline"]) {
  Deno.test(`${by}: bombs are stored unread, the process grows little, and another account's file is read meanwhile`, async () => {
    if (by === "inline") await builtReading();
    const folder = await Deno.makeTempDir();
    try {
      const files = await bombs();
      const paths = Object.keys(files).map((name) => `${folder}/${name}`);
      for (const [name, bytes] of Object.entries(files)) {
        assert.ok(bytes.length < MB, `${name} is small: ${bytes.length}`);
        await Deno.writeFile(`${folder}/${name}`, bytes);
      }
      const good = `${folder}/good.pdf`;
      await Deno.writeFile(good, sample("bureau"));
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [...RUN_CHILD, "tests/support/bombs_child.ts", by, good, ...paths],
        cwd: ROOT,
      }).output();
      assert.ok(success, new TextDecoder().decode(stderr));
      const told = JSON.parse(new TextDecoder().decode(stdout));
      for (const [name, note] of told.notes) {
        assert.equal(note, name === "words.pdf" && by === "worker" ? UNKNOWN : LARGE, name);
      }
      assert.equal(told.notes.length, 2 * paths.length);
      assert.deepEqual(told.good, { type: "bureau", note: null });
      assert.ok(told.order.indexOf(2) <= 1, `after one bomb at most: ${told.order}`);
      assert.ok(told.grownBytes < 300 * MB, `grown by ${Math.round(told.grownBytes / MB)} MB`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
