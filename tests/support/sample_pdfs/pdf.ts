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

const contentOf = (page: readonly Placed[]) =>
  page.map(({ text, x, y, size }) => `BT /F1 ${size} Tf ${x} ${PAGE_HEIGHT - y} Td (${quoted(text)}) Tj ET`).join("\n");

export interface PdfOptions {
  /** Locks it with a password that nobody has. */
  locked?: boolean;
  /** Compressed content in place of the first page's text. */
  packed?: Uint8Array;
  /** The packed content's filters; deflated once without it. */
  filters?: readonly string[];
  /** How many times the first page shows its content. */
  shown?: number;
  /** Degrees that the pages are turned by. */
  turn?: number;
}

/** A PDF of letter-size pages in Helvetica. */
export function pdfOf(pages: readonly (readonly Placed[])[], options: PdfOptions = {}): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, i) => `${4 + i * 2} 0 R`).join(" ");
  const turn = options.turn ? ` /Rotate ${options.turn}` : "";
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((page, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${PAGE_HEIGHT}]${turn} /Contents [${
        `${5 + i * 2} 0 R `.repeat(i === 0 ? options.shown ?? 1 : 1)
      }] ` +
      "/Resources << /Font << /F1 3 0 R >> >> >>",
      i === 0 && options.packed ? packed(options.packed, options.filters) : stream(contentOf(page)),
    ]),
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
