import assert from "node:assert/strict";
import type { Http } from "../../../lib/server/http.ts";
import { sendZip, type ZipFile } from "../../../lib/server/send_zip.ts";
import { unzip } from "../../support/unzip.ts";

const http = { body: (bytes: BodyInit, status: number) => new Response(bytes, { status }) } as unknown as Http;
const lastModified = new Date("2026-11-20T12:00:00Z");

/** A file of a megabyte, opened; `isOpen` asks the system. */
async function opened(path: string) {
  await Deno.writeFile(path, new Uint8Array(1_000_000));
  const file = await Deno.open(path, { read: true });
  const input = file.readable as ReadableStream<Uint8Array<ArrayBuffer>>;
  return { input, isOpen: () => file.stat().then(() => true, () => false) };
}

for (const chunks of [1, 2, 3, 5]) {
  Deno.test(`a zip that is cut off after ${chunks} chunks leaves no file open`, async () => {
    const path = await Deno.makeTempFile();
    try {
      const { input, isOpen } = await opened(path);
      let ended = 0;
      const files = async function* (): AsyncGenerator<ZipFile, void> {
        try {
          yield { name: "big.bin", lastModified, input };
          yield { name: "never.txt", lastModified, input: (async function* () {})() };
        } finally {
          ended += 1;
        }
      };
      const reader = sendZip({ name: "a.zip", files: files() }, http).body!.getReader();
      for (let n = 0; n < chunks; n++) await reader.read();
      assert.ok(await isOpen());
      await reader.cancel();
      assert.deepEqual([await isOpen(), ended], [false, 1]);
    } finally {
      await Deno.remove(path);
    }
  });
}

Deno.test("a whole zip has every file, and closes each", async () => {
  const path = await Deno.makeTempFile();
  try {
    const { input, isOpen } = await opened(path);
    const files = async function* (): AsyncGenerator<ZipFile, void> {
      yield { name: "big.bin", lastModified, input };
      yield {
        name: "words.txt",
        lastModified,
        input: (async function* () {
          yield "two ";
          yield "words";
        })(),
      };
    };
    const answer = sendZip({ name: "a.zip", files: files() }, http);
    const found = unzip(new Uint8Array(await answer.arrayBuffer()));
    assert.equal(found.get("big.bin")?.length, 1_000_000);
    assert.equal(new TextDecoder().decode(found.get("words.txt")), "two words");
    assert.ok(!await isOpen());
  } finally {
    await Deno.remove(path);
  }
});
