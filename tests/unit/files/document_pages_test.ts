/** Which pages of a file are read, in which order, and what is kept where the time runs out. */
import assert from "node:assert/strict";
import { readDocument } from "../../../lib/domain/documents/read_document.ts";
import { PAGES_MAX, pagesOf, type Pdf } from "../../../lib/server/documents/pdf_text.ts";
import { createDocumentReader } from "../../../lib/server/documents/reader.ts";
import { itemsOf, layOut, type Line } from "../../support/sample_pdfs/layouts.ts";
import { ANSWERS, TITLES } from "../../support/sample_pdfs/people.ts";

const application = layOut("beside", TITLES.application, ANSWERS.application.lines).map(itemsOf);
const statement = itemsOf(
  layOut("beside", ["Account statement"], [["City", "Ottawa"], ["Balance", "$512.20"]] as Line[])[0],
);

/** A file in which page `from` begins an application of two pages, among statements. */
const among = (pages: number, from: number) =>
  Array.from({ length: pages }, (_, i) => application[i + 1 - from] ?? statement);

Deno.test("page 150 of 200 counts as much as page 1, and the statements around it fill nothing", () => {
  for (const from of [1, 100, 150, 199]) {
    const { type, fields } = readDocument(among(200, from));
    assert.equal(type, "application");
    assert.deepEqual(Object.fromEntries(fields.map(({ field, value }) => [field, value])), ANSWERS.application.wanted);
    assert.equal(fields.find(({ field }) => field === "firstName")!.page, from);
    assert.equal(fields.find(({ field }) => field === "utilities")!.page, from + 1);
  }
});

/** A file whose pages say what `textOf` gives; null for one that never ends. */
function pdf(pages: readonly (readonly { text: string; x: number; y: number }[] | null)[], asked: number[] = []): Pdf {
  const getPage = (page: number) => {
    asked.push(page);
    const items = pages[page - 1]?.map(({ text, x, y }) => ({
      str: text,
      transform: [10, 0, 0, 10, x, 792 - y],
      width: text.length * 5,
      height: 10,
    }));
    if (!items) return new Promise(() => {});
    const streamTextContent = () => new ReadableStream({ start: (c) => (c.enqueue({ items }), c.close()) });
    return Promise.resolve({
      view: [0, 0, 612, 792],
      rotate: 0,
      streamTextContent,
      getAnnotations: () => Promise.resolve([]),
      cleanup: () => {},
    });
  };
  return { numPages: pages.length, getPage } as unknown as Pdf;
}

Deno.test("pages near one that looks like an application are read first", async () => {
  const asked: number[] = [];
  const { read } = await pagesOf(pdf(among(200, 150), asked));
  assert.equal(read, 200);
  assert.deepEqual(asked.slice(0, 20), Array.from({ length: 20 }, (_, i) => i + 1));
  const met = asked.indexOf(151);
  assert.ok(met < 110, "page 151 is met before those between");
  assert.ok(asked.slice(met + 1, met + 11).includes(150), `${asked.slice(met)}`);
  assert.equal(new Set(asked).size, 200);
});

Deno.test("at most so many pages of a file are read", async () => {
  const { pages, read, of } = await pagesOf(pdf(Array.from({ length: PAGES_MAX + 5 }, () => statement)));
  assert.deepEqual([pages.length, read, of], [PAGES_MAX, PAGES_MAX, PAGES_MAX + 5]);
});

Deno.test("a page that takes too long loses its own fields alone", async () => {
  const { pages, read, of } = await pagesOf(pdf([application[0], null, application[1]]), { timeMs: 2000 });
  assert.deepEqual([read, of], [2, 3]);
  assert.deepEqual(pages.map((page) => page.length > 0), [true, false, true]);
  assert.equal(readDocument(pages).fields.find(({ field }) => field === "utilities")?.page, 3);
});

Deno.test("a worker that has to be stopped has reported the pages that it read", async () => {
  const reading = readDocument(application);
  const script = `self.onmessage = () =>
      self.postMessage({kind: "soFar", read: 2, of: 9, reading: ${JSON.stringify(reading)}});
    self.postMessage({kind: "ready"});`;
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a.pdf`, "%PDF");
    const reader = createDocumentReader({ timeMs: 500 }, new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const outcome = await reader.read(`${folder}/a.pdf`, 1);
    assert.deepEqual(outcome.reading, reading);
    assert.match(outcome.note!, /^Of its 9 pages 2 were read/);
    reader.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
