import type { ReactNode } from "react";
import { formatLongDate, isCalendarDate } from "../../lib/domain/dates.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { LetterSectionView } from "./_letter_section.tsx";
import { LetterChecks, LetterFileLine, LetterSums, LetterTermFields } from "./_letter_side.tsx";
import { type LetterProps, useLetter } from "./_use_letter.ts";

/** The editor of a commitment or renewal letter: print layout, editable sections, terms and gaps. */
export function LetterEditor(props: LetterProps): ReactNode {
  const { kind } = props;
  const state = useLetter(props);
  const { letter, facts, busy, dirty } = state;
  const date = isCalendarDate(state.terms.letterDate) ? state.terms.letterDate : facts.today;
  return (
    <div className="letter-desk">
      <aside className="stack no-print" aria-label="The letter's terms">
        <div className="row">
          <button
            className="btn primary"
            type="button"
            aria-busy={busy === "generate"}
            onClick={state.generate}
          >
            <Icon name="file-text" />
            {busy === "generate" ? "Generating" : "Generate"}
          </button>
          <button className="btn" type="button" aria-busy={busy === "save"} onClick={state.save}>
            {busy === "save" ? "Saving" : "Save"}
          </button>
          <button className="btn bare icon-only" type="button" aria-label="Print" title="Print" onClick={() => print()}>
            <Icon name="printer" />
          </button>
          <span className="small mute" role="status">{dirty ? "Not saved yet" : ""}</span>
        </div>
        <LetterChecks {...state} />
        <LetterTermFields state={state} props={props} />
        <LetterSums kind={kind} letter={letter} />
        <LetterFileLine {...state} />
      </aside>
      <article className="letter" aria-label={letter.title}>
        <header className="sender">
          <b>{facts.lender.name}</b>
          {facts.lender.lines.map((line) => <span key={line}>{line}</span>)}
        </header>
        <div className="title">
          <p className="name">{letter.title}</p>
          <p className="mute">
            Loan {facts.clientCode}
            <br />
            {formatLongDate(date)}
          </p>
        </div>
        {letter.sections.map((section, i) => (
          <LetterSectionView
            key={section.id}
            number={i + 1}
            section={section}
            onText={(text) => state.setSection(section.id, text)}
          />
        ))}
      </article>
      {state.dialog}
    </div>
  );
}
