import { type ReactNode, useState } from "react";
import { linkAddress } from "../../lib/domain/mail/rich_text.ts";
import { TextField } from "../../lib/ui/field.tsx";

export type LinkKind = "link" | "button";

/** Asks for the words and the address of a link or button. `words` are those that are marked. Not in a form of its own. */
export function AddLink(
  { kind, words, onAdd, onClose }: {
    kind: LinkKind;
    words: string;
    onAdd: (words: string, address: string) => void;
    onClose: () => void;
  },
): ReactNode {
  const [label, setLabel] = useState(words);
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState("");
  function add(): void {
    const whole = linkAddress(address);
    if (!whole) return setProblem("Enter an address such as https://lender.example/rates.");
    onAdd(label.trim() || whole, whole);
  }
  const onKeyDown = (event: { key: string; preventDefault(): void }) => {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter") return;
    // The form around it would save.
    event.preventDefault();
    add();
  };
  return (
    <div className="rich-text-link" role="group" aria-label={kind === "link" ? "New link" : "New button"}>
      <TextField
        id="link-words"
        label="Words"
        maxLength={80}
        value={label}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setLabel(value)}
        onKeyDown={onKeyDown}
      />
      <TextField
        id="link-address"
        label="Address"
        inputMode="url"
        maxLength={500}
        value={address}
        error={problem}
        autoComplete="off"
        autoFocus
        onChange={({ currentTarget: { value } }) => setAddress(value)}
        onKeyDown={onKeyDown}
      />
      <div className="btn-row">
        <button className="btn slim" type="button" onClick={add}>{kind === "link" ? "Add link" : "Add button"}</button>
        <button className="btn bare slim" type="button" onClick={onClose}>Cancel</button>
      </div>
    </div>
  );
}
