import { type ReactNode, useEffect, useState } from "react";
import { closeDialog } from "../../lib/client/dialog.ts";
import { byId } from "../../lib/client/dom.ts";
import { formText } from "../../lib/client/forms.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toastAfter } from "../../lib/client/toast.ts";
import { moneyOfCents, paymentCountText } from "../../lib/domain/money.ts";
import { UndoReceivedInput } from "../../lib/schemas/servicing/book.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { callWithReason } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

interface TakeBackResult {
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
  /** What a part of them was left for; empty until then. */
  const [left, setLeft] = useState("");
  useEffect(() => {
    // The page behind still shows what was taken back as received.
    if (left) byId(id)?.addEventListener("close", () => location.reload(), { once: true });
  }, [left]);
  const { errors, reason, busy, handlers } = useForm<TakeBackResult, Record<string, unknown>>({
    call: callWithReason("/api/loans/undoreceived"),
    read: (form) => ({ ...formText(form), rowIds }),
    check: (values) => fieldErrors(UndoReceivedInput, values),
    // The reason stands in the form.
    says: () => "",
    done({ data: { payments, cents, skipped } }): void | "leaving" {
      if (skipped.length > 0) {
        const why = skipped.map(({ clientCode, reason }) => `${clientCode}: ${reason}`).join(" ");
        const stay = skipped.length === 1 ? "left as it is" : "left as they are";
        const done = payments === 0 ? "Nothing taken back" : `${paymentCountText(payments)} taken back`;
        return setLeft(`${done}, ${paymentCountText(skipped.length)} ${stay}. ${why}`);
      }
      toastAfter(`${paymentCountText(payments)} taken back, ${moneyOfCents(cents)}.`);
      location.reload();
      return "leaving";
    },
  });
  const problem = reason || errors.rowIds;
  if (left) {
    return (
      <Dialog id={id} title={title} slim sheet>
        <p id={`${id}-left`}>{left}</p>
        <footer>
          <button
            className="btn primary"
            type="button"
            aria-describedby={`${id}-left`}
            ref={(close) => close?.focus()}
            onClick={() => closeDialog(id)}
          >
            Close
          </button>
        </footer>
      </Dialog>
    );
  }
  return (
    <Dialog id={id} title={title} slim sheet>
      <form noValidate className="stack" {...handlers}>
        <p>{text}</p>
        <TextField
          id={`${id}-note`}
          name="note"
          label="Reason"
          error={errors.note}
        />
        {problem && <p className="error" role="alert">{problem}</p>}
        <footer>
          <button className="btn" type="button" onClick={() => closeDialog(id)}>Cancel</button>
          <button className="btn risky" type="submit" aria-busy={busy || undefined}>Take back</button>
        </footer>
      </form>
    </Dialog>
  );
}
