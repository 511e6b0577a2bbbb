/** S3-compatible file storage. Objects are never partial: an interrupted PUT stores nothing. */
import type { FileStore } from "../../domain/ports.ts";
import { requireFileId } from "./file_id.ts";
import { listingUrl, openBucket } from "./s3_bucket.ts";
import { readListing } from "./s3_list.ts";
import { steadyBody } from "./steady_body.ts";

/** Maximum time until a response begins, or a page of a listing is there, in milliseconds; uploads included. */
const TIMEOUT_MS = 120_000;
/** The same for a removal, which carries nothing: one that hangs ends before the next minute's turn. */
const REMOVAL_TIMEOUT_MS = 20_000;
/** Maximum silence amid a file, in milliseconds: its reader waits, and would for ever. */
const SILENCE_MS = 60_000;

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

interface S3Options {
  timeoutMs?: number;
  /** Reads the file that is to be stored, by its path. */
  read?: (path: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Opens a bucket by its address (s3_bucket.ts). Requests without a response within `timeoutMs` milliseconds fail, and
 * so does what stalls for as long amid a file, or for a minute.
 */
export function createS3Store(
  storageUrl: string,
  { timeoutMs = TIMEOUT_MS, read = Deno.readFile }: S3Options = {},
): FileStore {
  const place = openBucket(storageUrl, 3), { client, origin, folder, prefix } = place;
  const silenceMs = Math.min(timeoutMs, SILENCE_MS);
  const stalled = () => new Error(`The object storage stalled for ${silenceMs / 1000} seconds amid a file.`);
  const objectUrl = (id: string) => `${origin}/${folder}/${requireFileId(id)}`;

  const send = (method: string, id: string, body?: Uint8Array<ArrayBuffer>) =>
    ask(method, objectUrl(id), (response) => response, body);

  /** What `take` makes of the answer, which has to be there in time too. */
  async function ask<T>(
    method: string,
    address: string,
    take: (response: Response) => T | Promise<T>,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<T> {
    // The storage compares what arrives with its hash, and refuses other bytes.
    const headers = body &&
      { "content-type": "application/octet-stream", "x-amz-content-sha256": await sha256Of(body) };
    const silent = new AbortController();
    const mostMs = method === "DELETE" ? Math.min(timeoutMs, REMOVAL_TIMEOUT_MS) : timeoutMs;
    const late = new Error(`The object storage did not answer a ${method} within ${mostMs / 1000} seconds.`);
    const timer = setTimeout(() => silent.abort(late), mostMs);
    try {
      const result = await client.fetch(address, { method, body, headers, signal: silent.signal });
      if (result.ok || result.status === 404) return await take(result);
      await result.body?.cancel();
      throw new Error(`The object storage answered ${result.status} to a ${method}.`);
    } finally {
      clearTimeout(timer);
    }
  }
  async function put(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await send("PUT", id, bytes);
    await response.body?.cancel();
    if (!response.ok) throw new Error("The object storage has no such bucket.");
  }
  return {
    putFile: async (id, path) => await put(id, await read(path)),
    put: (id, bytes) => put(id, new Uint8Array(bytes)),
    async open(id) {
      const response = await send("GET", id);
      if (response.ok && response.body) return steadyBody(response.body, silenceMs, stalled);
      await response.body?.cancel();
      return null;
    },
    async remove(id) {
      await (await send("DELETE", id)).body?.cancel();
    },
    async *list(before, begin = "") {
      for (let token: string | null = "", next; token !== null; token = next) {
        const address = listingUrl(place, {
          prefix: prefix + begin,
          ...token ? { "continuation-token": token } : {},
        });
        const { ok, text } = await ask("GET", address, async (page) => ({ ok: page.ok, text: await page.text() }));
        if (!ok) throw new Error("The object storage has no such bucket.");
        const page = readListing(text, prefix);
        yield page.files.filter(({ id, storedAt }) => storedAt < before && id.startsWith(begin)).map(({ id }) => id);
        next = page.next;
        if (next === token) throw new Error("The object storage lists the same page of its objects over and over.");
      }
    },
    // An interrupted PUT stores nothing.
    removeUnfinished: () => Promise.resolve(),
  };
}
