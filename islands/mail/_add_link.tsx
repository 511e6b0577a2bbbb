import { type ReactNode, useState } from "react";
import { linkAddress } from "../../lib/domain/mail/rich_text.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { useForm } from "../forms/use_form.ts";
import { ADDRESS_PROBLEM, AddressField, InsertPanel } from "./_insert_panel.tsx";

export type LinkKind = "link" | "button";

/**
 * Asks for the words and the address of a link or button. `words` are those that are marked. Not in a form of its own.
 */
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
  const { errors, handlers, send } = useForm<object, { address: string }, HTMLFieldSetElement>({
    read: () => ({ address }),
    check: ({ address }): Record<string, string> => linkAddress(address) ? {} : { address: ADDRESS_PROBLEM },
    done(_answer, { address }) {
      const whole = linkAddress(address)!;
      onAdd(label.trim() || whole, whole);
    },
  });
  return (
    <InsertPanel
      label={`New ${kind}`}
      action={`Add ${kind}`}
      handlers={handlers}
      onAdd={(fields) => void send(fields)}
      onClose={onClose}
    >
      <TextField
        id="link-words"
        name="label"
        label="Words"
        value={label}
        autoComplete="off"
        onChange={({ currentTarget: { value } }) => setLabel(value)}
      />
      <AddressField
        id="link-address"
        name="address"
        label="Address"
        value={address}
        error={errors.address}
        autoFocus
        onText={setAddress}
      />
    </InsertPanel>
  );
}
