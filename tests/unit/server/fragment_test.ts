import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { fillSlots, fragment, slotMark } from "../../../lib/server/fragment.ts";
import { Lru } from "../../../lib/server/lru.ts";

const text = (bytes: string | Uint8Array) => typeof bytes === "string" ? bytes : gunzipSync(bytes).toString();

Deno.test("slots are filled alike as text and as gzip, and a fragment is compressed once", () => {
  const rows = fragment("<tr><td>é</td></tr>".repeat(500));
  const page = `<table>${slotMark("rows")}</table>${"<p>more</p>".repeat(100)}`;
  const plain = fillSlots(page, { rows }, false);
  assert.equal(plain, page.replace(slotMark("rows"), rows.html));
  assert.equal(text(fillSlots(page, { rows }, true)), plain);
  assert.equal(rows.gzip(), rows.gzip());
  assert.equal(text(fillSlots("a<!--slot x-->", { x: fragment("") }, true)), "a");
});

Deno.test("a slot without a fragment and a fragment without a slot are faults", () => {
  assert.throws(() => fillSlots(slotMark("rows"), {}, false), /"rows" that nothing fills/);
  assert.throws(() => fillSlots("page", { rows: fragment("x") }, false), /no slot for: rows/);
});

Deno.test("what people enter cannot pass for a slot", () => {
  const mark = slotMark("rows");
  const html = renderToString(createElement("p", { title: mark }, mark));
  assert.throws(() => fillSlots(html, { rows: fragment("x") }, false), /no slot/);
});

Deno.test("the cache forgets what was not asked for longest", async () => {
  const lru = new Lru<number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  assert.equal(lru.get("a"), 1);
  lru.set("c", 3);
  assert.deepEqual([lru.get("a"), lru.get("b"), lru.get("c"), lru.size], [1, undefined, 3, 2]);
  assert.equal(await lru.getOrMake("a", () => 9), 1);
  assert.equal(await lru.getOrMake("d", () => Promise.resolve(4)), 4);
});
