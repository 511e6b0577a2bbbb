import { codingOf, compressed } from "./compress.ts";
import type { Http } from "./http.ts";

/** Answers a call with much data, compressed: `{response: true, ...output}`. */
export function sendCompressedJson(c: Http, output: object): Response {
  const result = { response: true, ...output }, coding = codingOf(c);
  if (!coding) return c.json(result);
  c.header("content-type", "application/json");
  c.header("content-encoding", coding);
  c.header("vary", "Accept-Encoding, Cookie");
  return c.body(compressed([JSON.stringify(result)], coding, "again"));
}
