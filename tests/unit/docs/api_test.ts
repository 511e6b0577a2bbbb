/** docs/api.md is what the calls' schemas give, and the words for schemas say what the calls accept. */
import assert from "node:assert/strict";
import { CALLS } from "../../../routes/calls.ts";
import { API_FILE, apiMarkdown, formatted } from "../../docs/api.ts";
import { fieldRows, typeWords } from "../../docs/schema_words.ts";

Deno.test("docs/api.md is current: `deno task docs:api` writes it", async () => {
  assert.equal(await Deno.readTextFile(API_FILE), await formatted(await apiMarkdown()));
});

Deno.test("docs/api.md names every call once", async () => {
  const headings = (await Deno.readTextFile(API_FILE)).match(/^### .*$/gm) ?? [];
  assert.deepEqual(headings.sort(), CALLS.map(({ method, path }) => `### ${method} ${path}`).sort());
});

Deno.test("types in words", () => {
  const digits = { type: "string", pattern: "^\\d+$" };
  assert.equal(typeWords({ anyOf: [{ type: "number" }, digits], type: "integer", minimum: 1 }), "whole number from 1");
  assert.equal(typeWords({ anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }] }), "text");
  assert.equal(typeWords({ anyOf: [{ type: "null" }, { anyOf: [{ type: "number" }, { type: "string" }] }] }), "number");
  assert.equal(typeWords({ anyOf: [{ type: "boolean" }, { enum: ["on", ""] }] }), "true or false");
  assert.equal(typeWords({ type: "string", enum: ["", "first"] }), '`""`, `first`');
  assert.equal(
    typeWords({ type: "array", items: { properties: { a: {}, b: {} } }, maxItems: 500 }),
    "list of { a, b }, at most 500",
  );
});

Deno.test("fields that are alike share a row; what may be left out is not required", () => {
  const text = { type: "string", default: "", minLength: 1 };
  const schema = {
    type: "object",
    properties: {
      name: text,
      email: text,
      phone: { type: "string", default: "" },
      map: { type: "object", properties: { rows: { type: "number" } }, required: ["rows"] },
    },
    required: ["phone"],
  };
  assert.deepEqual(fieldRows(schema), [
    { names: ["name", "email"], type: "text", required: true },
    { names: ["phone"], type: "text", required: false },
    { names: ["map.rows"], type: "number", required: false },
  ]);
});
