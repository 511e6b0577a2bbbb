import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { packShapes } from "../../domain/maps/packed_shapes.ts";
import { ROOT } from "./manifest.ts";

/** Files worth compressing; woff2 is compressed already. */
const COMPRESSED = /\.(?:js|css|svg|map\.json)$/;

/** Writes a file atomically: a concurrent reader sees the old one or the new one. */
export function writeAtomic(url: URL, bytes: Uint8Array): void {
  const part = new URL(`${url.href}.${Deno.pid}.part`);
  Deno.writeFileSync(part, bytes);
  Deno.renameSync(part, url);
}

/** Writes a hashed file with its br and gz forms. Skips existing files: the name is the hash. */
export function writeFile(dir: URL, name: string, bytes: Uint8Array, compress: boolean): void {
  const url = new URL(name, dir);
  if (compress && COMPRESSED.test(name)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    if (!exists(new URL(url.href + ".br"))) {
      writeAtomic(new URL(url.href + ".br"), brotliCompressSync(bytes, { params }));
      writeAtomic(new URL(url.href + ".gz"), gzipSync(bytes, { level: 9 }));
    }
  }
  if (!exists(url)) writeAtomic(url, bytes);
}

/** What maps read of a shape. */
const READ = ["kind", "name", "lat", "lon", "population"];

const packMap = (geojson: string): string => JSON.stringify(packShapes(JSON.parse(geojson), READ));

/** Copies a file under a hashed name, GeoJSON packed; returns that name. */
export function copyHashed(dir: URL, path: string, compress: boolean): string {
  const source = Deno.readFileSync(new URL(path, ROOT)), isMap = path.endsWith(".geojson");
  const bytes = isMap ? new TextEncoder().encode(packMap(new TextDecoder().decode(source))) : source;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  const [, stem, ending] = /([^/]+)\.(\w+)$/.exec(path)!;
  const name = `${stem}-${hash}.${isMap ? "map.json" : ending}`;
  writeFile(dir, name, bytes, compress);
  return name;
}

/**
 * Removes files that no page of the last day can refer to. The day of those of the build `before` begins now: open
 * pages, and a server that runs, import some of them when wanted.
 */
export function removeStale(
  dir: URL,
  keep: ReadonlySet<string>,
  before: ReadonlySet<string> = new Set(),
  now = Date.now(),
): void {
  for (const { name } of Deno.readDirSync(dir)) {
    const own = name.replace(/\.(?:br|gz|map)$/, "");
    if (name === "manifest.json" || keep.has(own)) continue;
    const url = new URL(name, dir);
    if (before.has(own)) {
      Deno.utimeSync(url, now / 1000, now / 1000);
      continue;
    }
    const age = now - (Deno.statSync(url).mtime?.getTime() ?? 0);
    if (age > 24 * 60 * 60 * 1000) Deno.removeSync(url);
  }
}

function exists(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}
