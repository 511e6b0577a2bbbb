/** An upload that is refused amid its form is answered, whatever comes after what was wrong. */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";

const part = (head: string, value: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`;

/** As a connection brings it. */
function inPieces(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text), pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) pieces.push(bytes.slice(at, at + 65_536));
  return ReadableStream.from(pieces);
}

/** What is wrong of a form, and with which status it is refused. */
const WRONG: readonly [form: string, status: number][] = [
  [part('name="file0"; filename="a\0b.pdf"', "%PDF-1.7"), 400],
  [part('name="long"', "y".repeat(600 * 1024)), 413],
  [Array.from({ length: 60 }, (_, n) => part(`name="f${n}"`, "y")).join(""), 413],
];

Deno.test("a file after what a form is refused for ends with it: the request was never answered, and anybody could send it", () =>
  withApp(async (t) => {
    for (const [form, status] of WRONG) {
      const whole = form + part('name="file1"; filename="b.pdf"', `%PDF-1.7\n${"a".repeat(300_000)}`) + "--x--\r\n";
      const answer = await t.app.request("/api/pdf/upload", {
        method: "POST",
        body: inPieces(whole),
        duplex: "half",
        headers: { "content-type": "multipart/form-data; boundary=x", "sec-fetch-site": "same-origin" },
      } as RequestInit);
      assert.equal(answer.status, status, form.slice(0, 80));
      await answer.body?.cancel();
    }
    assert.deepEqual(await t.deps.db.select().from(files), []);
  }));
