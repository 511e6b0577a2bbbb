import { type ReactNode, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { closeDialog, openDialog } from "../../lib/client/dialog.ts";
import { formText } from "../../lib/client/forms.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { fieldErrors } from "../../lib/client/schema_check.ts";
import { toast, toastAfter } from "../../lib/client/toast.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { HOLDER_MAX, SaveBankDetailsInput } from "../../lib/schemas/servicing/transfers.ts";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { callWithReason, NO_RESPONSE } from "../forms/call_with_reason.ts";
import { useForm } from "../forms/use_form.ts";

const DIALOG = "bank-details";
const REMOVED = "No new file for the bank takes this account. To use it again, all of it is entered anew.";

/** A button with the bank details of a borrower or a participant: what is kept is shown by its last digits alone. */
export function BankDetails(props: {
  whose: { loanId: number } | { participant: string };
  canKeep: boolean;
  stored: { lastDigits: string; holder: string; agreedOn: string; savedBy: string; savedAt: number } | null;
  /** Proposed, cut to what may be kept. */
  holder: string;
  today: string;
}): ReactNode {
  const { whose, canKeep, stored, holder, today } = props, isLoan = "loanId" in whose;
  const seen = { ...whose, seen: stored?.savedAt ?? null };
  const [removing, setRemoving] = useState(false);
  const { errors, busy, handlers } = useForm<object, Record<string, unknown>>({
    call: callWithReason("/api/loans/savebankdetails"),
    read: (form) => ({ ...formText(form), ...seen }),
    check: (values) => fieldErrors(SaveBankDetailsInput, values),
    done() {
      toastAfter("Bank details saved.");
      location.reload();
      return "leaving";
    },
  });
  async function remove() {
    if (removing || !await confirmDialog("Remove these bank details?", { yes: "Remove", more: REMOVED, risky: true })) {
      return;
    }
    setRemoving(true);
    const result = await callApi("/api/loans/removebankdetails", seen);
    if (!result.response) {
      setRemoving(false);
      return toast(result.reason ?? NO_RESPONSE, "bad");
    }
    toastAfter("Bank details removed.");
    location.reload();
  }
  const field = (name: string, label: string, more: { hint?: string; defaultValue?: string; autoFocus?: boolean }) => (
    <TextField
      id={`bank-${name}`}
      name={name}
      label={label}
      autoComplete="off"
      inputMode={name === "holder" ? undefined : "numeric"}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <>
      <button className="btn" type="button" onClick={() => openDialog(DIALOG)}>
        <Icon name="landmark" />
        <span className="label">
          {stored ? `Account ${stored.lastDigits && `…${stored.lastDigits}`}` : "Bank details"}
        </span>
      </button>
      <section className="contents">
        <Dialog id={DIALOG} title="Bank details" slim sheet>
          <form noValidate className="stack" {...handlers}>
            <p>
              {stored
                ? storedText(stored)
                : isLoan
                ? "Payments are collected from this account."
                : "Shares are paid to this account."}
            </p>
            {!canKeep && (
              <Notice band="yellow">
                No key for bank details is set, so none can be entered. The portal’s operator sets BANK_DETAILS_KEY.
              </Notice>
            )}
            {canKeep && (
              <>
                <div className="grid-fields">
                  {field("institution", "Institution", { hint: "3 digits", autoFocus: true })}
                  {field("transit", "Transit", { hint: "5 digits" })}
                  {field("account", "Account", { hint: "7 to 12 digits" })}
                  <TextField
                    id="bank-agreed"
                    name="agreedOn"
                    type="date"
                    label="Agreement signed on"
                    hint={isLoan ? "The borrower's PAD agreement" : "Their authorisation"}
                    {...daysAround(today, { only: "past" })}
                    error={errors.agreedOn}
                  />
                </div>
                {field("holder", "Account holder", { defaultValue: holder.slice(0, HOLDER_MAX).trim() })}
                <p className="small mute">It is kept encrypted, and shown to nobody in full again.</p>
              </>
            )}
            <footer>
              {stored && (
                <button
                  className="btn risky"
                  type="button"
                  aria-busy={removing || undefined}
                  onClick={() => void remove()}
                >
                  Remove
                </button>
              )}
              <button className="btn" type="button" onClick={() => closeDialog(DIALOG)}>Cancel</button>
              {canKeep && (
                <button className="btn primary" type="submit" aria-busy={busy || undefined}>
                  {stored ? "Replace" : "Save"}
                </button>
              )}
            </footer>
          </form>
        </Dialog>
      </section>
    </>
  );
}

function storedText(stored: { lastDigits: string; holder: string; agreedOn: string; savedBy: string }): string {
  const account = stored.lastDigits
    ? `Account ending in ${stored.lastDigits} of ${stored.holder}`
    : "An account that cannot be read, since its key is not set or its row was changed: enter it again";
  return `${account}, agreement of ${formatDate(stored.agreedOn)}, entered by ${stored.savedBy}.`;
}
