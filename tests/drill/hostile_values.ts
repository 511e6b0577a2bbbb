/** Hostile requests to every call and page: bodies that follow a call's own schema just far enough to get inside. */
import type { Call } from "../../lib/server/call.ts";
import { random } from "./scene.ts";

/** What a valibot schema shows of itself, as far as it is followed here. */
interface Shape {
  type?: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  items?: Shape[];
  value?: Shape;
  wrapped?: Shape;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: Shape[];
}

export const pick = <T>(list: readonly T[]): T => list[random(list.length)];

const DEEP = JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`);

/** Values that have broken programs before. */
const NASTY: readonly unknown[] = [
  ...[null, true, false, "", " ", "x", "0", "-1", "1e309", "NaN", "Infinity", "9".repeat(400), "null", "undefined"],
  ...[0, -0, -1, 1.5, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, Number.MIN_VALUE],
  ...[
    "'; drop table loans; --",
    '" or 1=1 --',
    "%",
    "_",
    "\\",
    "%00",
    "\u0000",
    "\u0008",
    "\ufeff",
    "\ud800",
    "\u202e",
  ],
  ...[
    "../../../etc/passwd",
    "..%2f..%2f.env",
    "C:\\secret",
    "file:///etc/passwd",
    "//evil.example",
    "javascript:alert(1)",
  ],
  ...["<script>alert(1)</script>", "${7*7}", "{{7*7}}", "=cmd|'/c calc'!A1", "\r\nset-cookie: a=b", "a\nb: c"],
  ...["x".repeat(300), "x".repeat(20_000), "é".repeat(2000), "👩‍👩‍👧‍👦".repeat(200), "(".repeat(3000), "a ".repeat(5000)],
  ...["2026-02-30", "0000-00-00", "9999-12-31", "-000001-01-01", "2026-11-22T25:61:61Z", "1/2/3", "+275760-09-13"],
  ...[[], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { valueOf: null }, { then: {} }, DEEP],
  ...[["a", "a"], Array(600).fill(1), Array(600).fill("x"), { $ne: null }, {
    constructor: { prototype: { role: 99 } },
  }],
];

/** What a field may rightly be, so that the next field is looked at. */
const PLAIN: readonly unknown[] = [1, 2, "1", "Ann Lee", "ann@example.com", "M12345678", "905-555-0148", "2026-12-01"]
  .concat(["second", "NA", "Funded", "L8P 4A8", "appraisal", true, 100_000, "120,000", []] as never[]);

/**
 * A value for a schema: mostly of its shape with something nasty in it. `depth` ends schemas that contain themselves.
 */
export function valueFor(shape: Shape | undefined, depth = 0): unknown {
  if (!shape || depth > 6 || random(8) === 0) return pick(NASTY);
  if (shape.entries) {
    const fields = Object.entries(shape.entries).filter(() => random(6) > 0)
      .map(([name, entry]) => [name, valueFor(entry, depth + 1)]);
    if (random(10) === 0) fields.push([pick(["__proto__", "constructor", "role", "id", "x"]), pick(NASTY)]);
    return Object.fromEntries(fields);
  }
  if (shape.wrapped) return valueFor(shape.wrapped, depth + 1);
  if (shape.item) return Array.from({ length: random(4) }, () => valueFor(shape.item, depth + 1));
  if (shape.type === "record") return { [text(pick(NASTY)).slice(0, 50)]: valueFor(shape.value, depth + 1) };
  if (shape.type === "picklist" || shape.type === "enum") return pick([...shape.options ?? [], pick(NASTY)]);
  if (shape.type === "literal") return shape.literal;
  if (Array.isArray(shape.options)) return valueFor(pick(shape.options) as Shape, depth + 1);
  return pick(random(2) ? PLAIN : NASTY);
}

/** A query of the fields of a schema. */
export function queryFor(shape: Shape): string {
  const value = valueFor(shape);
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [["x", value]];
  return fields.map(([name, one]) => `${encode(String(name))}=${encode(text(one))}`).join("&").slice(0, 6000);
}

/** Text of anything; lists and objects as JSON. */
export const text = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value) ?? "";

/** Percent-encoded, also half a surrogate pair, which a URL cannot have. */
export const encode = (value: string): string => encodeURIComponent(value.toWellFormed());

const GARBAGE = [
  "",
  "{",
  "[",
  "null",
  '"x"',
  "[]",
  "{}",
  "\u0000",
  '{"a":',
  "\ufeff{}",
  "[".repeat(100_000),
  "1e999999",
];

/** What is sent as the body of a POST, with its type. */
export function bodyFor({ takes }: Call): { body: string | FormData; type?: string } {
  const type = "application/json";
  if (random(12) === 0) {
    return { body: pick(GARBAGE), type: pick([type, "text/plain", "multipart/form-data", "a/b", ""]) };
  }
  const value = valueFor(takes.input as Shape);
  if (takes.multipart || random(15) === 0) return { body: formFor(value) };
  if (takes.form && random(4) === 0) {
    return { body: queryFor(takes.input as Shape), type: "application/x-www-form-urlencoded" };
  }
  return { body: JSON.stringify(value) ?? "null", type };
}

const FIELDS = ["id", "loanId", "conditionId", "type", "type0", "tmpUploadId", "file", "file0", "docId"];

function formFor(value: unknown): FormData {
  const form = new FormData();
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const [name, one] of fields) form.append(name, text(one).slice(0, 2000).toWellFormed());
  for (const name of FIELDS) {
    if (random(3) === 0) form.append(name, text(pick(random(2) ? PLAIN : NASTY)).slice(0, 2000).toWellFormed());
  }
  const bytes = pick([
    "%PDF-1.4\n%%EOF",
    "GIF89a",
    "",
    "%PDF-1.7\nxref\n0 99999999\ntrailer<</Root 1 0 R>>",
    "PK\u0003\u0004",
  ]);
  form.append(pick(["file", "file0", "x"]), new File([bytes], text(pick(NASTY)).slice(0, 300).toWellFormed()));
  return form;
}
