/** Serves stored files as attachments or sandboxed previews. Uploads are never served as pages. */
import { isPreviewable } from "../domain/files/file_kinds.ts";
import { checkedBody } from "./files/checked_body.ts";
import type { Http } from "./http.ts";

export interface ServedFile {
  /** The id under which it is stored. */
  id?: string;
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Of what was stored, in hex; absent for what is made for this request. */
  sha256?: string;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/**
 * `sandbox` disables scripts, forms and the site's origin; nothing else may load. Only our own pages may frame a
 * preview.
 */
const policy = (ancestors: "'none'" | "'self'") =>
  `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${ancestors}; sandbox`;

/** A Content-Disposition value: ASCII, and RFC 5987 besides where that is not the whole name. */
export function contentDisposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === name) return `${kind}; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * A response with the file, its bytes checked where they were stored. `download` forces an attachment; types that
 * browsers cannot show always are.
 */
export function serveFile(c: Http, file: ServedFile, options: { download: boolean }): Response {
  const inline = !options.download && isPreviewable(file.mediaType);
  c.header("content-type", file.mediaType);
  c.header("content-length", String(file.size));
  c.header("content-disposition", contentDisposition(inline ? "inline" : "attachment", file.name));
  c.header("content-security-policy", policy(inline ? "'self'" : "'none'"));
  if (inline) c.header("x-frame-options", "SAMEORIGIN");
  c.header("x-content-type-options", "nosniff");
  c.header("cache-control", "private, no-store");
  const body = bodyToSend(c, file.sha256 === undefined ? file.body : stored(c, file, file.sha256));
  return body ? c.body(body) : c.body(null);
}

/** The body; none where the head alone is asked for, since nobody would read it to its end and close its file. */
export function bodyToSend(c: Http, body: ServedFile["body"]): ServedFile["body"] | null {
  if (c.req.method !== "HEAD") return body;
  void body.cancel();
  return null;
}

/** The body of a stored file, checked against its row; another object is refused and logged. */
function stored(c: Http, { id, size, body }: ServedFile, sha256: string): ServedFile["body"] {
  const { log } = c.get("deps"), request = c.get("request").id;
  const line = { level: "error", message: "stored file is not what was uploaded", id: request, file: id } as const;
  return checkedBody(body, { size, sha256 }, () => log(line));
}
