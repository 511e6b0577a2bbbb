import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { toast } from "../../lib/client/toast.ts";
import type { BrokerState } from "../../lib/domain/loans/broker_of_loan.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { useDialogOpen } from "../forms/use_dialog_open.ts";
import { type FoundBroker, useFoundBrokers } from "../forms/use_found_brokers.ts";

export const BROKER_DIALOG = "choose-broker";

/** Chooses the loan's broker by name. */
export function LoanBrokerDialog(
  props: { loanId: number; current: number | null; onDone: (state: BrokerState) => void },
): ReactNode {
  const { loanId, current, onDone } = props;
  const [search, setSearch] = useState("");
  const [busy, setBusy] = useState<number | null>(null);
  const open = useDialogOpen(BROKER_DIALOG);
  const { found: result, failed } = useFoundBrokers(search, open);

  async function choose(broker: FoundBroker) {
    setBusy(broker.id);
    const chosen = { brokerId: broker.id, loanId, seen: current };
    const result = await callApi<{ data: BrokerState }>("/api/loans/updatebrokerloan", chosen);
    setBusy(null);
    if (!result.response) {
      toast(["Error Adding broker", result.reason].filter(Boolean).join(". "), "bad");
      return;
    }
    onDone(result.data);
    closeDialog(BROKER_DIALOG);
    toast("Broker Added");
  }

  const count = result?.brokers.length ?? 0;
  return (
    <Dialog id={BROKER_DIALOG} title={current === null ? "Add Broker" : "Swap Broker"}>
      <TextField
        id="broker-search"
        label="Broker's name"
        type="search"
        autoComplete="off"
        autoFocus
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p className="visually-hidden" role="status">
        {result && `${count} ${count === 1 ? "broker" : "brokers"} found`}
      </p>
      {failed && <p className="small">The brokers could not be loaded. Change the search to try again.</p>}
      {result && count === 0 && (
        <p className="small mute">No enabled broker matches. Change the name, or enable the account under Brokers.</p>
      )}
      <ul className="choices" aria-busy={open && result === null}>
        {result?.brokers.map((broker) => (
          <li key={broker.id}>
            <button
              type="button"
              disabled={broker.id === current}
              aria-busy={busy === broker.id}
              onClick={() => busy === null && choose(broker)}
            >
              <b>{broker.name}</b>
              <span className="mute">{broker.id === current ? "has this loan" : broker.brokerage}</span>
              <Band band={broker.rating} />
            </button>
          </li>
        ))}
      </ul>
      {result?.more && <p className="small mute">There are more. Type more of the name.</p>}
    </Dialog>
  );
}
