import type { Http } from "./http.ts";
import { acceptsGzip, gzipped } from "./page.tsx";

/** Answers a call with much data, compressed: `{response: true, ...output}`. */
export function sendCompressedJson(c: Http, output: object): Response {
  const answer = { response: true, ...output };
  if (!acceptsGzip(c)) return c.json(answer);
  c.header("content-type", "application/json");
  c.header("content-encoding", "gzip");
  c.header("vary", "Accept-Encoding, Cookie");
  return c.body(gzipped(JSON.stringify(answer)));
}
