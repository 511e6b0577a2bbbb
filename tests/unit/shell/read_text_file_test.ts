/** The text of a chosen table, in the encodings that spreadsheets save. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readTextFile } from "../../../lib/client/read_text_file.ts";

const TEXT = "Region;Month\r\nOrléans;2026-10\r\n";

const utf16 = (text: string, littleEndian: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length * 2), view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), littleEndian);
  return bytes;
};
const latin = (text: string) => Uint8Array.from(text, (sign) => sign === "€" ? 0x80 : sign.charCodeAt(0));

Deno.test("a table is read in the encoding it was saved in", async () => {
  const cases: [string, Uint8Array<ArrayBuffer>, string][] = [
    ["UTF-8", new TextEncoder().encode(TEXT), TEXT],
    ["UTF-8 with its mark", new TextEncoder().encode(`\uFEFF${TEXT}`), TEXT],
    ["UTF-16, as Windows has it", utf16(`\uFEFF${TEXT}`, true), TEXT],
    ["UTF-16, the other way round", utf16(`\uFEFF${TEXT}`, false), TEXT],
    ["Windows-1252", latin("Orléans, 5 €"), "Orléans, 5 €"],
    ["nothing", new Uint8Array(), ""],
  ];
  for (const [name, bytes, text] of cases) assert.equal(await readTextFile(new Blob([bytes])), text, name);
});

Deno.test("any text that was saved as UTF-8 is read as it was", async () => {
  await fc.assert(fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
    const read = await readTextFile(new Blob([text]));
    assert.equal(read, text.replace(/^\uFEFF/, ""));
  }));
});
