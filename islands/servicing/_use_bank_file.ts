import { type ChangeEvent, useState } from "react";
import { readTextFile } from "../../lib/client/read_text_file.ts";
import { BANK_FILE_MAX, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { callWithReason, NO_RESPONSE } from "../forms/call_with_reason.ts";
import { LATE, useLatest } from "../shell/use_latest.ts";

/** What the preview of any file of a bank says of how it was read. */
export interface FilePreview<Field extends string> {
  heads: string[];
  columns: (Field | "")[];
  order: DateOrder;
  isOrderSure: boolean;
  /** What the columns lack; there are no rows then. */
  problem: string;
}

/** Rows that were not recorded, with the reason. */
export type SkippedRows = { line: number; reason: string }[];

/** A bank's file as it stands in its page. */
export interface BankFileRead<Field extends string, Preview extends FilePreview<Field>> {
  file: { name: string; text: string } | null;
  preview: Preview | null;
  problem: string;
  skipped: SkippedRows;
  busy: boolean;
  choose(event: ChangeEvent<HTMLInputElement>): Promise<void>;
  /** Reads it again: by other columns or another order of days. */
  readAs(columns: (Field | "")[], order?: DateOrder): Promise<void>;
  /** Says above the rows why they were not recorded. */
  refuse(problem: string): void;
  /** Takes that away before the values are sent; null while the file is being read. */
  clear<V>(values: V): Promise<V | null>;
  /** Reads it again after a part was recorded, and says what was left out. */
  readAfter(skipped: SkippedRows, columns: (Field | "")[], order?: DateOrder): Promise<void>;
}

/**
 * A bank's CSV that a person chooses and `path` previews. `onPreview` gets each preview, and whether a part of the
 * file was recorded just before.
 */
export function useBankFile<Field extends string, Preview extends FilePreview<Field>>(
  path: string,
  onPreview: (preview: Preview, isAfterPart: boolean) => void,
): BankFileRead<Field, Preview> {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState("");
  const [skipped, setSkipped] = useState<SkippedRows>([]);
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  async function look(text: string, columns?: (Field | "")[], order?: DateOrder, isAfterPart = false) {
    setBusy(true);
    setProblem("");
    const result = await latest(callWithReason<{ data: Preview }>(path)({ text, columns, order }));
    if (result === LATE) return;
    setBusy(false);
    if (!result.response) {
      if (!columns) setPreview(null);
      return setProblem(result.reason ?? NO_RESPONSE);
    }
    setPreview(result.data);
    onPreview(result.data, isAfterPart);
  }

  return {
    file,
    preview,
    problem,
    skipped,
    busy,
    async choose(event) {
      const [chosen] = event.target.files ?? [];
      if (!chosen) return;
      // The same file may be chosen again once it was mended.
      event.target.value = "";
      setPreview(null);
      setSkipped([]);
      const text = await latest(chosen.size > BANK_FILE_MAX ? null : readTextFile(chosen));
      if (text === LATE) return;
      if (text === null) {
        return setProblem(`This file is larger than ${BANK_FILE_MAX / 1000} kB. Download fewer days from the bank.`);
      }
      setFile({ name: chosen.name, text });
      await look(text);
    },
    readAs: async (columns, order) => void (file && await look(file.text, columns, order)),
    refuse: setProblem,
    clear(values) {
      if (busy) return Promise.resolve(null);
      setProblem("");
      return Promise.resolve(values);
    },
    async readAfter(left, columns, order) {
      setSkipped(left);
      if (file) await look(file.text, columns, order, true);
    },
  };
}
