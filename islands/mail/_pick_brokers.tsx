import { type ReactNode, useState } from "react";
import { AUDIENCE_MOST, type PickedBroker } from "../../lib/domain/mail/audience.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { BrokerSearch } from "./_broker_search.tsx";

/** Brokers by name: searched for, added one by one, and taken off again. */
export function PickBrokers(
  { known, ids, onIds }: {
    /** Those of the picked whom the server knew last; null while it is asked. */
    known: readonly PickedBroker[] | null;
    ids: readonly number[];
    onIds: (ids: number[]) => void;
  },
): ReactNode {
  /** Added here: they are named before the server is asked. */
  const [added, setAdded] = useState<readonly PickedBroker[]>([]);
  const isFull = ids.length >= AUDIENCE_MOST;
  const nameOf = (id: number) =>
    [...known ?? [], ...added].find((one) => one.id === id)?.name ??
      `Broker ${id}${known ? ", no broker any more" : ""}`;
  return (
    <div className="stack">
      <BrokerSearch
        id="email-pick"
        label="Add a broker"
        disabled={isFull}
        hint={isFull ? `${AUDIENCE_MOST} brokers is the most that can be picked.` : undefined}
        without={ids}
        onPick={(one) => {
          setAdded((all) => [...all, one]);
          onIds([...ids, one.id]);
        }}
      />
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
