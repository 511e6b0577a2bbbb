import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { startDocument } from "../../lib/client/document_state.ts";
import { amountText } from "../../lib/domain/loans/loan_form.ts";
import {
  isBlankRow,
  participantName,
  type ParticipantRow,
  participantsOf,
  participantText,
  rowProblems,
  rowsOf,
} from "../../lib/domain/loans/participant_rows.ts";
import {
  type Participant,
  PARTICIPANTS_MAX,
  participantsRefusal,
  totalHeld,
} from "../../lib/domain/loans/participants.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { money, parseNumber } from "../../lib/domain/money.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField, UnitField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { useDialogOpen } from "../forms/use_dialog_open.ts";
import { useDocument, useDocumentStore } from "../forms/use_document.ts";
import { WhenAwake } from "../shell/when_awake.tsx";
import { PARTICIPANTS_DIALOG } from "./_loan_dialogs.ts";

type SaveResult = { data: { participants: Participant[] } };

let made = 0;
const blankRow = (): ParticipantRow => ({ id: `new-${made++}`, name: "", amount: "" });

/**
 * Who holds which part of the loan; together they hold the funded amount at most. `heldFrom` is today on a lent loan,
 * whose payments are shared by the day from which they hold it; else null.
 */
export function ParticipantsDialog(
  props: { loanId: number; start: readonly Participant[]; funded: number; heldFrom: string | null },
): ReactNode {
  const { loanId, start, funded, heldFrom } = props;
  const [from, setFrom] = useState(heldFrom ?? "");
  const store = useDocumentStore<ParticipantRow[], null>(() => startDocument(rowsOf(start), null));
  const [blank, setBlank] = useState(blankRow);
  const edit = useDocument<ParticipantRow[], null, SaveResult, Participant[]>(store, {
    staleId: "stale-participants",
    text: { nameOf: participantName, textOf: (_path, value) => participantText(value) },
    check: rowProblems,
    tidy: (rows) => rows.filter((row) => !isBlankRow(row)),
    checkInPlace: rowProblems,
    path: "/api/loans/saveparticipants",
    body: (rows, { base }) => ({ loanId, participants: participantsOf(rows), from, seen: participantsOf(base) }),
    stored: ({ data }) => ({ document: rowsOf(data.participants), version: null }),
    theirs: (list) => ({ document: rowsOf(list), version: null }),
    said: () => "Saved",
    failed: "Failed Saving!",
    focus: (path) => requestAnimationFrame(() => document.querySelector<HTMLElement>(fieldSelector(path))?.focus()),
  });
  const { busy, errors } = edit;
  const open = useDialogOpen(PARTICIPANTS_DIALOG);
  // What was left unsaved would stand there as placed the next time.
  useEffect(() => {
    if (open || busy) return;
    edit.discard();
    setFrom(heldFrom ?? "");
  }, [open]);
  const rows = edit.draft.length ? edit.draft : [blank];
  const list = participantsOf(rows);
  const held = totalHeld(list);
  const refusal = participantsRefusal(list, funded);
  const put = (row: ParticipantRow, change: Partial<ParticipantRow>) =>
    edit.edit(
      `${row.id}.${Object.keys(change)[0]}`,
      (all) => all.length ? all.map((one) => one.id === row.id ? { ...one, ...change } : one) : [{ ...row, ...change }],
    );

  async function save(event: FormEvent) {
    event.preventDefault();
    // What they would hold too much is said below the rows.
    if (refusal && Object.keys(rowProblems(rows)).length === 0) return;
    if (await edit.save()) closeDialog(PARTICIPANTS_DIALOG);
  }

  function add() {
    const row = blankRow();
    edit.edit("", (all) => [...(all.length ? all : [blank]), row]);
    setBlank(blankRow());
    requestAnimationFrame(() => document.querySelector<HTMLElement>(fieldSelector(`${row.id}.name`))?.focus());
  }

  const dialog = (
    <Dialog id={PARTICIPANTS_DIALOG} title="Participants">
      <WhenAwake>
        <form className="stack" noValidate onSubmit={save}>
          <ul className="participants" aria-label="Participants">
            {rows.map((row, i) => {
              const field = (part: "name" | "amount") => ({
                id: `participant-${i}-${part}`,
                "data-path": `${row.id}.${part}`,
                value: row[part],
                error: errors[`${row.id}.${part}`],
                onChange: (event: ChangeEvent<HTMLInputElement>) => put(row, { [part]: event.target.value }),
              });
              return (
                <li key={row.id}>
                  <TextField
                    {...field("name")}
                    label={
                      <>
                        Name<span className="visually-hidden">{` of participant ${i + 1}`}</span>
                      </>
                    }
                    autoComplete="off"
                    autoFocus={i === 0}
                    onBlur={() => edit.leave(`${row.id}.name`)}
                  />
                  <UnitField
                    {...field("amount")}
                    label={
                      <>
                        Amount<span className="visually-hidden">{` of participant ${i + 1}`}</span>
                      </>
                    }
                    unit="$"
                    onBlur={() => {
                      const amount = parseNumber(row.amount);
                      if (amount !== null && amount >= 0) put(row, { amount: amountText(amount) });
                      edit.leave(`${row.id}.amount`);
                    }}
                  />
                  <button
                    className="btn bare icon-only"
                    type="button"
                    aria-label={`Remove ${row.name.trim() || `participant ${i + 1}`}`}
                    onClick={() => {
                      edit.edit(row.id, (all) => all.filter(({ id }) => id !== row.id));
                      requestAnimationFrame(() => document.getElementById("add-participant")?.focus());
                    }}
                  >
                    <Icon name="x" />
                  </button>
                </li>
              );
            })}
          </ul>
          {rows.length < PARTICIPANTS_MAX && (
            <button className="btn bare slim start" type="button" id="add-participant" onClick={add}>
              <Icon name="plus" />
              Add participant
            </button>
          )}
          {heldFrom !== null && (
            <TextField
              id="participants-from"
              type="date"
              label="Held from"
              hint="Payments from that day on are shared so."
              {...daysAround(heldFrom, { only: "past" })}
              value={from}
              onChange={(event: ChangeEvent<HTMLInputElement>) => setFrom(event.target.value)}
            />
          )}
          <div aria-live="polite">
            {refusal ? <Notice band="red">{refusal}</Notice> : (
              <p className="small mute">
                {`${money(held)} of ${money(funded)} is placed; ${money(funded - held)} is ours.`}
              </p>
            )}
          </div>
          <footer>
            <a className="btn bare" href="/dashboard/participants">Statements</a>
            <button className="btn" type="button" command="close" commandfor={PARTICIPANTS_DIALOG}>Cancel</button>
            <button className="btn primary" type="submit" aria-busy={busy}>{busy ? "Saving" : "Save"}</button>
          </footer>
        </form>
      </WhenAwake>
    </Dialog>
  );
  return (
    <>
      {dialog}
      {edit.dialog}
    </>
  );
}

const fieldSelector = (path: string) => `#${PARTICIPANTS_DIALOG} [data-path="${CSS.escape(path)}"]`;
