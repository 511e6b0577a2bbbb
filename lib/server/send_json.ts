import { codingOf, compressed } from "./compress.ts";
import type { Http } from "./http.ts";

/** From so many letters on an answer is a stream: the connection counts no other as in use until it is sent. */
const STREAMED_FROM = 1_000_000;

/** Answers a call: `{response: true, ...output}`. */
export function sendJson(c: Http, output: object): Response {
  const text = JSON.stringify({ response: true, ...output });
  c.header("content-type", "application/json");
  return c.body(text.length < STREAMED_FROM ? text : new Blob([text]).stream());
}

/** The same with much data, compressed. */
export function sendCompressedJson(c: Http, output: object): Response {
  const coding = codingOf(c);
  if (!coding) return sendJson(c, output);
  c.header("content-type", "application/json");
  c.header("content-encoding", coding);
  c.header("vary", "Accept-Encoding, Cookie");
  return c.body(compressed([JSON.stringify({ response: true, ...output })], coding, "again"));
}
