import assert from "node:assert/strict";
import { cleanFileName, FILE_NAME_MAX, storedFileName } from "../../../lib/domain/files/file_name.ts";
import { mediaTypeNames, PDF_ONLY, sniffMediaType, SUPPORTING } from "../../../lib/domain/files/media_type.ts";

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

// Signatures: PDF 1.7 (ISO 32000-1, Annex H.3.4.1), PNG (W3C, section 5.2), JPEG (SOI and a marker), HEIF (ISO
// 23008-12).
for (
  const [text, type] of [
    ["%PDF-1.4", "application/pdf"],
    ["\0".repeat(1019) + "%PDF-", "application/pdf"],
    ["\0".repeat(1020) + "%PDF-", null],
    ["%pdf-1.4", null],
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["\x89PNG\r\n", null],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["\0\0\0\x18ftypheic", "image/heic"],
    ["\0\0\0\x18ftypmif1", "image/heic"],
    ["\0\0\0\x18ftypisom", null],
    ["\x89PNG\r\n\x1a\n%PDF-1.4", "image/png"],
    ["<html>", null],
    ["", null],
  ] as const
) {
  Deno.test(`content ${JSON.stringify(text.slice(0, 20))} of ${text.length} bytes is ${type}`, () => {
    assert.equal(sniffMediaType(bytes(text)), type);
  });
}

for (
  const [name, kept] of [
    ["scan.pdf", "scan.pdf"],
    ["SCAN.PDF", "SCAN.pdf"],
    ["/etc/passwd", "passwd.pdf"],
    ["..\\..\\boot.ini", "boot.ini.pdf"],
    ["inv\u202efdp.exe", "invfdp.exe.pdf"],
    ["a\u0000\r\nb.pdf", "ab.pdf"],
    ['<b>"x"?.pdf', "_b__x__.pdf"],
    ["....", "file.pdf"],
    [".pdf", "pdf.pdf"],
    ["", "file.pdf"],
    ["Relevé d’impôt.pdf", "Relevé d’impôt.pdf"],
  ] as const
) {
  Deno.test(`the name ${JSON.stringify(name)} is kept as ${kept}`, () => {
    assert.equal(storedFileName(name, "application/pdf"), kept);
    assert.equal(storedFileName(kept, "application/pdf"), kept, "keeping it again changes nothing");
  });
}

Deno.test("long names are cut before their ending, never through a character", () => {
  const name = storedFileName("\u{1f3e0}".repeat(300) + ".jpeg", "image/jpeg");
  assert.equal([...name].length, FILE_NAME_MAX);
  assert.ok(name.endsWith("\u{1f3e0}.jpeg"));
  assert.equal(cleanFileName("a/\ud800b"), "b");
});

Deno.test("types are named for people", () => {
  assert.equal(mediaTypeNames(PDF_ONLY), "PDF");
  assert.equal(mediaTypeNames(SUPPORTING), "PDF, PNG, JPEG or HEIC");
});
