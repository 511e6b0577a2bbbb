import { useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { loadPart } from "../../lib/client/load_part.ts";
import { formatDate } from "../../lib/domain/dates.ts";
import type { ContractTerms } from "../../lib/domain/lending/contract.ts";
import { ADVANCE_DAY, paymentDayText } from "../../lib/domain/lending/payment_days.ts";
import { letterKindOf, letterPath } from "../../lib/domain/letters/terms.ts";
import { contractDifferences, contractLength, differenceText } from "../../lib/domain/loans/contract_differences.ts";
import { CONTRACT_NAMES, type LoanContract } from "../../lib/domain/loans/loan_contract.ts";
import { entriesOf, readableForm } from "../../lib/domain/loans/loan_form.ts";
import { exactPercent } from "../../lib/domain/lending/exact_percent.ts";
import { money, moneyWithCents } from "../../lib/domain/money.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { unsavedConditionsAtom } from "./loan_atoms.ts";
import type { LoanFormState } from "./loan_form.ts";

const FROM = { letter: "", form: ", from the form at funding", stored: ", from what was stored" } as const;

/** `Commitment of 20 Nov 2026: $100,000 at 10.00%, 12 months from 4 Dec 2026 to 4 Dec 2027`. */
function contractLine(terms: ContractTerms, source: LoanContract["source"]): string {
  const name = CONTRACT_NAMES[terms.kind];
  const amount = Number.isInteger(terms.principal) ? money(terms.principal) : moneyWithCents(terms.principal);
  const dated = terms.letterDate ? ` of ${formatDate(terms.letterDate)}` : "";
  const length = contractLength(terms);
  const days = `${formatDate(terms.effectiveDate)} to ${formatDate(terms.maturity)}`;
  const payments = terms.paymentDay === ADVANCE_DAY ? "" : `, payments on ${paymentDayText(terms.paymentDay)}`;
  return `${name}${dated}${FROM[source]}: ${amount} at ${exactPercent(terms.rate)}, ${length}, ${days}${payments}.`;
}

/** The contract in force, what of the form differs from it, and a letter that waits to be accepted. */
export function LoanContractLines(
  props: { loanId: number; loan: LoanFormState; contract: LoanContract },
): ReactNode {
  const { loanId, loan, contract: { terms, latest, began, source, offer } } = props;
  const [busy, setBusy] = useState(false);
  const store = useStore();
  if (terms === null || latest === null || began === null) return null;
  const follows = latest.effectiveDate > terms.effectiveDate;
  const differences = contractDifferences(latest, entriesOf(readableForm(loan.form, loan.base)), began);
  const offered = offer?.kind === "renewal" ? "renewal" : "amendment";

  async function accept() {
    const part = await loadPart(() => import("./_loan_acts.ts"));
    const unsaved = Object.keys(loan.edits).length > 0 || store.get(unsavedConditionsAtom) !== null;
    if (offer && part) await part.acceptLetter(loanId, offer, offered, unsaved, setBusy);
  }

  return (
    <div className="stack" aria-live="polite">
      <p className="small mute">{contractLine(terms, source)}</p>
      {follows && <p className="small mute">{`Accepted, from its first day: ${contractLine(latest, "letter")}`}</p>}
      {differences.length > 0 && (
        <Notice band="yellow">
          {differences.map((one) => `${one.term}: ${differenceText(one)}. `).join("")}
          <a href={letterPath(letterKindOf(began.kind), loanId)}>
            Amend<span className="visually-hidden">the contract by a new letter</span>
          </a>
        </Notice>
      )}
      {offer && (
        <Notice>
          {`The ${offered} letter of ${formatDate(offer.letterDate)} at ${
            exactPercent(offer.rate)
          } waits to be signed. `}
          <button className="btn slim" type="button" aria-busy={busy} onClick={accept}>Put in force</button>
        </Notice>
      )}
    </div>
  );
}
