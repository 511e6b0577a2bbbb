/** Answers with a CSV that is downloaded. */
import type { Http } from "./http.ts";
import { contentDisposition } from "./serve_file.ts";

/** Text of a file, and its name. Never kept by the browser: it holds people's data. */
export const sendCsv = ({ name, text }: { name: string; text: string }, c: Http): Response =>
  c.body(text, 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": contentDisposition("attachment", name),
    "cache-control": "no-store",
  });
