/** What the panels share that add something to a text: the frame with its keys, and the address that it leads to. */
import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useRef,
} from "react";
import { TextField } from "../../lib/ui/field.tsx";

export const ADDRESS_PROBLEM = "Enter an address such as https://lender.example/rates.";

/**
 * A panel inside a form, so without one of its own: Enter in a field adds, Escape closes. `action` names the button.
 */
export function InsertPanel(
  { label, action, busy = false, handlers, onAdd, onClose, children }: {
    label: string;
    action: string;
    busy?: boolean;
    /** Those of `useForm`, but for the submit. */
    handlers: {
      onInput: (event: FormEvent<HTMLFieldSetElement>) => void;
      onBlur: (event: FocusEvent<HTMLFieldSetElement>) => void;
    };
    onAdd: (fields: HTMLFieldSetElement) => void;
    onClose: () => void;
    children: ReactNode;
  },
): ReactNode {
  const fields = useRef<HTMLFieldSetElement>(null);
  const add = () => onAdd(fields.current!);
  function onKeyDown(event: KeyboardEvent<HTMLFieldSetElement>): void {
    if (event.key === "Escape") onClose();
    const field = event.target instanceof HTMLInputElement && event.target.type !== "file";
    if (event.key !== "Enter" || !field) return;
    // The form around it would save.
    event.preventDefault();
    add();
  }
  return (
    <fieldset
      ref={fields}
      className="rich-text-link"
      aria-label={label}
      onKeyDown={onKeyDown}
      onInput={handlers.onInput}
      onBlur={handlers.onBlur}
    >
      {children}
      <div className="btn-row">
        <button className="btn slim" type="button" aria-busy={busy || undefined} onClick={add}>
          {busy ? "One moment" : action}
        </button>
        <button className="btn bare slim" type="button" onClick={onClose}>Cancel</button>
      </div>
    </fieldset>
  );
}

/** The field of an address; `onText` gets what is entered. */
export function AddressField(
  { onText, ...field }:
    & Pick<ComponentProps<typeof TextField>, "id" | "name" | "label" | "note" | "value" | "error" | "autoFocus">
    & { onText: (text: string) => void },
): ReactNode {
  return (
    <TextField
      {...field}
      inputMode="url"
      autoComplete="off"
      onChange={({ currentTarget: { value } }) => onText(value)}
    />
  );
}
