/**
 * A page that never changes, rendered and compressed by a process of its own, which prints the milliseconds of CPU time
 * that it takes. Pages of ours that take milliseconds are compared with it: a machine's neighbours make both dearer.
 */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { gzipSync } from "node:zlib";
import { threadMs } from "../support/turns.ts";
import { median } from "./_share.ts";

const ROWS = 200, CELLS = 8, WARM_UPS = 150, TIMES = 15;

const cell = (row: number, at: number) =>
  createElement("td", { key: at, className: `cell-${at}`, title: `Row ${row}` }, createElement("b", null, row * at));

const page = () =>
  createElement(
    "table",
    null,
    Array.from(
      { length: ROWS },
      (_, row) => createElement("tr", { key: row }, Array.from({ length: CELLS }, (_, at) => cell(row, at))),
    ),
  );

function make(): number {
  const before = threadMs();
  gzipSync(renderToString(createElement(page)));
  return threadMs() - before;
}

/** What the page takes now: the middle of 15, once the compiler is through. */
export async function referencePageMs(): Promise<number> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config=deno.json", "--lock=tests/deno.lock", "tests/bench/_reference_page.ts"],
    cwd: new URL("../../", import.meta.url),
    env: { NODE_ENV: "production" },
    stderr: "inherit",
  }).output();
  return Number(new TextDecoder().decode(stdout));
}

if (import.meta.main) {
  for (let i = 0; i < WARM_UPS; i++) make();
  console.log(median(Array.from({ length: TIMES }, make)));
}
