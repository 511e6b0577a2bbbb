import type { Context } from "hono";
import { buildDir, type Manifest, type Runtime } from "./build/manifest.ts";

/** Path prefix of the hashed files. */
export const ASSETS_PATH = "/assets/";

const HASHED = /^[\w.-]+-[A-Z0-9]{8}\.(js|css|svg|png|woff2|map\.json|json|js\.map|css\.map)$/;
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
  "map.json": "application/json",
  json: "application/speculationrules+json",
  "js.map": "application/json",
  "css.map": "application/json",
};

type Bytes = Uint8Array<ArrayBuffer>;
type Held = { type: string; plain: Bytes; br: Bytes | null; gzip: Bytes | null };

let folder: URL | null = null;
let manifest: Manifest | null = null;
let held = new Map<string, Held>();

/**
 * Opens the bundles of one runtime, once at start, after the build. Throws where there is no build. Until then
 * `asset()` returns names without a hash, enough to render pages in tests without scripts.
 */
export function openAssets(from: Runtime | URL): Manifest {
  folder = from instanceof URL ? from : buildDir(from);
  held = new Map();
  try {
    manifest = JSON.parse(Deno.readTextFileSync(new URL("manifest.json", folder))) as Manifest;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error("The browser bundles are not built: run `deno task build`");
  }
  return manifest;
}

/** Keeps in mind which bundles are open, none included; the function that it returns opens those again. For tests. */
export function rememberAssets(): () => void {
  const before = { folder, manifest, held };
  return () => void ({ folder, manifest, held } = before);
}

/** True where the build has this source: `hasAsset("islands/LoanMap.css")`. */
export const hasAsset = (src: string): boolean => manifest !== null && src in manifest.files;

/** A source's hashed file name, without the folder. */
export function assetFile(src: string): string {
  if (!manifest) return src;
  const built = manifest.files[src];
  if (!built) throw new Error(`${src} is not among the built files: run \`deno task build\``);
  return built.file;
}

/** A source's URL path: `asset("static/css/app.css")` is `/assets/app-1A2B3C4D.css`. */
export const asset = (src: string): string => ASSETS_PATH + assetFile(src);

/** The address of a file of static/map: the base map, or the approximate areas of the regions. */
export const mapFile = (name: "ontario-basemap" | "ontario-regions"): string => asset(`static/map/${name}.geojson`);

/** A script's URL and those of its static imports, for module preloads. */
export function preloads(src: string): string[] {
  const imports = manifest?.files[src]?.imports ?? [];
  return [asset(src), ...imports.map((file) => ASSETS_PATH + file)];
}

/** The text of a built stylesheet, for inlining. Empty before `openAssets`. */
export function assetText(src: string): string {
  if (!folder) return "";
  const file = read(assetFile(src));
  return file ? new TextDecoder().decode(file.plain) : "";
}

function readFile(name: string): Bytes | null {
  try {
    return Deno.readFileSync(new URL(name, folder!));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** A hashed file with its compressed forms, read once and cached. */
function read(name: string): Held | null {
  const known = held.get(name);
  if (known) return known;
  const ending = HASHED.exec(name)?.[1];
  const plain = ending && folder ? readFile(name) : null;
  if (!ending || !plain) return null;
  const file = { type: TYPES[ending], plain, br: readFile(name + ".br"), gzip: readFile(name + ".gz") };
  held.set(name, file);
  return file;
}

/** True where an Accept-Encoding header accepts a coding; `br;q=0` does not. */
export function acceptsCoding(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name, ...rest] = part.trim().toLowerCase().split(";");
    return name.trim() === coding && !rest.some((r) => /^\s*q=0(?:\.0*)?\s*$/.test(r));
  });
}

/** `GET /assets/*`: hashed files only, so that responses are immutable. */
export function serveAsset(c: Context): Response {
  const file = read(c.req.path.slice(ASSETS_PATH.length));
  if (!file) return c.text("Not found", 404);
  const header = c.req.header("accept-encoding") ?? "";
  const coding = file.br && acceptsCoding(header, "br")
    ? "br"
    : file.gzip && acceptsCoding(header, "gzip")
    ? "gzip"
    : null;
  return c.body(coding ? file[coding]! : file.plain, 200, {
    "content-type": file.type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    ...(file.br || file.gzip ? { vary: "Accept-Encoding" } : {}),
    ...(coding ? { "content-encoding": coding } : {}),
  });
}
