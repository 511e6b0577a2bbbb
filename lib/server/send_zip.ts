/** Answers with a zip that is made while it is sent. */
import { makeZip } from "client-zip";
import type { Http } from "./http.ts";

/** A file of the zip; `input` is read when its turn comes. */
export interface ZipFile {
  name: string;
  lastModified: Date;
  input: AsyncIterable<string> | ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * Its files, each closed once it is read, or where the zip is broken off: then `makeZip` throws here and closes
 * nothing.
 */
async function* closed(files: AsyncIterable<ZipFile>): AsyncGenerator<ZipFile, void> {
  for await (const { input, ...file } of files) {
    const source = (input as AsyncIterable<string>)[Symbol.asyncIterator]();
    try {
      yield { ...file, input: { [Symbol.asyncIterator]: () => source } };
    } catch {
      return;
    } finally {
      await source.return?.();
    }
  }
}

/** `name`: ASCII without quotes. Never kept by the browser: it holds people's data. */
export function sendZip({ name, files }: { name: string; files: AsyncIterable<ZipFile> }, c: Http): Response {
  return c.body(makeZip(closed(files)) as ReadableStream<Uint8Array<ArrayBuffer>>, 200, {
    "content-type": "application/zip",
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  });
}
