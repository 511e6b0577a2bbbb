/**
 * Serves the map's file of tiles from the data folder, by ranges: a browser reads a few of its hundreds of megabytes.
 */
import { allows } from "../domain/permissions.ts";
import { TILES_FILE } from "../domain/places/map_services.ts";
import type { Http } from "./http.ts";

const CHUNK_BYTES = 64 * 1024;

/** First and last byte, or "whole" without a range that we serve, or "outside" the file. */
type Range = { first: number; last: number } | "whole" | "outside";

/** Reads a Range header of one range; several, or other units, are answered with the whole file (RFC 9110, 14.2). */
export function readRange(header: string | undefined, size: number): Range {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (!found || (found[1] === "" && found[2] === "")) return "whole";
  const [from, to] = [found[1], found[2]].map((text) => text === "" ? null : Number(text));
  const first = from ?? Math.max(0, size - to!);
  const last = from === null ? size - 1 : Math.min(to ?? size - 1, size - 1);
  if (from !== null && to !== null && to < from) return "whole";
  return first >= size || last < first ? "outside" : { first, last };
}

/** The bytes from `first` to `last` of a file, which is closed at the end. */
function bytesOf(file: Deno.FsFile, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let left = last - first + 1;
  return new ReadableStream({
    async start() {
      await file.seek(first, Deno.SeekMode.Start);
    },
    async pull(controller) {
      const chunk = new Uint8Array(Math.min(left, CHUNK_BYTES));
      const read = left === 0 ? null : await file.read(chunk);
      if (read !== null) controller.enqueue(chunk.subarray(0, read));
      left -= read ?? left;
      if (left > 0) return;
      file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
}

/**
 * `GET /map/tiles.pmtiles` for those who see the maps. 206 with the range asked for, 416 outside of the file, 404 where
 * there is none. Never compressed: the ranges are those of the file.
 */
export async function serveTiles(c: Http): Promise<Response> {
  if (!allows(c.get("signedIn"), "manageLoans")) return c.text("Not found", 404);
  const file = await Deno.open(`${c.get("deps").env.dataDir}/${TILES_FILE}`).catch(() => null);
  if (!file) return c.text("Not found", 404);
  const { size, mtime } = await file.stat();
  const headers = {
    "content-type": "application/octet-stream",
    "accept-ranges": "bytes",
    "cache-control": "private, max-age=86400, no-transform",
    "etag": `"${size.toString(36)}-${(mtime?.getTime() ?? 0).toString(36)}"`,
  };
  const range = readRange(c.req.header("range"), size);
  if (range === "outside") {
    file.close();
    return c.body(null, 416, { ...headers, "content-range": `bytes */${size}` });
  }
  const { first, last } = range === "whole" ? { first: 0, last: size - 1 } : range;
  const length = { "content-length": String(last - first + 1) };
  if (c.req.method === "HEAD") {
    file.close();
    return c.body(null, 200, { ...headers, "content-length": String(size) });
  }
  return c.body(bytesOf(file, first, last), range === "whole" ? 200 : 206, {
    ...headers,
    ...length,
    ...(range === "whole" ? {} : { "content-range": `bytes ${first}-${last}/${size}` }),
  });
}
