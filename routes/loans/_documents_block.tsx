import type { ReactNode } from "react";
import { ENCLOSURE_TITLES, enclosurePath, ENCLOSURES } from "../../lib/domain/letters/enclosures.ts";
import { takesLetters } from "../../lib/domain/letters/letter.ts";
import { letterPath } from "../../lib/domain/letters/terms.ts";
import { Dialog, DialogButton } from "../../lib/ui/dialog.tsx";
import { isLent, type LoanStatus } from "../../lib/domain/loans/status.ts";
import { Icon } from "../../lib/ui/icon.tsx";

const ABOUT = {
  disclosure: "The cost of borrowing, given before signing",
  instructions: "What to register, pay out and return",
} as const;

const DIALOG = "generate-document";

/**
 * Generated documents of a loan: the Generate-document dialog (Commitment or Renewal: loans specification 2.3), its
 * schedule, its payout statement and, once it is lent, its ledger. A closed loan takes no letter, so none is offered.
 * Works without script: the dialog's choices are links.
 */
export function DocumentsBlock({ loanId, status }: { loanId: number; status: LoanStatus }): ReactNode {
  const letters = takesLetters(status);
  return (
    <section className="block no-print" id="documents" aria-labelledby="documents-h">
      <header>
        <h2 id="documents-h">Documents</h2>
      </header>
      <div className="btn-row">
        {letters && (
          <span className="contents" data-of="open">
            <DialogButton dialog={DIALOG} icon="file-text" className="btn slim">
              Generate document
            </DialogButton>
          </span>
        )}
        <a className="btn slim" href={`/dashboard/schedule/${loanId}`}>
          <Icon name="table-2" />
          Schedule
        </a>
        <a className="btn slim" href={`/dashboard/payout/${loanId}`}>
          <Icon name="landmark" />
          Payout
        </a>
        {isLent(status) && (
          <a className="btn slim" data-of="lent" href={`/dashboard/loanledger?id=${loanId}`}>
            <Icon name="layers" />
            Ledger
          </a>
        )}
      </div>
      {letters && <Letters loanId={loanId} />}
    </section>
  );
}

function Letters({ loanId }: { loanId: number }): ReactNode {
  return (
    <Dialog id={DIALOG} title="Generate document" slim>
      <p>The document is filled in from the last saved loan. You can edit it before you generate it.</p>
      <ul className="choices">
        <li>
          <a href={letterPath("commitment", loanId)}>
            <span className="row">
              <b>Commitment</b>
              <span className="mute">The offer that the borrower signs</span>
            </span>
            <Icon name="chevron-right" className="icon align-end" />
          </a>
        </li>
        <li>
          <a href={letterPath("renewal", loanId)}>
            <span className="row">
              <b>Renewal</b>
              <span className="mute">A new term for a funded loan</span>
            </span>
            <Icon name="chevron-right" className="icon align-end" />
          </a>
        </li>
        {ENCLOSURES.map((enclosure) => (
          <li key={enclosure}>
            <a href={enclosurePath(enclosure, loanId)}>
              <span className="row">
                <b>{ENCLOSURE_TITLES[enclosure]}</b>
                <span className="mute">{ABOUT[enclosure]}</span>
              </span>
              <Icon name="chevron-right" className="icon align-end" />
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
