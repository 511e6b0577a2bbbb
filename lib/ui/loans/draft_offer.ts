/** What New Loan says of a draft that waits; made on the server, so that its script is without these sentences. */
import { type DraftContent, type DraftFile, draftName } from "../../domain/loans/draft.ts";

export interface DraftOfferWords {
  title: string;
  about: string;
  /** Of the button or link that goes on with the draft. */
  goOn: string;
  /** Of the button that gives it up. */
  giveUp: string;
  /** When the draft was kept. */
  when: string;
  /** What the form began with in place of the draft; null for an empty form. */
  instead: string | null;
}

const INSTEAD = { copy: "copy", quote: "application from your quote" };

/** `when` as in "20 Nov, 12:01"; `begun`: what the form began with. */
export function draftOfferWords(
  draft: { content: Pick<DraftContent, "entries">; files: readonly DraftFile[] },
  when: string,
  begun: keyof typeof INSTEAD | null,
): DraftOfferWords {
  const name = draftName(draft.content), count = draft.files.length;
  const files = count === 0 ? "" : `, with ${count === 1 ? "1 file" : `${count} files`}`;
  const title = name ? `Unfinished application for ${name}` : "Unfinished application";
  if (begun === null) {
    const about = `Saved ${when}${files}. What you type now is kept once you choose.`;
    return { title, about, goOn: `Continue your draft of ${when}`, giveUp: "Start over", when, instead: null };
  }
  const instead = INSTEAD[begun];
  const about = `Your draft of ${when} is still saved. This ${instead} is not saved until it replaces the draft.`;
  return { title, about, goOn: `Open the draft of ${when}`, giveUp: `Replace it with this ${instead}`, when, instead };
}
