/** Twelve documents of many makers, read as they are uploaded, against what a person finds in each. */
import assert from "node:assert/strict";
import { scores } from "../../support/sample_pdfs/score.ts";

/** The least part of what a person finds that the reader fills in. A wrong figure is worse than an empty field. */
const LEAST_RIGHT = 0.9;

Deno.test("of twelve layouts nothing is read wrong, and nine tenths of what a person finds is read", async () => {
  const all = await scores();
  assert.equal(all.length, 12);
  assert.deepEqual(all.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`)), []);
  const right = all.reduce((sum, one) => sum + one.right, 0);
  const missed = all.flatMap(({ name, missed }) => missed.map((field) => `${name}: ${field}`));
  assert.ok(right / (right + missed.length) >= LEAST_RIGHT, `${right} right; missed: ${missed.join("; ")}`);
});
