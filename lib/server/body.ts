/** Reads request bodies up to a limit. */
import { Refusal } from "../domain/refusal.ts";
import type { Http } from "./http.ts";

/** Bytes; the largest JSON body is the scoring configuration. */
export const JSON_LIMIT = 512 * 1024;

const tooLarge = (limit: number) =>
  new Refusal(413, `This is larger than the ${Math.round(limit / 1024)} kB that fit here. Send less at a time.`);

/** The body as text. Throws 413 as soon as it exceeds `limit` bytes, whatever its header announced. */
export async function readText(c: Http, limit = JSON_LIMIT): Promise<string> {
  const announced = c.req.header("content-length");
  if (Number(announced ?? 0) > limit) throw tooLarge(limit);
  // HTTP enforces an announced length, so read the body at once: a stream costs more than the rest of a quote.
  if (announced !== undefined) return await c.req.raw.text();
  const body = c.req.raw.body;
  if (!body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  const bytes = chunks.length === 1 ? chunks[0] : new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
  return new TextDecoder("utf-8", { fatal: false }).decode(bytes);
}

/** A form's fields; a repeated name becomes a list. */
export function formFields(text: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const there = Object.hasOwn(fields, name) ? fields[name] : undefined;
    fields[name] = there === undefined ? value : [...(Array.isArray(there) ? there : [there]), value];
  }
  return fields;
}

/** The body of a call: JSON, or a plain form's fields. Throws 400 or 415 for anything else. */
export async function readBody(c: Http): Promise<{ value: unknown; isForm: boolean }> {
  const type = (c.req.header("content-type") ?? "").split(";")[0].trim().toLowerCase();
  const text = await readText(c);
  if (type === "application/x-www-form-urlencoded") return { value: formFields(text), isForm: true };
  if (text === "") return { value: {}, isForm: false };
  if (type !== "application/json") throw new Refusal(415, "Send this as JSON.");
  try {
    return { value: JSON.parse(text), isForm: false };
  } catch {
    throw new Refusal(400, "This is not valid JSON. Nothing was changed.");
  }
}
