/** Bytes of a page and of all that it loads, as a browser receives them, and how many scripts it loads. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { askOnce, type RawAnswer, type Target } from "./_http.ts";

export interface PageBytes {
  html: number;
  css: number;
  js: number;
  font: number;
  scripts: number;
}

const decoder = new TextDecoder();

const READ: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
};

function textOf({ headers, body }: RawAnswer): string {
  const read = READ[headers["content-encoding"] ?? ""];
  return decoder.decode(read ? read(body) : body);
}

/**
 * Styles, fonts and scripts that the page names, and the scripts which those import; null where there is no such page.
 */
export async function pageBytes(get: (path: string) => Target, path: string): Promise<PageBytes | null> {
  const page = await askOnce(get(path));
  if (page.status !== 200) return null;
  const files = new Set<string>();
  for (const [, file] of textOf(page).matchAll(/(?:href|src)="(\/assets\/[^"#]+\.(?:css|js|woff2))"/g)) files.add(file);
  const bytes = { html: page.body.length, css: 0, js: 0, font: 0, scripts: 0 };
  // Imports found on the way join the set, and so the walk.
  for (const file of files) {
    const answer = await askOnce(get(file));
    if (answer.status !== 200) throw new Error(`${file} answers ${answer.status}`);
    bytes[file.endsWith(".css") ? "css" : file.endsWith(".js") ? "js" : "font"] += answer.body.length;
    if (!file.endsWith(".js")) continue;
    bytes.scripts++;
    for (const [, name] of textOf(answer).matchAll(/(?:\bfrom|\bimport)\s*"(\/assets\/[\w.-]+\.js)"/g)) files.add(name);
  }
  return bytes;
}
