/** Small PDFs that unpack to hundreds of megabytes. */
import { pdfOf, type PdfOptions } from "./sample_pdfs/pdf.ts";

const MB = 1024 * 1024;

/** So many megabytes of `text`, packed without ever being whole. */
async function packed(megabytes: number, text = " "): Promise<Uint8Array<ArrayBuffer>> {
  const piece = new TextEncoder().encode(text.repeat(MB / text.length));
  const source = ReadableStream.from((function* () {
    for (let i = 0; i < megabytes; i++) yield piece;
  })());
  return await new Response(source.pipeThrough(new CompressionStream("deflate"))).bytes();
}

const packedAgain = async (bytes: Uint8Array<ArrayBuffer>) =>
  await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"))).bytes();

const bomb = (packed: Uint8Array, more: PdfOptions = {}) => pdfOf([[]], { packed, ...more });

/** The bombs by their file names, each below a megabyte. */
export async function bombs(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const large = await packed(600);
  return {
    "one.pdf": bomb(large),
    // Each unpacking is small enough; all of them are not.
    "many.pdf": bomb(await packed(12), { shown: 50 }),
    "twice.pdf": bomb(await packedAgain(large), { filters: ["FlateDecode", "FlateDecode"] }),
    "again.pdf": bomb(large, { shown: 8 }),
    // Within the worker's limits, and 393,216 words on one page: the first ones are read.
    "words.pdf": bomb(await packed(12, "BT /F1 9 Tf 9 99 Td (abc) Tj ET\n")),
  };
}
