/** The encodings that a file names by its first bytes. */
const MARKS = [["utf-16le", 0xff, 0xfe], ["utf-16be", 0xfe, 0xff]] as const;

/**
 * The text of a table that somebody chose, as spreadsheets save it: UTF-8, UTF-16 with its mark, and what is neither as
 * Windows-1252, which Excel's plain "CSV" is. Of UTF-8 alone, Orléans would be a place that nobody knows.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = MARKS.find(([, first, second]) => bytes[0] === first && bytes[1] === second);
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
