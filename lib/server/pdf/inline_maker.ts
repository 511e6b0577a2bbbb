/**
 * Generates PDFs in the server's own thread, where there is no worker: other requests wait some hundred milliseconds.
 */
import { Semaphore } from "../../../db/mod.ts";
import { type PdfMaker, refuseQueue } from "./pdf_maker.ts";

/** A PDF maker of one document at a time. Throws 429 where the queue is full. */
export function createInlinePdfMaker(): PdfMaker {
  const turns = new Semaphore();
  return {
    make(document) {
      refuseQueue(turns);
      // Loaded with the first document: fonts and layout take a while.
      return turns.run(async () => await (await import("./print.ts")).print(document));
    },
    close: () => {},
  };
}
