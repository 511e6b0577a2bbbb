import { type ReactNode, useState } from "react";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import type { DuePayment } from "../../lib/domain/servicing/receiving.ts";
import { ReceivePaymentsInput } from "../../lib/schemas/servicing/book.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";
import { ActBar } from "./_act_bar.tsx";
import { DueTable } from "./_due_table.tsx";
import { TakeBackDialog } from "./_take_back_dialog.tsx";

const MARK = "mark-received", UNDO = "undo-received";

interface ReceiveResult {
  data: { payments: number; cents: number; already: number; skipped: { clientCode: string; reason: string }[] };
}

/** What was marked, and what somebody had marked since the page was loaded. */
function markedText({ payments, cents, already }: ReceiveResult["data"]): string {
  const before = already > 0
    ? `${paymentCountText(already)} ${already === 1 ? "was" : "were"} marked as received before.`
    : "";
  if (payments === 0) return before;
  return `${paymentCountText(payments)} marked as received, ${moneyOfCents(cents)}. ${before}`.trim();
}

/** True for a payment that can be marked: unpaid, and not marked yet. */
const isOpen = ({ left, receipt }: DuePayment): boolean => left > 0 && receipt === null;

/**
 * The payments due on a day: the unpaid ones are chosen but for maturities, exceptions are unticked, the rest is
 * marked.
 */
export function ReceivePayments(props: { day: string; today: string; rows: readonly DuePayment[] }): ReactNode {
  const { day, today, rows } = props;
  const [picked, pick] = useState<readonly number[]>(
    rows.filter((row) => isOpen(row) && !row.isLast).map(({ dueId }) => dueId),
  );
  const [receivedOn, setReceivedOn] = useState(day);
  const [skipped, setSkipped] = useState<ReceiveResult["data"]["skipped"]>([]);
  const open = rows.filter(isOpen), chosen = open.filter(({ dueId }) => picked.includes(dueId));
  const back = rows.filter(({ dueId, receipt }) => receipt !== null && picked.includes(dueId));
  const sum = chosen.reduce((total, { left }) => total + left, 0);
  const dues = chosen.map(({ dueId, left }) => ({ dueId, cents: left }));
  /** The day is checked before the question. */
  const choice = useForm({
    check: ({ receivedOn }): Record<string, string> => {
      const { day } = fieldErrors(ReceivePaymentsInput, { day: receivedOn, dues });
      return day ? { receivedOn: day } : {};
    },
    done: () => openDialog(MARK),
  });
  const marking = useForm<ReceiveResult, object>({
    call: callWithReason("/api/loans/receivepayments"),
    read: () => ({ day: receivedOn, dues }),
    // The reason stands in the form.
    says: () => "",
    done({ data }): void | "leaving" {
      if (data.skipped.length > 0) {
        closeDialog(MARK);
        return setSkipped(data.skipped);
      }
      toastAfter(markedText(data));
      location.reload();
      return "leaving";
    },
  });
  const problem = marking.reason || Object.values(marking.errors)[0];
  return (
    <>
      {skipped.length > 0 && (
        <div className="notice" data-band="yellow" role="alert">
          <span>
            {`${paymentCountText(skipped.length)} left out: `}
            {skipped.map(({ clientCode, reason }) => clientCode ? `${clientCode}: ${reason}` : reason).join(" ")}{" "}
            <a href="">Reload the page</a> to see what was recorded.
          </span>
        </div>
      )}
      {open.length === 0 && back.length === 0 && (
        <p className="mute" role="status">Every payment of this day is paid.</p>
      )}
      <ActBar
        label={chosen.length === 0 ? "Mark as received" : `Mark ${paymentCountText(chosen.length)} as received`}
        said={`${chosen.length} of ${open.length} unpaid chosen, ${moneyOfCents(sum)}`}
        disabled={chosen.length === 0}
        hidden={open.length === 0 && back.length === 0}
        handlers={choice.handlers}
        also={back.length > 0 && (
          <button className="btn" type="button" onClick={() => openDialog(UNDO)}>
            {`Take back ${paymentCountText(back.length)}`}
          </button>
        )}
      >
        <TextField
          id="received-on"
          name="receivedOn"
          type="date"
          label="Received on"
          {...daysAround(today, { only: "past" })}
          value={receivedOn}
          error={choice.errors.receivedOn}
          onChange={(event) => setReceivedOn(event.target.value)}
        />
      </ActBar>
      <DueTable rows={rows} picked={picked} pick={pick} />
      <Dialog id={MARK} title="Mark payments as received" slim sheet>
        <form noValidate className="stack" {...marking.handlers}>
          <p>
            {`${paymentCountText(chosen.length)} of ${moneyOfCents(sum)} in all, received on ${
              formatDate(receivedOn)
            }.`}
            {open.length > chosen.length &&
              ` ${paymentCountText(open.length - chosen.length)} ${
                open.length - chosen.length === 1 ? "stays" : "stay"
              } unpaid.`}
          </p>
          {problem && <p className="error" role="alert">{problem}</p>}
          <footer>
            <button className="btn" type="button" onClick={() => closeDialog(MARK)}>Cancel</button>
            <button className="btn primary" type="submit" aria-busy={marking.busy || undefined}>
              {marking.busy ? "Recording" : "Mark as received"}
            </button>
          </footer>
        </form>
      </Dialog>
      <TakeBackDialog
        id={UNDO}
        title="Take payments back"
        text={`${paymentCountText(back.length)}: each stays in its ledger, with an entry that takes it back.`}
        rowIds={back.map(({ receipt }) => receipt!.rowId)}
      />
    </>
  );
}
