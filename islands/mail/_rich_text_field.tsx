import { type ReactNode, useEffect, useRef, useState } from "react";
import { PLACEHOLDERS } from "../../lib/domain/mail/placeholders.ts";
import { fieldControl } from "../../lib/ui/field.tsx";
import { AddLink, type LinkKind } from "./_add_link.tsx";
import { AddPicture } from "./_add_picture.tsx";
import type { RichEditor } from "./_rich_editor.ts";

const FORMATS = [
  { act: "bold", label: <b>Bold</b> },
  { act: "italic", label: <i>Italic</i> },
  { act: "heading", label: "Heading" },
  { act: "list", label: "List" },
  { act: "numbers", label: "Numbered list" },
] as const;

const ADDED = { link: "Link", button: "Button", picture: "Picture" } as const satisfies Record<
  LinkKind | "picture",
  string
>;
type Added = keyof typeof ADDED;

interface Props {
  id: string;
  /** Whose pictures they are. */
  campaignId: number;
  /** HTML of few elements (`rich_text.ts`). */
  value: string;
  error?: string;
  disabled: boolean;
  onText: (html: string) => void;
  onBlur: () => void;
}

/** The text of a mail as it will look, with buttons for its formats, links, pictures and placeholders. */
export function RichTextField({ id, campaignId, value, error, disabled, onText, onBlur }: Props): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor | null>(null);
  const [start] = useState(value);
  const [ready, setReady] = useState(false);
  const [formats, setFormats] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<Added | null>(null);
  const now = useRef({ value, onText });
  now.current = { value, onText };
  useEffect(() => {
    if (disabled) return;
    let here = true;
    void import("./_rich_editor.ts").then(({ openEditor }) => {
      if (!here) return;
      editor.current = openEditor(box.current!, now.current.value, {
        onText: (html) => now.current.onText(html),
        onFormats: setFormats,
      });
      setReady(true);
    });
    return () => {
      here = false;
      editor.current?.close();
    };
  }, [disabled]);
  // Somebody else's text was taken over.
  useEffect(() => editor.current?.show(value), [value]);
  function closeAdding(): void {
    setAdding(null);
    box.current?.focus();
  }
  const hint = "Mark words and choose how they look. A link alone in its paragraph may be a button.";
  return (
    <div className="field rich-text">
      <span className="rich-text-label" id={`${id}-label`}>Text</span>
      {!disabled && <p className="hint" id={`${id}-h`}>{hint}</p>}
      {!disabled && (
        <div className="btn-row" role="group" aria-label="Format">
          {FORMATS.map(({ act, label }) => (
            <button
              key={act}
              className="btn slim"
              type="button"
              aria-pressed={formats.has(act)}
              disabled={!ready}
              onClick={() => editor.current?.toggle(act)}
            >
              {label}
            </button>
          ))}
          {(Object.keys(ADDED) as Added[]).map((kind) => (
            <button
              key={kind}
              className="btn slim"
              type="button"
              aria-expanded={adding === kind}
              disabled={!ready}
              onClick={() => setAdding(adding === kind ? null : kind)}
            >
              {ADDED[kind]}
            </button>
          ))}
        </div>
      )}
      {adding === "picture" && (
        <AddPicture
          campaignId={campaignId}
          onAdd={(picture) => {
            editor.current?.picture(picture);
            setAdding(null);
          }}
          onClose={closeAdding}
        />
      )}
      {adding && adding !== "picture" && (
        <AddLink
          key={adding}
          kind={adding}
          words={editor.current?.marked() ?? ""}
          onAdd={(words, address) => {
            editor.current?.link(words, address, adding);
            setAdding(null);
          }}
          onClose={closeAdding}
        />
      )}
      <div
        {...fieldControl({ id, hint: !disabled && hint, error })}
        ref={box}
        className="rich-text-box"
        role="textbox"
        aria-multiline="true"
        aria-labelledby={`${id}-label`}
        aria-readonly={disabled || undefined}
        tabIndex={disabled ? 0 : undefined}
        onBlur={onBlur}
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: start }}
      />
      {error && <p className="error" id={`${id}-e`}>{error}</p>}
      {!disabled && (
        <div className="btn-row" role="group" aria-label="Insert placeholder">
          {PLACEHOLDERS.map((word) => (
            <button
              key={word}
              className="btn slim"
              type="button"
              disabled={!ready}
              onClick={() => editor.current?.insert(`{${word}}`)}
            >
              {`{${word}}`}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
