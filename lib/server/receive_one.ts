/** Receives a multipart request with one file, and validates its fields. */
import type { InferOutput } from "valibot";
import type { ReceivedFile } from "../domain/files/received.ts";
import { invalid, Refusal } from "../domain/refusal.ts";
import type { Http } from "./http.ts";
import { parse, type Schema } from "./parse.ts";
import { receiveFiles, type ReceiveOptions } from "./uploads.ts";

/**
 * Runs `work` with the file and the fields; the temporary copy is removed afterwards. Throws where there is no file,
 * the file is refused (413, 415, 422), or the fields are invalid.
 */
export async function withOneFile<S extends Schema, T>(
  c: Http,
  options: Pick<ReceiveOptions, "accept"> & { fields: S },
  work: (input: InferOutput<S> & { file: ReceivedFile }) => Promise<T>,
): Promise<T> {
  await using received = await receiveFiles(c, { accept: options.accept, maxFiles: 1 });
  const fields = parse(options.fields, { ...received.fields });
  const [refused] = received.refused;
  if (refused) throw new Refusal(refused.status, refused.reason);
  const [file] = received.files;
  if (!file) throw invalid("Choose a file to upload.", { file: "Choose a file to upload." });
  return await work({ ...fields, file });
}
