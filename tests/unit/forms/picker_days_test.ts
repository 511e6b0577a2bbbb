/** The days that date fields offer. */
import assert from "node:assert/strict";
import { ACCOUNT_PICKER_YEARS, daysAround } from "../../../lib/domain/picker_days.ts";

const ROOT = new URL("../../../", import.meta.url);
const TODAY = "2026-11-20";

const CASES: [string, Parameters<typeof daysAround>[1], string, string][] = [
  ["of a loan: ten years around today", {}, "2016-11-20", "2036-11-20"],
  ["a day that stands there stays in reach", { current: "2011-03-04" }, "2011-03-04", "2036-11-20"],
  ["that of later too", { current: "2050-01-01" }, "2016-11-20", "2050-01-01"],
  ["what has happened", { only: "past" }, "2016-11-20", TODAY],
  ["what is to come", { only: "ahead" }, TODAY, "2036-11-20"],
  ["of an account: fifty years", { years: ACCOUNT_PICKER_YEARS, only: "past" }, "1976-11-20", TODAY],
  ["none before 1900", { current: "1066-10-14" }, "1900-01-01", "2036-11-20"],
];
for (const [name, about, min, max] of CASES) {
  Deno.test(`days offered, ${name}`, () => assert.deepEqual(daysAround(TODAY, about), { min, max }));
}

async function* screens(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* screens(new URL(`${name}/`, folder));
    else if (name.endsWith(".tsx")) yield new URL(name, folder);
  }
}

Deno.test("every date field has a first and a last day", async () => {
  const boundless: string[] = [];
  let fields = 0;
  for (const folder of ["islands/", "routes/", "lib/ui/"]) {
    for await (const file of screens(new URL(folder, ROOT))) {
      for (const [, field] of (await Deno.readTextFile(file)).matchAll(/type="date"([^<]*)/g)) {
        fields++;
        if (!/\{\.\.\.(daysAround|pickerDays|days\b)|\bmin=.*\bmax=/s.test(field)) boundless.push(file.pathname);
      }
    }
  }
  assert.ok(fields >= 12, `only ${fields} date fields were found`);
  assert.deepEqual(boundless, []);
});

Deno.test("typing moves no bound of its field: a wrong year would at once be within it", async () => {
  const moved: string[] = [];
  let bound = 0;
  for await (const file of screens(new URL("islands/", ROOT))) {
    const text = await Deno.readTextFile(file);
    for (const [, current] of text.matchAll(/daysAround\(.*?current: ([^} ]+)/g)) {
      bound++;
      if (!/^(saved|start\.)/.test(current)) moved.push(`${file.pathname}: ${current}`);
    }
    for (const [, current] of text.matchAll(/pickerDays\([^,]+, ([^{]+), \{/g)) {
      bound++;
      if (!/^(""|props\.loan\.base\[)/.test(current)) moved.push(`${file.pathname}: ${current}`);
    }
  }
  assert.ok(bound >= 5, `only ${bound} bounds were found`);
  assert.deepEqual(moved, []);
});
