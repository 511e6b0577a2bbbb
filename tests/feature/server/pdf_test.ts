/** The maker of PDFs: a worker beside the requests, and a typeface that has what is called printable. */
import assert from "node:assert/strict";
import type { PrintDocument } from "../../../lib/domain/print/document.ts";
import { FACES, printable } from "../../../lib/domain/print/printable.ts";
import { Refusal } from "../../../lib/domain/refusal.ts";
import { createWorkerHeaps } from "../../../lib/server/metrics/worker_heaps.ts";
import { createPdfMaker, type PdfMaker } from "../../../lib/server/pdf/pdf_maker.ts";
import { pdfText } from "../../support/pdf_text.ts";

const documentOf = (blocks: PrintDocument["blocks"]): PrintDocument => ({
  title: "Title",
  reference: ["Loan SMI-7"],
  sender: { name: "Harbourline", lines: ["1 Example Wharf"] },
  footer: "Foot",
  blocks,
});
const SHORT = documentOf([{ kind: "paragraph", text: "Hello" }]);

function withMaker(name: string, run: (maker: PdfMaker) => Promise<void>): void {
  Deno.test(name, async () => {
    const maker = createPdfMaker();
    try {
      await run(maker);
    } finally {
      maker.close();
    }
  });
}

withMaker("every kind of block is set, tables repeat their head, and pages are counted", async (maker) => {
  const rows = Array.from({ length: 80 }, (_, i) => [`row ${i}`, `$${i}.00`]);
  const { text, pages } = await pdfText(
    await maker.make(documentOf([
      { kind: "heading", text: "Heading" },
      { kind: "bullets", items: ["a point"] },
      { kind: "rows", rows: [{ label: "Label", value: "$1.00", total: true }] },
      { kind: "table", head: ["Thing", "Amount"], rows, foot: ["All", "$3,160.00"], numeric: [1] },
      { kind: "signature", name: "Somebody" },
    ])),
  );
  for (const said of ["Heading", "a point", "Label $1.00", "row 79 $79.00", "All $3,160.00", "Somebody Date"]) {
    assert.ok(text.includes(said), said);
  }
  assert.ok(pages > 1);
  assert.equal(text.split("Thing Amount").length - 1, pages, "the head stands on every page of the table");
  assert.ok(text.includes(`Page ${pages} of ${pages}`));
});

withMaker("a document that cannot be set fails alone, and the thread is free while others are made", async (maker) => {
  await assert.rejects(maker.make({ ...SHORT, blocks: null as unknown as [] }), /could not be made/);
  let turns = 0;
  const ticking = setInterval(() => turns++, 1);
  const made = await Promise.all([maker.make(SHORT), maker.make(SHORT), maker.make(SHORT)]);
  clearInterval(ticking);
  assert.ok(turns > 3, `${turns} turns of the event loop`);
  for (const bytes of made) assert.match((await pdfText(bytes)).text, /Hello/);
});

withMaker("too many at once are refused with a time to wait, and closing gives the rest up", async (maker) => {
  const waiting = Array.from({ length: 20 }, () => maker.make(SHORT).then(() => "made", () => "given up"));
  assert.throws(() => maker.make(SHORT), (error: unknown) => error instanceof Refusal && error.status === 429);
  maker.close();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(["given up"]));
  assert.match((await pdfText(await maker.make(SHORT))).text, /Hello/, "the next one starts it again");
});

/** Twice, in both weights; a reader may give a sign like µ in its plain form. */
const isThere = (text: string, character: string) =>
  [character, character.normalize("NFKC")].some((form) => text.split(form).length > 2);

Deno.test("every character that counts as printable has a glyph in the typeface", async () => {
  const heaps = createWorkerHeaps(["pdf"]), maker = createPdfMaker(heaps);
  try {
    const characters: string[] = [];
    for (let code = 0x21; code <= 0x2fff; code++) {
      const character = String.fromCodePoint(code);
      if (!/[\p{M}\p{C}\p{Z}]/u.test(character) && printable(character) === character) characters.push(character);
    }
    assert.ok(characters.length > 400 && FACES.length === 3);
    const lines = Array.from(
      { length: Math.ceil(characters.length / 40) },
      (_, i) => characters.slice(i * 40, i * 40 + 40).join(" "),
    );
    const bytes = await maker.make({
      title: "All",
      reference: [],
      sender: { name: "S", lines: [] },
      footer: "",
      blocks: lines.flatMap((text) => [{ kind: "paragraph", text }, { kind: "heading", text }]),
    });
    assert.ok(heaps.bytes().get("pdf")! > 1_000_000, "it says what memory it has");
    const { text } = await pdfText(bytes);
    const missing = characters.filter((character) => !isThere(text, character));
    assert.deepEqual(missing, []);
  } finally {
    maker.close();
  }
});
