/** Reads uploaded documents into entries that fit the uploader's form. */
import type { Context } from "../../../db/mod.ts";
import { fitToForm } from "../../domain/documents/options.ts";
import type { DocumentType } from "../../domain/documents/document_types.ts";
import { maskSins } from "../../domain/documents/sin.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import type { FormView } from "../../domain/settings/form_config.ts";
import { loanInputsOf } from "../../domain/settings/form_order.ts";

/** A document's entries by field, the page of each, the fields not found, and why it could not be read completely. */
export interface DocumentData {
  /** Null where the type is unknown. */
  type: DocumentType | null;
  data: Record<string, string>;
  pages: Record<string, number>;
  missed: string[];
  note: string | null;
}

/** Called before each page; `field` is the form's name for the file. */
export type OnPage = (progress: { field: string; page: number; of: number }) => void;

/** Reads files of an account one by one. Never throws for a file's content. */
export async function readDocuments(
  ctx: Context,
  accountId: number,
  files: readonly ReceivedFile[],
  view: FormView,
  onPage: OnPage = () => {},
): Promise<DocumentData[]> {
  const { config } = ctx.lending();
  const shown = new Set(loanInputsOf(config, view).map(({ id }) => id));
  const read: DocumentData[] = [];
  for (const { path, field } of files) {
    const { reading, note } = await ctx.documents.read(path, accountId, (page, of) => onPage({ field, page, of }));
    const data = fitToForm(
      Object.fromEntries(reading.fields.map((one) => [one.field, maskSins(one.value)])),
      config,
      view,
    );
    const fields = reading.fields.map((one) => one.field);
    read.push({
      type: reading.type,
      data,
      pages: Object.fromEntries(reading.fields.flatMap((one) => one.field in data ? [[one.field, one.page]] : [])),
      missed: [...fields, ...reading.missed].filter((one) => shown.has(one) && !(one in data)),
      note,
    });
  }
  return read;
}
