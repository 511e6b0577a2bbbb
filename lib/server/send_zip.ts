/** Answers with a zip that is made while it is sent. */
import { makeZip } from "client-zip";
import { checkedBody } from "./files/checked_body.ts";
import type { Http } from "./http.ts";
import { contentDisposition } from "./serve_file.ts";

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A file of the storage. */
export interface StoredFile {
  id: string;
  /** Bytes. */
  size: number;
  /** Of what was stored, in hex. */
  sha256: string;
  /** Null where the storage has nothing under its id. */
  open(): Promise<Body | null>;
}

/** A file of the zip, read when its turn comes: from the storage, or as `input` gives it. */
export type ZipFile =
  & { name: string; lastModified: Date }
  & ({ input: AsyncIterable<string> | Body; stored?: undefined } | { stored: StoredFile });

type Input = AsyncIterable<string> | Body;
type Fault = (message: string, file: string) => void;

/** Stands in the zip in place of a file. */
const INSTEAD = {
  missing: "The storage has no such file. Restore it from a backup, and make this zip again.",
  damaged: "The stored file is not the one that was uploaded, so it is left out. Restore it from a backup, and make " +
    "this zip again.",
} as const;

/** Reads a stored file whole, since its name in the zip is sent before its bytes. */
async function stateOf({ size, sha256, open }: StoredFile): Promise<"whole" | keyof typeof INSTEAD> {
  const body = await open();
  if (!body) return "missing";
  let damaged = false;
  const read = checkedBody(body, { size, sha256 }, () => damaged = true).pipeTo(new WritableStream());
  await read.catch((error) => {
    if (!damaged) throw error;
  });
  return damaged ? "damaged" : "whole";
}

/** A stored file that is whole, checked again on its way; a line of text in place of any other, which is logged. */
async function checked(name: string, file: StoredFile, fault: Fault): Promise<{ name: string; input: Input }> {
  const state = await stateOf(file);
  const body = state === "whole" ? await file.open() : null;
  const wrong = () => fault("stored file is not what was uploaded", file.id);
  if (body) return { name, input: checkedBody(body, file, wrong) };
  const instead = state === "damaged" ? state : "missing";
  if (instead === "damaged") wrong();
  else fault("the storage has no bytes of a file", file.id);
  return { name: `${name}.${instead}.txt`, input: text(INSTEAD[instead]) };
}

async function* text(words: string): AsyncGenerator<string, void> {
  yield words;
}

/**
 * Its files, each closed once it is read, or where the zip is broken off: then `makeZip` throws here and closes
 * nothing.
 */
async function* closed(files: AsyncIterable<ZipFile>, fault: Fault) {
  for await (const file of files) {
    const { lastModified } = file;
    const { name, input } = file.stored ? await checked(file.name, file.stored, fault) : file;
    const source = (input as AsyncIterable<string>)[Symbol.asyncIterator]();
    try {
      yield { name, lastModified, input: { [Symbol.asyncIterator]: () => source } };
    } catch {
      return;
    } finally {
      await source.return?.();
    }
  }
}

/** `name`: ASCII without quotes. Never kept by the browser: it holds people's data. */
export function sendZip({ name, files }: { name: string; files: AsyncIterable<ZipFile> }, c: Http): Response {
  const fault: Fault = (message, file) => c.get("deps").log({ level: "error", message, id: c.get("request").id, file });
  return c.body(makeZip(closed(files, fault)) as Body, 200, {
    "content-type": "application/zip",
    "content-disposition": contentDisposition("attachment", name),
    "cache-control": "no-store",
  });
}
