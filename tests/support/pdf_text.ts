/** Reads what a PDF says. */

/**
 * The text of all pages with single spaces, and how many pages there are. A worker reads it, as the portal's does: it
 * would be a long turn of the process whose turns are watched.
 */
export async function pdfText(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const worker = new Worker(new URL("./pdf_text_worker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((answer, fail) => {
      worker.onmessage = ({ data }) => answer(data);
      worker.onerror = (event) => {
        event.preventDefault();
        fail(new Error(event.message));
      };
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
