/** Reads request bodies up to a limit. */
import { Refusal } from "../domain/refusal.ts";
import { inTime, paced } from "./body_pace.ts";
import type { Http } from "./http.ts";

/** Bytes; the largest JSON body is the scoring configuration. */
export const JSON_LIMIT = 512 * 1024;

const { errors } = Deno;
/** What Deno throws where a connection ends amid a body: the first over HTTP/1. */
const CONNECTION_ERRORS = [
  errors.BadResource,
  errors.Http,
  errors.ConnectionReset,
  errors.ConnectionAborted,
  errors.BrokenPipe,
  errors.UnexpectedEof,
  errors.Interrupted,
];

const tooLarge = (limit: number, reason?: string) =>
  new Refusal(
    413,
    reason ?? `This is larger than the ${Math.round(limit / 1024)} kB that fit here. Send less at a time.`,
  );

/** The sender went away; anything else is a fault of ours, and thrown on. */
function brokenOff(error: unknown): Refusal {
  if (!CONNECTION_ERRORS.some((kind) => error instanceof kind)) throw error;
  return new Refusal(400, "This did not arrive whole. Nothing was changed; send it again.");
}

/**
 * The body as text. Throws 413 as soon as it exceeds `limit` bytes, whatever its header announced, with `reason`
 * where it is given; 408 where it comes too slowly, and 400 where it breaks off.
 */
export async function readText(c: Http, limit = JSON_LIMIT, reason?: string): Promise<string> {
  const announced = c.req.header("content-length");
  if (Number(announced ?? 0) > limit) throw tooLarge(limit, reason);
  try {
    // HTTP enforces an announced length, so read the body at once: a stream costs more than the rest of a quote.
    return announced !== undefined && limit <= JSON_LIMIT
      ? await inTime(c.req.raw.text())
      : await pieces(c.req.raw.body, limit, reason);
  } catch (error) {
    throw brokenOff(error);
  }
}

async function pieces(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  reason?: string,
): Promise<string> {
  if (!body) return "";
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of paced(body)) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit, reason);
    chunks.push(chunk);
  }
  return await new Blob(chunks).text();
}

/** Fields that a form may have: to read 250,000, as many as fit, would keep everybody waiting. */
const FIELDS_MAX = 5000;

/** A form's fields; a repeated name becomes a list. Throws 413 for more fields than any form has. */
export function formFields(text: string): Record<string, string | string[]> {
  let count = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    if (++count > FIELDS_MAX) throw new Refusal(413, "This form has too many fields. Nothing was changed.");
  }
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const there = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (Array.isArray(there)) there.push(value);
    else fields[name] = there === undefined ? value : [there, value];
  }
  return fields;
}

const FORM_TYPE = "application/x-www-form-urlencoded";

/** True where the body is a plain form's, also where it cannot be read. */
export const isForm = (c: Http): boolean => mediaType(c.req.header("content-type") ?? "") === FORM_TYPE;

/** The body of a call: JSON, or a plain form's fields. Throws 400 or 415 for anything else, and as `readText` does. */
export function readBody(c: Http): Promise<unknown> {
  const type = mediaType(c.req.header("content-type") ?? "");
  if (type !== JSON_TYPE || !isShort(c.req.header("content-length"))) return readOther(c, type);
  // Read by the platform at once: with its bytes and its text in between a body takes a tenth of a quote.
  return inTime(c.req.raw.json(), { since: c.get("request").started }).catch((error) => {
    if (error instanceof Refusal) throw error;
    throw error instanceof SyntaxError ? new Refusal(400, NO_JSON) : brokenOff(error);
  });
}

const JSON_TYPE = "application/json";
export const NO_JSON = "This is not valid JSON. Nothing was changed.";

const mediaType = (named: string): string => named === JSON_TYPE ? JSON_TYPE : named.split(";")[0].trim().toLowerCase();

/** True where Content-Length is given and within the limit, so the body can be read at once. */
const isShort = (announced: string | undefined): boolean => Number(announced) > 0 && Number(announced) <= JSON_LIMIT;

/** A form, an empty body, or JSON whose length nobody announced or that is too long. */
async function readOther(c: Http, type: string): Promise<unknown> {
  const text = await readText(c);
  if (type === FORM_TYPE) return formFields(text);
  if (text === "") return {};
  if (type !== JSON_TYPE) throw new Refusal(415, "Send this as JSON.");
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, NO_JSON);
  }
}
