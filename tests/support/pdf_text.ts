/** Reads what a PDF says. */
import { Semaphore } from "../../db/mod.ts";

const turns = new Semaphore();
let kept: Worker | undefined;

/**
 * The text of all pages with single spaces, and how many pages there are. A worker reads it, as the portal's does: it
 * would be a long turn of the process whose turns are watched. It is kept for the next one: its start takes longest.
 */
export function pdfText(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  return turns.run(() =>
    new Promise((answer, fail) => {
      const worker = kept ??= new Worker(new URL("./pdf_text_worker.ts", import.meta.url), { type: "module" });
      worker.onmessage = ({ data }) => answer(data);
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        kept = undefined;
        fail(new Error(event.message));
      };
      worker.postMessage(bytes);
    })
  );
}
