/** The reader without a worker: the same fields and sentences from its bundle, in less room and time. */
import assert from "node:assert/strict";
import { createInlineReader } from "../../../lib/server/documents/inline_reader.ts";
import { createDocumentReader } from "../../../lib/server/documents/reader.ts";
import { builtReading } from "../../support/built_reading.ts";
import { withFolder } from "../../support/folder.ts";
import { SAMPLES } from "../../support/sample_pdfs/samples.ts";

const readFile = (path: string): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(path);

Deno.test("every sample is read as the worker reads it", () =>
  withFolder(async (folder) => {
    await builtReading();
    const inline = await createInlineReader(readFile, { timeMs: 60_000 });
    const worker = createDocumentReader({ timeMs: 60_000 });
    let read = 0;
    for (const [name, make] of Object.entries(SAMPLES)) {
      const path = `${folder}/${name.replaceAll("/", "_")}`;
      await Deno.writeFile(path, make());
      const pages: number[] = [];
      const outcome = await inline.read(path, 1, (page) => void pages.push(page));
      assert.deepEqual(outcome, await worker.read(path, 1), name);
      if (outcome.reading.type && pages.length > 0) read++;
    }
    assert.ok(read > 5, `${read} were read`);
    assert.equal(inline.state().waiting, 0);
    worker.close();
  }));

Deno.test("a file that takes too long is stopped, one of more than 10 MB is not read, and globals are restored", () =>
  withFolder(async (folder) => {
    const { Uint8Array: bytes, DecompressionStream: unpacking } = globalThis;
    await builtReading();
    await Deno.writeFile(`${folder}/good.pdf`, SAMPLES["application.pdf"]());
    await Deno.writeFile(`${folder}/long.pdf`, new Uint8Array(11 * 1024 * 1024));
    const slow = await createInlineReader(readFile, { timeMs: 0 });
    assert.match((await slow.read(`${folder}/good.pdf`, 1)).note!, /took too long/);
    assert.match((await slow.read(`${folder}/long.pdf`, 1)).note!, /unpacks to more/);
    const patient = await createInlineReader(readFile, { timeMs: 60_000 });
    assert.equal((await patient.read(`${folder}/good.pdf`, 1)).reading.type, "application");
    assert.ok(globalThis.Uint8Array === bytes && globalThis.DecompressionStream === unpacking);
  }));

Deno.test("without its bundle the start says what to run", async () => {
  const bundle = new URL("file:///nowhere/document_reading.js");
  await assert.rejects(createInlineReader(readFile, { bundle }), /run `deno task build`/);
});
