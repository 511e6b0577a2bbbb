/** What production computes is what the tests test: no function stays that tests alone call. */
import assert from "node:assert/strict";

const TOPS = ["db", "islands", "lib", "routes"];
const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (isDirectory) yield* filesBelow(`${folder}/${name}`);
    else if (/\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}

/** The words of a source without its comments, with how often each is there. */
function wordsOf(text: string): Map<string, number> {
  const counted = new Map<string, number>();
  for (const [word] of text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "").matchAll(/\w+/g)) {
    counted.set(word, (counted.get(word) ?? 0) + 1);
  }
  return counted;
}

/** Exported names that stand in no other of `files` and but once in their own. A face that passes one on is no use. */
function unused(files: Readonly<Record<string, string>>): string[] {
  const used = new Map<string, number>();
  const own = Object.entries(files).map(([file, text]) => [file, text, wordsOf(text)] as const);
  for (const [file, , words] of own) {
    if (/^lib\/features\/\w+\/mod\.ts$/.test(file)) continue;
    for (const [word, times] of words) used.set(word, (used.get(word) ?? 0) + times);
  }
  return own.flatMap(([file, text]) =>
    [...text.matchAll(EXPORTED)].filter(([, name]) => (used.get(name) ?? 0) <= 1).map(([, name]) => `${file}: ${name}`)
  );
}

Deno.test("no exported function is called by tests alone", () => {
  const files = ["main.ts", ...TOPS.flatMap((top) => [...filesBelow(top)])];
  assert.ok(files.length > 1000);
  assert.deepEqual(unused(Object.fromEntries(files.map((file) => [file, Deno.readTextFileSync(file)]))), []);
});

Deno.test("a function that only its face names is found, one that its own file calls is not", () => {
  const found = unused({
    "lib/features/quote/mod.ts": 'export { priceOf, scoreOf } from "./price.ts";',
    "lib/features/quote/price.ts":
      "export const scoreOf = () => 1;\nexport const priceOf = () => rateOf(); // scoreOf\n" +
      "export function rateOf() {}",
    "routes/quote/home.tsx": "priceOf();",
  });
  assert.deepEqual(found, ["lib/features/quote/price.ts: scoreOf"]);
});
