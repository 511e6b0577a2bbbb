/** Renders a document as PDF: some hundred milliseconds of CPU. */
import pdfmake from "pdfmake";
import type { PrintDocument } from "../../domain/print/document.ts";
import { FACES } from "../../domain/print/printable.ts";
import { layout } from "./layout.ts";

interface PdfMaker {
  setFonts(fonts: Record<string, Record<string, string>>): void;
  setUrlAccessPolicy(allow: (url: string) => boolean): void;
  setLocalAccessPolicy(allow: (path: string) => boolean): void;
  createPdf(document: unknown): { getBuffer(): Promise<Uint8Array> };
}

const maker = pdfmake as unknown as PdfMaker;
const FOLDER = new URL("../../../static/fonts/print/", import.meta.url);
const font = (face: string, weight: number) => decodeURIComponent(new URL(`${face}-${weight}.ttf`, FOLDER).pathname);

maker.setFonts(
  Object.fromEntries(FACES.map((face) => [face, { normal: font(face, 400), bold: font(face, 600) }])),
);
// Documents are text only: read nothing but the fonts, fetch nothing.
maker.setUrlAccessPolicy(() => false);
maker.setLocalAccessPolicy((path) => path.startsWith(decodeURIComponent(FOLDER.pathname)));

/** The document's PDF. */
export const print = async (document: PrintDocument): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await maker.createPdf(layout(document)).getBuffer());
