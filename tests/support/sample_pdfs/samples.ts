/**
 * The sample files: made when a test asks for them. `deno run -A tests/support/sample_pdfs/samples.ts <folder>` writes
 * them out.
 */
import type { DocumentType } from "../../../lib/domain/documents/document_types.ts";
import { type Layout, layOut, type Line } from "./layouts.ts";
import { bursting, pdfOf, scanned } from "./pdf.ts";
import { ANSWERS, TITLES } from "./people.ts";

/** A document of a type in a layout; `changes` replaces values by their labels, null takes one away. */
export function sample(
  type: DocumentType,
  layout: Layout = "beside",
  changes: Readonly<Record<string, string | null>> = {},
): Uint8Array<ArrayBuffer> {
  const lines = ANSWERS[type].lines.map(([label, value]): Line => [label, label in changes ? changes[label] : value]);
  return pdfOf(layOut(layout, TITLES[type], lines));
}

/** The same page many times. */
const long = (pages: number) =>
  pdfOf(Array.from({ length: pages }, () => layOut("beside", TITLES.bureau, ANSWERS.bureau.lines)[0]));

/** Every sample by its file name, the hostile names among them. */
export const SAMPLES: Readonly<Record<string, () => Uint8Array<ArrayBuffer>>> = {
  "application.pdf": () => sample("application"),
  "application-above.pdf": () => sample("application", "above"),
  "application-two-columns.pdf": () => sample("application", "two columns"),
  "application-spread.pdf": () => sample("application", "spread"),
  "application-some-missing.pdf": () =>
    sample("application", "colon", { Employer: null, City: null, "Broker fee": null }),
  "demande d'hypothèque.pdf": () =>
    sample("application", "next line", { "Applicant name": "Zoé Tremblay-Côté", Employer: "Menuiserie Bélanger Ltée" }),
  "bureau.pdf": () => sample("bureau", "leaders"),
  "appraisal.pdf": () => sample("appraisal"),
  "..\\..\\046454286 <script>.pdf": () => sample("bureau"),
  "scan.pdf": scanned,
  "locked.pdf": () => pdfOf(layOut("beside", TITLES.bureau, ANSWERS.bureau.lines), { locked: true }),
  "broken.pdf": () => sample("bureau").slice(0, 700),
  "garbage.pdf": () => new TextEncoder().encode("%PDF-1.7\n" + "\u0000x".repeat(4000)),
  "500-pages.pdf": () => long(500),
  "bursting.pdf": () => bursting(64),
};

if (import.meta.main) {
  const folder = Deno.args[0] ?? ".";
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, make] of Object.entries(SAMPLES)) {
    await Deno.writeFile(`${folder}/${name.replace(/[\\/<>]/g, "_")}`, make());
  }
}
