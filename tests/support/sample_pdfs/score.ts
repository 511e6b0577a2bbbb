/** How the reader does on the twelve layouts. */
import { getDocumentProxy } from "unpdf";
import { readDocument } from "../../../lib/domain/documents/read_document.ts";
import { pagesOf } from "../../../lib/server/documents/pdf_text.ts";
import type { LaidOut } from "./laid_out.ts";
import { TWELVE_LAYOUTS } from "./twelve_layouts.ts";

/** A layout's fields by what became of them; `wrong` and `missed` say which. */
export interface Score {
  name: string;
  right: number;
  wrong: string[];
  missed: string[];
}

/** Reads each layout as an uploaded file is read. */
export const scores = (): Promise<Score[]> => Promise.all(TWELVE_LAYOUTS.map(scoreOf));

async function scoreOf({ name, type, bytes, wanted }: LaidOut): Promise<Score> {
  const reading = readDocument((await pagesOf(await getDocumentProxy(bytes(), { verbosity: 0 }))).pages);
  const read = new Map<string, string>(reading.fields.map(({ field, value }) => [field, value]));
  const score: Score = {
    name,
    right: 0,
    wrong: reading.type === type ? [] : [`its type is ${reading.type}`],
    missed: [],
  };
  for (const [field, value] of read) if (value !== wanted[field]) score.wrong.push(`${field} is ${value}`);
  for (const [field, value] of Object.entries(wanted)) {
    if (read.get(field) === value) score.right++;
    else if (!read.has(field)) score.missed.push(field);
  }
  return score;
}
