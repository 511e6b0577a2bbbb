import { type ChangeEvent, useState } from "react";
import type { CallResult } from "../../lib/client/call_api.ts";
import { readTextFile } from "../../lib/client/read_text_file.ts";
import { BANK_FILE_MAX, type DateOrder } from "../../lib/domain/servicing/bank_file.ts";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { heard, NOT_HEARD } from "./_not_heard.ts";

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
  /** Records what was chosen; a refusal is said, but for what stands at one of the page's own `fields`. */
  record<T extends object>(path: string, body: object, fields?: readonly string[]): Promise<CallResult<T>>;
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
    const answer = await latest(heard<{ data: Preview }>(path)({ text, columns, order }));
    if (answer === LATE) return;
    setBusy(false);
    if (!answer.response) {
      if (!columns) setPreview(null);
      return setProblem(answer.reason ?? NOT_HEARD);
    }
    setPreview(answer.data);
    onPreview(answer.data, isAfterPart);
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
    async record<T extends object>(to: string, body: object, fields: readonly string[] = []) {
      setBusy(true);
      setProblem("");
      const answer = await heard<T>(to)(body);
      setBusy(false);
      const isAtField = !answer.response && fields.some((name) => answer.fields?.[name]);
      if (!answer.response && !isAtField) setProblem(answer.reason ?? NOT_HEARD);
      return answer;
    },
    async readAfter(left, columns, order) {
      setSkipped(left);
      if (file) await look(file.text, columns, order, true);
    },
  };
}
