/** A worker that answers a PDF's bytes with its text and the number of its pages. */
import { extractText, getDocumentProxy } from "unpdf";

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Uint8Array>) => void;
  postMessage(message: { text: string; pages: number }): void;
};

scope.onmessage = async ({ data }) => {
  const document = await getDocumentProxy(Uint8Array.from(data));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  scope.postMessage({ text: text.replace(/\s+/g, " "), pages: totalPages });
};
