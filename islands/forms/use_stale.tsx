import { type ReactNode, useState } from "react";
import { loadPart } from "../../lib/client/load_part.ts";
import type { DocumentWords, StaleCase, StaleQuestion } from "../../lib/client/stale.ts";

type Asked<D> = {
  part: typeof import("./stale_dialog.tsx");
  of: StaleCase<D>;
  question: StaleQuestion;
  turn: number;
};

/**
 * The one answer where someone else saved first: their changes, field by field where both changed the same,
 * and the choice between theirs alone and theirs with mine. Escape and the cross change nothing: the next save asks
 * again. Its script is loaded when somebody did.
 */
export function useStale<D>(
  id: string,
  words: DocumentWords<D>,
): { ask(of: StaleCase<D>): Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked<D> | null>(null);
  return {
    async ask(of) {
      const part = await loadPart(() => import("./stale_dialog.tsx"));
      const question = part?.questionOf(of, words);
      if (part && question) setAsked((last) => ({ part, of, question, turn: (last?.turn ?? 0) + 1 }));
    },
    dialog: asked && (
      <asked.part.StaleAnswer key={asked.turn} id={id} of={asked.of} question={asked.question} words={words} />
    ),
  };
}
