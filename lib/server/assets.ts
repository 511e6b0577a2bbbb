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

/** The files of one build: what pages call them, and how they are sent. Sources are paths from the project's root. */
export interface Assets {
  /** True where the build has this source: `has("islands/LoanMap.css")`. */
  has(source: string): boolean;
  /** A source's hashed file name, without the folder. Throws where the build lacks it. */
  file(source: string): string;
  /** A source's URL path: `url("static/css/app.css")` is `/assets/app-1A2B3C4D.css`. */
  url(source: string): string;
  /** A script's URL and those of its static imports, for module preloads. */
  preloads(source: string): string[];
  /** The text of a built stylesheet, for inlining. */
  text(source: string): string;
  /** `GET /assets/*`: hashed files only, so that responses are immutable. */
  serve(c: Context): Response;
}

const notFound = (c: Context): Response => c.text("Not found", 404);

/** Names without a hash and no files: enough to render pages where nothing is built. */
export const UNBUILT: Assets = {
  has: () => false,
  file: (source) => source,
  url: (source) => ASSETS_PATH + source,
  preloads: (source) => [ASSETS_PATH + source],
  text: () => "",
  serve: notFound,
};

/** Opens the bundles of one runtime, after the build. Throws where there is no build. */
export function openAssets(from: Runtime | URL): Assets {
  const folder = from instanceof URL ? from : buildDir(from);
  const files = readManifest(folder), held = new Map<string, Held>();

  /** A hashed file with its compressed forms, read once and cached. */
  function read(name: string): Held | null {
    const known = held.get(name);
    if (known) return known;
    const ending = HASHED.exec(name)?.[1];
    const plain = ending ? readFile(folder, name) : null;
    if (!ending || !plain) return null;
    const other = (suffix: string) => readFile(folder, name + suffix);
    const file = { type: TYPES[ending], plain, br: other(".br"), gzip: other(".gz") };
    held.set(name, file);
    return file;
  }

  function file(source: string): string {
    const built = files[source];
    if (!built) throw new Error(`${source} is not among the built files: run \`deno task build\``);
    return built.file;
  }

  const url = (source: string) => ASSETS_PATH + file(source);
  return {
    has: (source) => source in files,
    file,
    url,
    preloads: (source) => [url(source), ...files[source].imports.map((name) => ASSETS_PATH + name)],
    text: (source) => new TextDecoder().decode(read(file(source))?.plain),
    serve(c) {
      const found = read(c.req.path.slice(ASSETS_PATH.length));
      return found ? send(c, found) : notFound(c);
    },
  };
}

function readManifest(folder: URL): Manifest["files"] {
  try {
    return (JSON.parse(Deno.readTextFileSync(new URL("manifest.json", folder))) as Manifest).files;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error("The browser bundles are not built: run `deno task build`");
  }
}

function readFile(folder: URL, name: string): Bytes | null {
  try {
    return Deno.readFileSync(new URL(name, folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The address of a file of static/map: the base map, or the approximate areas of the regions. */
export const mapFile = ({ url }: Assets, name: "ontario-basemap" | "ontario-regions"): string =>
  url(`static/map/${name}.geojson`);

/** True where an Accept-Encoding header accepts a coding; `br;q=0` does not. */
export function acceptsCoding(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name, ...rest] = part.trim().toLowerCase().split(";");
    return name.trim() === coding && !rest.some((r) => /^\s*q=0(?:\.0*)?\s*$/.test(r));
  });
}

/** Sends a file in the best coding that the browser takes, to be kept for good. */
function send(c: Context, { type, plain, br, gzip }: Held): Response {
  const header = c.req.header("accept-encoding") ?? "";
  const [coding, bytes] = br && acceptsCoding(header, "br")
    ? ["br", br]
    : gzip && acceptsCoding(header, "gzip")
    ? ["gzip", gzip]
    : [null, plain];
  return c.body(bytes, 200, {
    "content-type": type,
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    ...(br || gzip ? { vary: "Accept-Encoding" } : {}),
    ...(coding ? { "content-encoding": coding } : {}),
  });
}
