import { useState } from "react";
import { readTextFile } from "../../lib/client/read_text_file.ts";
import { LATE, useLatest } from "../shell/use_latest.ts";
import { callWithReason } from "./call_with_reason.ts";

/** A table that a person chose, as it stands in its page. */
export interface CsvFile<Preview> {
  file: { name: string; text: string } | null;
  preview: Preview | null;
  /** Why it could not be read, or was not recorded. */
  problem: string;
  busy: boolean;
  /** Replaces the file chosen before. Resolves to its preview, or to null where there is none. */
  choose(file: File): Promise<Preview | null>;
  /** Previews it again, with what else the call takes: other columns, another order of days. */
  readAs(how: object): Promise<Preview | null>;
  /** Shows above the rows why they were not recorded. */
  refuse(problem: string): void;
  /** Clears that message before the values are sent; null while the file is being read. */
  clear<V>(values: V): Promise<V | null>;
}

/** A CSV that a person chooses and the call at `path` previews; `tooLarge` is said of one of more than `max` bytes. */
export function useCsvFile<Preview>(
  { path, max, tooLarge }: { path: string; max: number; tooLarge: string },
): CsvFile<Preview> {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const latest = useLatest();

  async function look(values: { text: string }): Promise<Preview | null> {
    setBusy(true);
    setProblem("");
    const result = await latest(callWithReason<{ data: Preview }>(path)(values));
    if (result === LATE) return null;
    setBusy(false);
    if (!result.response) {
      setProblem(result.reason!);
      return null;
    }
    setPreview(result.data);
    return result.data;
  }

  return {
    file,
    preview,
    problem,
    busy,
    async choose(chosen) {
      setPreview(null);
      const text = await latest(chosen.size > max ? null : readTextFile(chosen));
      if (text === LATE) return null;
      if (text === null) {
        setBusy(false);
        setProblem(tooLarge);
        return null;
      }
      setFile({ name: chosen.name, text });
      return await look({ text });
    },
    readAs: async (how) => file && await look({ text: file.text, ...how }),
    refuse: setProblem,
    clear(values) {
      if (busy) return Promise.resolve(null);
      setProblem("");
      return Promise.resolve(values);
    },
  };
}
