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

/** One build: its folder, its manifest, and its files as far as they were read. */
interface Bundles {
  folder: URL;
  files: Manifest["files"];
  held: Map<string, Held>;
}

/** The open ones of this process. */
let bundles: Bundles | null = null;

/**
 * Opens the bundles of one runtime, after the build; the function that it returns goes back to what was open before.
 * Throws where there is no build. Until then `asset()` returns names without a hash, enough to render pages.
 */
export function openAssets(from: Runtime | URL): () => void {
  const before = bundles, folder = from instanceof URL ? from : buildDir(from);
  try {
    const { files } = JSON.parse(Deno.readTextFileSync(new URL("manifest.json", folder))) as Manifest;
    bundles = { folder, files, held: new Map() };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error("The browser bundles are not built: run `deno task build`");
  }
  return () => void (bundles = before);
}

/** True where the build has this source: `hasAsset("islands/LoanMap.css")`. */
export const hasAsset = (src: string): boolean => bundles !== null && src in bundles.files;

/** A source's hashed file name, without the folder. */
export function assetFile(src: string): string {
  if (!bundles) return src;
  const built = bundles.files[src];
  if (!built) throw new Error(`${src} is not among the built files: run \`deno task build\``);
  return built.file;
}

/** A source's URL path: `asset("static/css/app.css")` is `/assets/app-1A2B3C4D.css`. */
export const asset = (src: string): string => ASSETS_PATH + assetFile(src);

/** The address of a file of static/map: the base map, or the approximate areas of the regions. */
export const mapFile = (name: "ontario-basemap" | "ontario-regions"): string => asset(`static/map/${name}.geojson`);

/** A script's URL and those of its static imports, for module preloads. */
export function preloads(src: string): string[] {
  const imports = bundles?.files[src]?.imports ?? [];
  return [asset(src), ...imports.map((file) => ASSETS_PATH + file)];
}

/** The text of a built stylesheet, for inlining. Empty before `openAssets`. */
export function assetText(src: string): string {
  if (!bundles) return "";
  const file = read(assetFile(src));
  return file ? new TextDecoder().decode(file.plain) : "";
}

function readFile(folder: URL, name: string): Bytes | null {
  try {
    return Deno.readFileSync(new URL(name, folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** A hashed file with its compressed forms, read once and cached. */
function read(name: string): Held | null {
  if (!bundles) return null;
  const { folder, held } = bundles, known = held.get(name);
  if (known) return known;
  const ending = HASHED.exec(name)?.[1];
  const plain = ending ? readFile(folder, name) : null;
  if (!ending || !plain) return null;
  const other = (suffix: string) => readFile(folder, name + suffix);
  const file = { type: TYPES[ending], plain, br: other(".br"), gzip: other(".gz") };
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
