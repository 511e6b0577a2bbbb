import { type ReactNode, useRef, useState } from "react";
import { loadPart } from "../../lib/client/load_part.ts";
import type { DocumentText, StaleCase, StaleQuestion } from "../../lib/client/stale.ts";
import { toast } from "../../lib/client/toast.ts";

/** Milliseconds for the toast about a merged document, which takes longer to read. */
const SAID_MS = 12_000;

type OpenQuestion<D> = {
  part: typeof import("./stale_dialog.tsx");
  of: StaleCase<D>;
  question: StaleQuestion;
  turn: number;
};

/**
 * The one answer where someone else saved first: their changes, field by field where both changed the same,
 * and the choice between theirs alone and theirs with mine. Escape and the cross change nothing: the next save asks
 * again. Its script is loaded when somebody did. `clear` takes away what was said to be done, once it is done.
 */
export function useStale<D>(
  id: string,
  words: DocumentText<D>,
): { ask(of: StaleCase<D>): Promise<void>; clear(): void; dialog: ReactNode } {
  const [open, setOpen] = useState<OpenQuestion<D> | null>(null);
  const said = useRef(() => {});
  const tell = (text: string) => {
    said.current();
    said.current = toast(text, "ok", SAID_MS);
  };
  return {
    clear: () => said.current(),
    async ask(of) {
      const part = await loadPart(() => import("./stale_dialog.tsx"));
      const question = part?.questionOf(of, words, tell);
      if (part && question) setOpen((last) => ({ part, of, question, turn: (last?.turn ?? 0) + 1 }));
    },
    dialog: open && (
      <open.part.StaleMerge key={open.turn} id={id} of={open.of} question={open.question} {...{ words, tell }} />
    ),
  };
}
