/** Sends a PDF generated for this request. */
import type { Http } from "./http.ts";
import { serveFile } from "./serve_file.ts";

/** A response with the PDF as an attachment. */
export function sendPdf(c: Http, made: { name: string; bytes: Uint8Array<ArrayBuffer> }): Response {
  const file = {
    name: made.name,
    mediaType: "application/pdf",
    size: made.bytes.length,
    body: new Blob([made.bytes]).stream(),
  };
  return serveFile(c, file, { download: true });
}
