/** Writes small PDFs by hand: placed text, and the kinds of files that readers have trouble with. */
import { deflateSync } from "node:zlib";
import { PAGE_HEIGHT, type Placed } from "./layouts.ts";

/** Latin letters with their accents, one byte each, signs escaped. */
const quoted = (text: string) =>
  text.normalize("NFC").replace(/[\u2018\u2019]/g, "'").replace(/[^\x20-\xff]/g, "?").replace(
    /[\\()]/g,
    (sign) => `\\${sign}`,
  );

const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** A page's text; on one that is turned by a quarter it runs up the sheet, so that it is shown upright. */
const contentOf = (page: readonly Placed[], turned = false) =>
  page.map(({ text, x, y, size }) => {
    const place = turned ? `0 1 -1 0 ${y} ${x} Tm` : `${x} ${PAGE_HEIGHT - y} Td`;
    return `BT /F1 ${size} Tf ${place} (${quoted(text)}) Tj ET`;
  }).join("\n");

export interface PdfOptions {
  /** Locks it with a password that nobody has. */
  locked?: boolean;
  /** Compressed content in place of the first page's text. */
  packed?: Uint8Array;
  /** The packed content's filters; deflated once without it. */
  filters?: readonly string[];
  /** How many times the first page shows its content. */
  shown?: number;
  /** The pages are turned by a quarter, clockwise. */
  turned?: true;
  /** Form fields of the first page, filled in. */
  fields?: readonly FormField[];
}

/** A field of a form: a line of text, or a box that is ticked for its value. */
export interface FormField {
  name: string;
  value: string;
  /** Points from the page's left and top edge to the field's top left corner. */
  x: number;
  y: number;
  ticked?: true;
}

/** A PDF of letter-size pages in Helvetica. */
export function pdfOf(pages: readonly (readonly Placed[])[], options: PdfOptions = {}): Uint8Array<ArrayBuffer> {
  const fields = options.fields ?? [], firstField = 4 + pages.length * 2;
  const fieldList = fields.map((_, i) => `${firstField + i} 0 R`).join(" ");
  const form = fields.length ? ` /AcroForm << /Fields [${fieldList}] >>` : "";
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  const turn = options.turned ? " /Rotate 90" : "";
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${form} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${PAGE_HEIGHT}]${turn} /Contents [${
        `${5 + i * 2} 0 R `.repeat(i === 0 ? options.shown ?? 1 : 1)
      }] ` +
      `${i === 0 && form ? `/Annots [${fieldList}] ` : ""}/Resources << /Font << /F1 3 0 R >> >> >>`,
      i === 0 && options.packed ? packed(options.packed, options.filters) : stream(contentOf(page, options.turned)),
    ]),
    ...fields.map(widget),
  ];
  const secret = options.locked
    ? ` /ID [<${"ab".repeat(16)}> <${"ab".repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 ` +
      `/O <${"1f".repeat(32)}> /U <${"2e".repeat(32)}> >>`
    : "";
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, i) => {
    const start = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const start of starts) text += `${String(start).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${secret} >>\nstartxref\n${table}\n%%EOF\n`;
  return latin(text);
}

function widget({ name, value, x, y, ticked }: FormField): string {
  const width = ticked ? 12 : 160, top = PAGE_HEIGHT - y;
  const kind = ticked
    ? `/FT /Btn /V /${value} /AS /${value} /AP << /N << /${value} 3 0 R /Off 3 0 R >> >>`
    : `/FT /Tx /V (${quoted(value)})`;
  return `<< /Type /Annot /Subtype /Widget /T (${quoted(name)}) ${kind} /Rect [${x} ${top - 16} ${
    x + width
  } ${top}] >>`;
}

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

function packed(bytes: Uint8Array, filters: readonly string[] = ["FlateDecode"]): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `<< /Length ${bytes.length} /Filter [${
    filters.map((filter) => `/${filter}`).join(" ")
  }] >>\nstream\n${text}\nendstream`;
}

/** A page that holds lines and no text, as a scan does once its picture is taken away. */
export const scanned = (): Uint8Array<ArrayBuffer> =>
  pdfOf([[]], { packed: deflateSync(new TextEncoder().encode("0 0 612 792 re f\n".repeat(40))) });

/** Content that unpacks to so many megabytes of drawing that never ends. */
export const bursting = (megabytes: number): Uint8Array<ArrayBuffer> =>
  pdfOf([[]], { packed: deflateSync(new Uint8Array(megabytes * 1024 * 1024).fill(0x20)) });
