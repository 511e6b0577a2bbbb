/** Worker that renders documents as PDF one by one: some hundred milliseconds of CPU each. */
import pdfmake from "pdfmake";
import type { PrintDocument } from "../../domain/print/document.ts";
import { FACES } from "../../domain/print/printable.ts";
import { layout } from "./layout.ts";

interface Scope {
  onmessage: (event: MessageEvent<PrintDocument>) => void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

interface PdfMaker {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allow: (url: string) => boolean): void;
  setLocalAccessPolicy(allow: (path: string) => boolean): void;
  createPdf(document: unknown): { getBuffer(): Promise<Uint8Array> };
}

const scope = self as unknown as Scope;
const maker = pdfmake as unknown as PdfMaker;
const FOLDER = new URL("../../../static/fonts/print/", import.meta.url);
const font = (face: string, weight: number) => decodeURIComponent(new URL(`${face}-${weight}.woff`, FOLDER).pathname);

maker.setFonts(
  Object.fromEntries(FACES.map((face) => [face, { normal: font(face, 400), bold: font(face, 600) }])),
);
// Documents are text only: read nothing but the fonts, fetch nothing.
maker.setUrlAccessPolicy(() => false);
maker.setLocalAccessPolicy((path) => path.startsWith(decodeURIComponent(FOLDER.pathname)));

scope.onmessage = async ({ data: document }) => {
  try {
    const bytes = Uint8Array.from(await maker.createPdf(layout(document)).getBuffer());
    scope.postMessage({ bytes }, [bytes.buffer]);
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.stack ?? error.message : String(error) });
  }
};
