/**
 * A page that never changes, rendered and compressed by a process of its own, which prints the milliseconds of CPU time
 * that it takes. Pages of ours that take milliseconds are compared with it: a machine's neighbours make both dearer.
 */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { gzipSync } from "node:zlib";
import { threadMs } from "../support/turns.ts";
import { median } from "./_share.ts";

const ROWS = 200, CELLS = 8, WARM_UPS = 150, TIMES = 7;
/** The kernel brings a thread's time up to date once in some milliseconds: of a single page it may be none. */
const PAGES = 40;

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

function make(pages: number): number {
  const before = threadMs();
  for (let n = 0; n < pages; n++) gzipSync(renderToString(createElement(page)));
  return (threadMs() - before) / pages;
}

/** What the page takes now: the middle of 7 times forty, once the compiler is through. */
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
  make(WARM_UPS);
  console.log(median(Array.from({ length: TIMES }, () => make(PAGES))));
}
