/** Reads files from a multipart request: streamed to where uploads stay, checked by content. */
import busboy from "busboy";
import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { cleanFileName, storedFileName } from "../domain/files/file_name.ts";
import { type MediaType, mediaTypeNames, SNIFF_BYTES, sniffMediaType } from "../domain/files/media_type.ts";
import {
  MAX_FILE_BYTES,
  MAX_FILES,
  type ReceivedFile,
  type RefusedFile,
  sizeRefusal,
} from "../domain/files/received.ts";
import { networkOf } from "../domain/network.ts";
import { Refusal } from "../domain/refusal.ts";
import { paced } from "./body_pace.ts";
import type { Http } from "./http.ts";
import type { IncomingPlace } from "./incoming/incoming.ts";

export interface ReceiveOptions {
  /** Maximum number of files; further ones are refused by name. Default 10. */
  maxFiles?: number;
  /** Accepted types, detected by content; a function gets the fields received so far. */
  accept: readonly MediaType[] | ((fields: Readonly<Record<string, string>>) => readonly MediaType[]);
  /** Throws a Refusal before a file is written; gets the fields received so far. */
  admit?: (fields: Readonly<Record<string, string>>) => void;
}

/** The files and fields of a request. Dispose of it (`await using`) to remove the temporary files. */
export interface Received extends AsyncDisposable {
  fields: Record<string, string>;
  files: ReceivedFile[];
  refused: RefusedFile[];
}

const MEGABYTE = 1024 * 1024;
const FIELD_BYTES = 512 * 1024;

const brokenUpload = () =>
  new Refusal(400, "The upload was interrupted or has no files. Nothing was saved; try again.");

/** A full, missing or read-only disk is not the uploader's fault: log it, do not show it. */
const isDiskError = (error: unknown): boolean =>
  error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied ||
  /^(ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/.test(String((error as { code?: unknown }).code));

/**
 * Reads the whole request. Throws a Refusal, with nothing kept, where it is no multipart form, breaks off or is too
 * large. A single file that is too large, empty or of another type is in `refused`.
 */
export async function receiveFiles(c: Http, options: ReceiveOptions): Promise<Received> {
  const maxFiles = options.maxFiles ?? MAX_FILES;
  const body = c.req.raw.body;
  const type = c.req.header("content-type") ?? "";
  if (!body || !/^multipart\/form-data\s*;/i.test(type)) throw brokenUpload();
  const most = maxFiles * MAX_FILE_BYTES + 2 * MEGABYTE;
  const tooMuch = () =>
    new Refusal(413, `This is more than ${Math.floor(most / MEGABYTE)} MB. Send fewer files at a time.`);
  if (Number(c.req.header("content-length") ?? 0) > most) throw tooMuch();

  const account = c.get("signedIn");
  const place = await c.get("deps").incoming.open(
    account ? `account ${account.id}` : `address ${networkOf(c.get("request").address)}`,
  );
  const fields: Record<string, string> = Object.create(null);
  const taken: (ReceivedFile | RefusedFile)[] = [];
  try {
    const form = openForm(type, maxFiles);
    const work: Promise<void>[] = [];
    let stopped: unknown;
    const stop = (error: unknown) => {
      stopped ??= error;
      form.destroy(error as Error);
    };
    form.on("error", stop);
    form.on("field", (name, value, info) => {
      if (info.valueTruncated || info.nameTruncated) {
        stop(new Refusal(413, "A field of this form is too long. Shorten it, then send it again."));
      } else fields[name] = value;
    });
    form.on("file", (field, stream, { filename }) => {
      const at = taken.length;
      const name = cleanFileName(filename ?? "").slice(0, 200) || "file";
      taken.push({
        field,
        name,
        reason: `Only ${maxFiles} files fit in one upload. Send this one after them.`,
        status: 413,
      });
      // The reader attaches later; an error event without a listener would end the process.
      stream.on("error", () => {});
      // Of a form that was refused amid this piece no more comes: who reads it would wait for ever.
      if (stopped || at >= maxFiles) return void stream.resume();
      work.push(
        takeFile(stream, place, String(at), {
          field,
          name,
          accept: typeof options.accept === "function" ? options.accept(fields) : options.accept,
          admit: () => options.admit?.(fields),
        })
          .then((file) => void (taken[at] = file)).catch(stop),
      );
    });
    for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
      form.on(limit, () => stop(new Refusal(413, `One upload takes ${maxFiles} files. Send the rest in another.`)));
    }
    let size = 0;
    try {
      await pipeline(async function* () {
        for await (const chunk of paced(body)) {
          if ((size += chunk.length) > most) throw tooMuch();
          yield chunk;
        }
      }, form);
    } catch (error) {
      stopped ??= error;
    }
    await Promise.all(work);
    if (stopped) throw stopped instanceof Refusal || isDiskError(stopped) ? stopped : brokenUpload();
  } catch (error) {
    await place.remove();
    throw error;
  }
  return {
    fields,
    files: taken.filter((file): file is ReceivedFile => "path" in file),
    refused: taken.filter((file): file is RefusedFile => "reason" in file),
    [Symbol.asyncDispose]: place.remove,
  };
}

function openForm(type: string, maxFiles: number) {
  try {
    return busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      limits: {
        // One byte more, so that a file of exactly the limit is accepted.
        fileSize: MAX_FILE_BYTES + 1,
        files: maxFiles + 40,
        fields: 40,
        parts: maxFiles + 80,
        fieldNameSize: 100,
        fieldSize: FIELD_BYTES,
        headerPairs: 20,
      },
    });
  } catch {
    throw brokenUpload();
  }
}

interface Wanted {
  field: string;
  name: string;
  accept: readonly MediaType[];
  admit: () => void;
}

/** Writes one file and hashes it. A refused file is read to its end, so that the next ones still arrive. */
async function takeFile(
  stream: Readable,
  place: IncomingPlace,
  as: string,
  wanted: Wanted,
): Promise<ReceivedFile | RefusedFile> {
  const { field, name } = wanted;
  const hash = createHash("sha256");
  const head = new Uint8Array(SNIFF_BYTES);
  let size = 0;
  let refused = false;
  let path: string;
  try {
    wanted.admit();
    using file = await place.create(as);
    path = file.path;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size < SNIFF_BYTES) head.set(chunk.subarray(0, SNIFF_BYTES - size), size);
      const judged = size >= SNIFF_BYTES;
      size += chunk.length;
      if (!judged && size >= SNIFF_BYTES) refused = !fits(head, wanted.accept);
      if (refused) continue;
      hash.update(chunk);
      await file.write(chunk);
    }
  } catch (error) {
    stream.resume();
    throw error;
  }
  const wrongSize = sizeRefusal(size);
  if (wrongSize) return { field, name, ...wrongSize };
  const mediaType = sniffMediaType(head.subarray(0, Math.min(size, SNIFF_BYTES)));
  if (!mediaType || !wanted.accept.includes(mediaType)) {
    return { field, name, reason: `This is not a ${mediaTypeNames(wanted.accept)} file. Choose another.`, status: 415 };
  }
  return { field, name: storedFileName(name, mediaType), mediaType, size, sha256: hash.digest("hex"), path };
}

function fits(head: Uint8Array, accept: readonly MediaType[]): boolean {
  const type = sniffMediaType(head);
  return type !== null && accept.includes(type);
}
