/** Following what pages link to. */
import assert from "node:assert/strict";
import type { TestAccount, TestApp } from "./app.ts";

const HREF = /\bhref="(\/(?!assets\/|\/)[^"#]*)/g;

/** What tells kinds of addresses apart: not which loan, broker, day or page of a list. */
const kindOf = (address: string): string => address.replaceAll(/\d+/g, "0");

/**
 * Asks for `starts` and what they and each new screen lead to, one address of each kind: tabs, filters, orders, rows,
 * files. Fails where one does not answer.
 */
export async function walkLinks(t: TestApp, who: TestAccount, starts: readonly string[]): Promise<string[]> {
  const known = new Set<string>(), screens = new Set<string>(), walked: string[] = [], next = [...starts];
  for (const address of next) {
    if (known.has(kindOf(address))) continue;
    known.add(kindOf(address));
    const answer = await t.get(address, who), text = await answer.text();
    assert.ok(answer.status < 400, `${who.name}: ${answer.status} at ${address}`);
    walked.push(address);
    // A list's filters and orders lead to one another without end.
    const screen = kindOf(new URL(address, "http://localhost").pathname);
    if (screens.has(screen) && !starts.includes(address)) continue;
    screens.add(screen);
    if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
    next.push(...[...text.matchAll(HREF)].map(([, href]) => href.replaceAll("&amp;", "&")));
  }
  return walked;
}
