import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { FilledSection } from "../../lib/domain/letters/letter.ts";
import { SECTION_MAX } from "../../lib/domain/letters/terms.ts";
import { blocksOf } from "../../lib/domain/print/document.ts";
import { textProblem } from "../../lib/domain/text_length.ts";
import { AreaField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { PrintBlocks } from "../../lib/ui/letters/print_blocks.tsx";
import { Tag } from "../../lib/ui/states.tsx";

/** A section of the letter: as it will print, or its plain text while edited. */
export function LetterSectionView(props: {
  number: number;
  section: FilledSection;
  onText: (text: string | null) => void;
}): ReactNode {
  const { number, section, onText } = props;
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const id = `section-${section.id}`;
  const tooLong = textProblem(section.text, SECTION_MAX);

  useLayoutEffect(() => {
    if (wasEditing.current !== editing) (editing ? document.getElementById(id) : button.current)?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <section aria-labelledby={`${id}-h`} className="clause">
      <header>
        <h2 id={`${id}-h`}>
          <span className="mute">{number}</span> {section.title}
        </h2>
        <span className="row align-end no-print">
          {section.edited && <Tag on={section.outdated}>{section.outdated ? "Figures changed" : "Edited"}</Tag>}
          {!editing && section.edited && (
            <button className="btn bare slim" type="button" onClick={() => onText(null)}>
              <Icon name="undo-2" />
              <span className="label">Reset</span>
              <span className="visually-hidden">{` ${section.title} to the loan's figures`}</span>
            </button>
          )}
          {!editing && (
            <button className="btn bare slim" type="button" ref={button} onClick={() => setEditing(true)}>
              <Icon name="pencil" />
              <span className="label">Edit</span>
              <span className="visually-hidden">{` ${section.title}`}</span>
            </button>
          )}
        </span>
      </header>
      {editing
        ? (
          <div className="stack editing">
            <AreaField
              id={id}
              label={`Text of "${section.title}"`}
              hint="An empty line starts a paragraph. “Label | amount” makes a row, “= Label | amount” a total, “- ” a bullet, “____ Name” a signature line."
              rows={Math.min(24, Math.max(5, section.text.split("\n").length + Math.ceil(section.text.length / 110)))}
              value={section.text}
              error={tooLong}
              onChange={(event) => onText(event.target.value)}
            />
            <div className="btn-row">
              <button className="btn slim" type="button" onClick={() => setEditing(false)}>Done</button>
              {section.edited && (
                <button className="btn bare slim" type="button" onClick={() => onText(null)}>
                  Reset to the loan's figures
                </button>
              )}
            </div>
          </div>
        )
        : (
          <>
            {tooLong && <p className="error">{tooLong}</p>}
            <PrintBlocks blocks={blocksOf(section.text)} />
          </>
        )}
    </section>
  );
}
