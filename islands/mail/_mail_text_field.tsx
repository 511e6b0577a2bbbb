import { type ReactNode, useRef } from "react";
import { PLACEHOLDERS } from "../../lib/domain/mail/placeholders.ts";
import { AreaField } from "../../lib/ui/field.tsx";

/** The text of a mail, and buttons that put a placeholder where the cursor stands. */
export function MailTextField(props: {
  id: string;
  value: string;
  rows: number;
  error?: string;
  disabled?: boolean;
  onText: (text: string) => void;
  onBlur: () => void;
}): ReactNode {
  const { onText, ...field } = props;
  const box = useRef<HTMLDivElement>(null);
  function put(word: string): void {
    const area = box.current?.querySelector("textarea");
    if (!area) return;
    area.setRangeText(`{${word}}`, area.selectionStart, area.selectionEnd, "end");
    onText(area.value);
    area.focus();
  }
  return (
    <div className="stack" ref={box}>
      <AreaField
        label="Text"
        hint="An empty line begins a paragraph. [Label](https://…) alone on a line is a button."
        onChange={({ currentTarget: { value } }) => onText(value)}
        {...field}
      />
      {!field.disabled && (
        <div className="btn-row" role="group" aria-label="Insert placeholder">
          {PLACEHOLDERS.map((word) => (
            <button key={word} className="btn slim" type="button" onClick={() => put(word)}>
              {`{${word}}`}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
