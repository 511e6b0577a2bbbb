import { type ReactNode, useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { AUDIENCE_MOST } from "../../lib/domain/mail/audience.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

export interface Picked {
  id: number;
  name: string;
}

/** Between a keystroke and the search. */
const WAIT_MS = 250;

/** Brokers by name: searched for, added one by one, and taken off again. */
export function PickBrokers(
  { known, ids, onIds }: { known: readonly Picked[]; ids: readonly number[]; onIds: (ids: number[]) => void },
): ReactNode {
  const [search, setSearch] = useState("");
  const [found, setFound] = useState<Picked[]>([]);
  const [names, setNames] = useState<readonly Picked[]>(known);
  useEffect(() => {
    if (!search.trim()) return setFound([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await callApi<{ data: { brokers: Picked[] } }>("/api/loans/findbrokers", { search }, {
        signal: stop.signal,
      });
      if (answer.response) setFound(answer.data.brokers);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [search]);

  function add(one: Picked): void {
    setNames((all) => [...all.filter(({ id }) => id !== one.id), one]);
    onIds([...ids, one.id]);
    setSearch("");
    document.getElementById("email-pick")?.focus();
  }
  const left = found.filter(({ id }) => !ids.includes(id));
  const nameOf = (id: number) => names.find((one) => one.id === id)?.name ?? `Broker ${id}, deleted`;
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
          {left.length === 0 && <li className="small mute">No broker of this name is left.</li>}
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
