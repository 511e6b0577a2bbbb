/** Small files with the beginnings that content sniffing looks for, and the form that uploads one. */
import type { TestAccount, TestApp } from "./app.ts";

const text = (s: string) => new TextEncoder().encode(s);

export const BYTES = {
  pdf: text(
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF",
  ),
  png: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  jpeg: new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  heic: new Uint8Array([0, 0, 0, 24, ...text("ftypheic")]),
  html: text("<!doctype html><script>alert(1)</script>"),
  zip: text("PK\u0003\u0004 not a document"),
} as const;

/** Posts a file with its fields as a page's upload does. Missing bytes: no file at all. */
export async function upload(
  t: TestApp,
  path: string,
  fields: Record<string, string | number>,
  as: TestAccount | null,
  file: { name?: string; bytes?: Uint8Array<ArrayBuffer> | null } = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const { name = "statement.pdf", bytes = BYTES.pdf } = file;
  if (bytes) form.set("file", new File([bytes], name));
  return await t.post(path, form, as);
}
