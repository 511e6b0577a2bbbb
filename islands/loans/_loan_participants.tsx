import { type ChangeEvent, type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { toast } from "../../lib/client/toast.ts";
import { amountText } from "../../lib/domain/loans/loan_form.ts";
import {
  type Participant,
  PARTICIPANTS_MAX,
  participantsRefusal,
  totalHeld,
} from "../../lib/domain/loans/participants.ts";
import { money, parseNumber } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/states.tsx";

export const PARTICIPANTS_DIALOG = "participants";

type Row = { key: number; name: string; amount: string };

const isBlank = ({ name, amount }: Row) => name.trim() === "" && amount.trim() === "";

/** What is wrong with a row that is not blank: at its name, at its amount. */
function wrongIn(row: Row): { name?: string; amount?: string } {
  const amount = parseNumber(row.amount);
  return {
    name: row.name.trim() ? undefined : "Enter the participant's name.",
    amount: amount !== null && amount > 0 && Number.isInteger(amount) ? undefined : "Enter whole dollars above 0.",
  };
}

let made = 0;
const rowsOf = (list: readonly Participant[]): Row[] =>
  (list.length ? list : [null]).map((one) => ({
    key: made++,
    name: one?.name ?? "",
    amount: one ? amountText(one.amount) : "",
  }));

/** Who holds which part of the loan; together they hold the funded amount at most. */
export function ParticipantsDialog(
  props: { loanId: number; saved: readonly Participant[]; funded: number; onSaved: (list: Participant[]) => void },
): ReactNode {
  const { loanId, saved, funded, onSaved } = props;
  const [rows, setRows] = useState(() => rowsOf(saved));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const filled = rows.filter((row) => !isBlank(row));
  const list = filled.map(({ name, amount }) => ({ name: name.trim(), amount: parseNumber(amount) ?? 0 }));
  const held = totalHeld(list);
  const refusal = participantsRefusal(list, funded);
  const put = (key: number, change: Partial<Row>) =>
    setRows((all) => all.map((row) => row.key === key ? { ...row, ...change } : row));

  async function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const wrong = filled.find((row) => Object.values(wrongIn(row)).some(Boolean));
    if (wrong) {
      return document.getElementById(`participant-${wrong.key}-${wrongIn(wrong).name ? "name" : "amount"}`)?.focus();
    }
    if (refusal || busy) return;
    setBusy(true);
    const answer = await callApi<{ data: { participants: Participant[] } }>("/api/loans/saveparticipants", {
      loanId,
      participants: list,
      seen: saved,
    });
    setBusy(false);
    if (!answer.response) return toast(["Failed Saving!", answer.reason].filter(Boolean).join(" "), "bad");
    const kept = answer.data.participants;
    onSaved(kept);
    setRows(rowsOf(kept));
    setTried(false);
    closeDialog(PARTICIPANTS_DIALOG);
    toast("Saved");
  }

  function add() {
    const row = rowsOf([])[0];
    setRows([...rows, row]);
    requestAnimationFrame(() => document.getElementById(`participant-${row.key}-name`)?.focus());
  }

  return (
    <Dialog id={PARTICIPANTS_DIALOG} title="Participants">
      <form className="stack" noValidate onSubmit={save}>
        <ul className="participants" aria-label="Participants">
          {rows.map((row, i) => {
            const wrong = tried && !isBlank(row) ? wrongIn(row) : {};
            return (
              <li key={row.key}>
                <TextField
                  id={`participant-${row.key}-name`}
                  label={
                    <>
                      Name<span className="visually-hidden">{` of participant ${i + 1}`}</span>
                    </>
                  }
                  autoComplete="off"
                  maxLength={120}
                  value={row.name}
                  error={wrong.name}
                  onChange={(event: ChangeEvent<HTMLInputElement>) => put(row.key, { name: event.target.value })}
                />
                <UnitField
                  id={`participant-${row.key}-amount`}
                  label={
                    <>
                      Amount<span className="visually-hidden">{` of participant ${i + 1}`}</span>
                    </>
                  }
                  unit="$"
                  maxLength={20}
                  value={row.amount}
                  error={wrong.amount}
                  onChange={(event: ChangeEvent<HTMLInputElement>) => put(row.key, { amount: event.target.value })}
                  onBlur={() => {
                    const amount = parseNumber(row.amount);
                    if (amount !== null && amount >= 0) put(row.key, { amount: amountText(amount) });
                  }}
                />
                <button
                  className="btn bare icon-only"
                  type="button"
                  aria-label={`Remove ${row.name.trim() || `participant ${i + 1}`}`}
                  onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                >
                  <Icon name="x" />
                </button>
              </li>
            );
          })}
        </ul>
        {rows.length < PARTICIPANTS_MAX && (
          <button className="btn bare slim start" type="button" onClick={add}>
            <Icon name="plus" />
            Add participant
          </button>
        )}
        <div aria-live="polite">
          {refusal ? <Notice band="red">{refusal}</Notice> : (
            <p className="small mute">
              {`${money(held)} of ${money(funded)} is placed; ${money(funded - held)} is ours.`}
            </p>
          )}
        </div>
        <footer>
          <button className="btn" type="button" command="close" commandfor={PARTICIPANTS_DIALOG}>Cancel</button>
          <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Saving" : "Save"}</button>
        </footer>
      </form>
    </Dialog>
  );
}
