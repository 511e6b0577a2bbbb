/** Fields that schemas share. */
import assert from "node:assert/strict";
import * as v from "valibot";
import { ConditionInput } from "../../../lib/schemas/conditions.ts";
import { day, dollars, flag, id, number, requiredText, text } from "../../../lib/schemas/fields.ts";
import { LoanChanges } from "../../../lib/schemas/loans/loan.ts";
import { SubmissionData } from "../../../lib/schemas/loans/submission.ts";

const takes = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value);

Deno.test("ids are positive whole numbers, as numbers or as digits", () => {
  for (const good of [1, "1", "42", 9007199254740991]) assert.ok(takes(id, good).success, String(good));
  for (const bad of [0, -1, 1.5, "1.5", "1;drop", "", " 1", null, [1], {}, NaN, Infinity, "9".repeat(16), true]) {
    assert.ok(!takes(id, bad).success, String(bad));
  }
});

Deno.test("amounts take commas, spaces and a dollar sign, and nothing ambiguous", () => {
  assert.equal(v.parse(dollars, "$ 120,000"), 120_000);
  for (const bad of [-1, "-1", 1.5, "1e9", "12a", "", 1e15, "9".repeat(400), null, [], {}]) {
    assert.ok(!takes(dollars, bad).success, String(bad));
  }
  assert.equal(v.parse(number(0, 1), "0.25"), 0.25);
});

Deno.test("days are days of the calendar from 1900 to 2199, or nothing", () => {
  for (const good of ["", "2026-11-20", "1900-01-01", "2024-02-29", null, undefined]) {
    assert.ok(takes(day, good).success, String(good));
  }
  for (const bad of ["0000-01-01", "9999-12-31", "2026-02-29", "2026-13-01", "20 Nov", 20261120, "2026-11-20T00:00"]) {
    assert.ok(!takes(day, bad).success, String(bad));
  }
});

Deno.test("flags are read as JSON and tick boxes send them", () => {
  for (const yes of [true, 1, "1", "on", "true", "yes"]) assert.equal(v.parse(flag, yes), true);
  for (const no of [false, 0, "0", "off", "false", "no", ""]) assert.equal(v.parse(flag, no), false);
  for (const bad of [2, "maybe", null, {}, []]) assert.ok(!takes(flag, bad).success);
});

Deno.test("text is trimmed, bounded, and free of control characters", () => {
  assert.equal(v.parse(text(), "  Zoë  "), "Zoë");
  for (const bad of ["a\u0000b", "x".repeat(201), 7, null, ["a"]]) assert.ok(!takes(text(), bad).success);
});

Deno.test("required text has something that can be seen", () => {
  const name = requiredText("Name is required!");
  assert.equal(v.parse(name, " Zo\u200dë "), "Zo\u200dë");
  for (const none of [undefined, "", " ", "\u00a0", "\u200b", "\u200b \u2060\ufeff", "\u202e"]) {
    assert.equal(takes(name, none).issues?.[0].message, "Name is required!", JSON.stringify(none));
  }
});

Deno.test("a social insurance number in an entry is masked before it is stored", () => {
  const written = "His SIN is 046 454 286, call after 5.", kept = "His SIN is xxx-xxx-xxx, call after 5.";
  assert.equal(v.parse(SubmissionData, { comments: written }).comments, kept);
  assert.equal(v.parse(LoanChanges, { comments: written, adminComments: written }).adminComments, kept);
  assert.equal(
    v.parse(ConditionInput, { loanId: 1, conditionId: 5, condtionState: true, conditionText: written }).conditionText,
    kept,
  );
});
