import { type ReactNode, useState } from "react";
import type { PickedBroker } from "../../lib/domain/mail/audience.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useFoundBrokers } from "../forms/use_found_brokers.ts";

/** Finds brokers by name and gives the one that is chosen; those in `without` are not offered. */
export function BrokerSearch(props: {
  id: string;
  label: string;
  hint?: string;
  disabled?: boolean;
  without: readonly number[];
  onPick: (broker: PickedBroker) => void;
}): ReactNode {
  const { id, without, onPick, ...field } = props;
  const [search, setSearch] = useState("");
  const asks = search.trim() !== "";
  const { found, failed } = useFoundBrokers(search, asks);
  const left = found?.brokers.filter((one) => !without.includes(one.id)) ?? [];
  function pick(one: PickedBroker): void {
    onPick(one);
    setSearch("");
    document.getElementById(id)?.focus();
  }
  return (
    <>
      <TextField
        id={id}
        placeholder="Name"
        value={search}
        autoComplete="off"
        {...field}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (left.length > 0) pick(left[0]);
        }}
      />
      {asks && (
        <ul className="found-brokers" aria-label="Found brokers">
          {left.map((one) => (
            <li key={one.id}>
              <button className="btn slim" type="button" onClick={() => pick(one)}>
                <Icon name="plus" />
                {one.name}
              </button>
            </li>
          ))}
          {found && left.length === 0 && (
            <li className="small mute">No other broker matches. Search for fewer letters.</li>
          )}
          {failed && <li className="small">The brokers could not be loaded. Change the search to try again.</li>}
        </ul>
      )}
    </>
  );
}
