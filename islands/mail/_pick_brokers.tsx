import { type ReactNode, useState } from "react";
import { AUDIENCE_MOST, type PickedBroker } from "../../lib/domain/mail/audience.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { useFoundBrokers } from "../forms/use_found_brokers.ts";

/** Brokers by name: searched for, added one by one, and taken off again. */
export function PickBrokers(
  { known, ids, onIds }: {
    /** Those of the picked whom the server knew last; null while it is asked. */
    known: readonly PickedBroker[] | null;
    ids: readonly number[];
    onIds: (ids: number[]) => void;
  },
): ReactNode {
  const [search, setSearch] = useState("");
  /** Added here: they are named before the server is asked. */
  const [added, setAdded] = useState<readonly PickedBroker[]>([]);
  const { found, failed } = useFoundBrokers(search, search.trim() !== "");

  function add(one: PickedBroker): void {
    setAdded((all) => [...all, one]);
    onIds([...ids, one.id]);
    setSearch("");
    document.getElementById("email-pick")?.focus();
  }
  const left = found?.brokers.filter(({ id }) => !ids.includes(id)) ?? [];
  const nameOf = (id: number) =>
    [...known ?? [], ...added].find((one) => one.id === id)?.name ?? `Broker ${id}${known ? ", deleted" : ""}`;
  return (
    <div className="stack">
      <TextField
        id="email-pick"
        label="Add a broker"
        placeholder="Name"
        value={search}
        autoComplete="off"
        disabled={ids.length >= AUDIENCE_MOST}
        hint={ids.length >= AUDIENCE_MOST ? `${AUDIENCE_MOST} brokers is the most that can be picked.` : undefined}
        onChange={(event) => setSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (left.length > 0) add(left[0]);
        }}
      />
      {search.trim() && (
        <ul className="found-brokers" aria-label="Found brokers">
          {left.map((one) => (
            <li key={one.id}>
              <button className="btn slim" type="button" onClick={() => add(one)}>
                <Icon name="plus" />
                {one.name}
              </button>
            </li>
          ))}
          {found && left.length === 0 && <li className="small mute">No broker of this name is left.</li>}
          {failed && <li className="small">The brokers could not be loaded. Change the search to try again.</li>}
        </ul>
      )}
      {ids.length > 0 && (
        <ul className="found-brokers" aria-label="Picked brokers">
          {ids.map((id) => (
            <li key={id}>
              <button
                className="btn slim"
                type="button"
                aria-label={`Take off ${nameOf(id)}`}
                onClick={() => onIds(ids.filter((other) => other !== id))}
              >
                {nameOf(id)}
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
