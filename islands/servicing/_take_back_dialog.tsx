import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog } from "../../lib/client/dialog.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { NOTE_MAX } from "../../lib/schemas/servicing.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { NOT_HEARD } from "./_not_heard.ts";
import { countOf } from "./_count.ts";

interface Answer {
  data: { payments: number; cents: number; skipped: { clientCode: string; reason: string }[] };
}

/** Takes payments back with a reason, each by an entry of its own; one that has to stay is named with why. */
export function TakeBackDialog(props: {
  id: string;
  title: string;
  text: string;
  /** The payments in the ledgers. */
  rowIds: readonly number[];
}): ReactNode {
  const { id, title, text, rowIds } = props;
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function takeBack(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    const answer = await callApi<Answer>("/api/loans/undoreceived", { rowIds, note });
    setBusy(false);
    if (!answer.response) return setProblem(answer.reason ?? NOT_HEARD);
    const { payments, cents, skipped } = answer.data;
    if (skipped.length > 0) {
      const left = skipped.map(({ clientCode, reason }) => `${clientCode}: ${reason}`).join(" ");
      return setProblem(`${countOf(payments)} taken back, ${countOf(skipped.length)} left as they are. ${left}`);
    }
    toastAfter(`${countOf(payments)} taken back, ${moneyOfCents(cents)}.`);
    location.reload();
  }
  return (
    <Dialog id={id} title={title} slim sheet>
      <form className="stack" onSubmit={(event) => void takeBack(event)}>
        <p>{text}</p>
        <TextField
          id={`${id}-note`}
          name="note"
          label="Reason"
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={problem}
        />
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(id)}>Cancel</button>
          <button className="btn risky" type="submit" aria-busy={busy || undefined}>Take back</button>
        </footer>
      </form>
    </Dialog>
  );
}
