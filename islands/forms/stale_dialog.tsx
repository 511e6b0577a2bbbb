import { type ReactNode, useEffect, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import {
  type DocumentText,
  settleStale,
  type StaleCase,
  type StaleQuestion,
  staleQuestion,
  type TheirChange,
} from "../../lib/client/stale.ts";
import { OTHER_WINDOW } from "../../lib/domain/other_window.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { ChooseValues } from "./choose_values.tsx";

/** Changes that are listed before the rest is counted. */
const LISTED = 12;

/**
 * The choices after a stale save. Null where there is nothing to choose: the document is then merged, and `tell` gets
 * the message.
 */
export function questionOf<D>(
  of: StaleCase<D>,
  words: DocumentText<D>,
  tell: (text: string) => void,
): StaleQuestion | null {
  const found = staleQuestion(of, words);
  if (found.changes.length + found.clashes.length > 0) return found;
  // Nothing of the document itself differs from mine.
  of.settled(settleStale(of, new Set(), words.same));
  tell(`${of.said}. That change is loaded; ${found.own ? "save" : "look at it and try"} again.`);
  return null;
}

/** Their changes, and the choice between theirs alone and theirs with mine. Opens by itself. */
export function StaleMerge<D>(
  props: {
    id: string;
    of: StaleCase<D>;
    question: StaleQuestion;
    words: DocumentText<D>;
    tell: (text: string) => void;
  },
): ReactNode {
  const { id, of, question, words, tell } = props;
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => openDialog(id), []);

  function settle(draft: D, said: string): void {
    closeDialog(id);
    of.settled(draft);
    tell(said);
  }
  const takeOver = () => settle(of.theirs, "That change is loaded.");
  const keepMine = () =>
    settle(
      settleStale(of, taken, words.same),
      "That change is loaded, and your entries are in place: save them.",
    );

  return (
    <StaleDialog
      id={id}
      who={of.who}
      said={`${of.said}. ${
        question.own ? "Nothing of yours is saved yet, and nothing is lost." : "Look at that change, then try again."
      }`}
      changes={question.changes}
    >
      {question.clashes.length > 0 && (
        <>
          <p>
            {`${of.who === OTHER_WINDOW ? "Both windows" : "Both of you"} changed ${
              question.clashes.length > 1 ? "these" : "this"
            }. Choose which to keep.`}
          </p>
          <ChooseValues
            choices={question.clashes.map(({ path, name, mine, theirs }) => ({
              field: path,
              label: name,
              mine,
              mineFrom: "Yours",
              theirs,
              theirsFrom: of.who || "Theirs",
            }))}
            taken={taken}
            onTaken={setTaken}
          />
        </>
      )}
      {question.own
        ? (
          <footer>
            <button className="btn" type="button" onClick={takeOver}>Drop mine, take theirs</button>
            <button className="btn primary" type="button" onClick={keepMine}>Keep mine with theirs</button>
          </footer>
        )
        : (
          <footer>
            <button className="btn primary" type="button" onClick={takeOver}>Load that change</button>
          </footer>
        )}
    </StaleDialog>
  );
}

/** The dialog itself: who saved, what they changed, and the ways out as `children`. */
export function StaleDialog(props: {
  id: string;
  who: string;
  said: string;
  changes: readonly TheirChange[];
  children: ReactNode;
}): ReactNode {
  const { id, who, said, changes, children } = props;
  const title = who === OTHER_WINDOW ? "You saved in another window" : "Someone else saved first";
  return (
    <Dialog id={id} title={title} className="long" sheet focusTitle>
      <p>{said}</p>
      <TheirChanges changes={changes} />
      {children}
    </Dialog>
  );
}

/** What they changed and the person did not: it is taken over either way. */
function TheirChanges({ changes }: { changes: readonly TheirChange[] }): ReactNode {
  if (changes.length === 0) return null;
  const rest = changes.length - LISTED;
  return (
    <ul>
      {changes.slice(0, LISTED).map(({ path, name, before, after }) => (
        <li key={path}>
          {name}: <span className="mute">{before}</span> → <b>{after}</b>
        </li>
      ))}
      {rest > 0 && <li className="mute">{`and ${rest} more`}</li>}
    </ul>
  );
}
