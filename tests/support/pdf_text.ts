/** Reads what a PDF says. */
import { extractText, getDocumentProxy } from "unpdf";

/** The text of all pages with single spaces, and how many pages there are. */
export async function pdfText(bytes: Uint8Array): Promise<{ text: string; pages: number }> {
  const document = await getDocumentProxy(Uint8Array.from(bytes));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text: text.replace(/\s+/g, " "), pages: totalPages };
}
