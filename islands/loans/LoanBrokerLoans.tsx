import type { ReactNode } from "react";
import { fundedAmount } from "../../lib/domain/lending/portfolio.ts";
import type { OtherLoan } from "../../lib/domain/loans/broker_of_loan.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { money, newestText } from "../../lib/domain/money.ts";
import { Icon } from "../../lib/ui/icon.tsx";
import { brokerAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";

/** Number of other loans shown initially. */
const SHOWN = 5;

function LoanLink(props: { loan: OtherLoan }): ReactNode {
  const { id, clientCode, adminComSelect } = props.loan;
  return (
    <li>
      <a href={`/dashboard/viewloan?id=${id}`}>
        {clientCode}
        <small className="align-end mute">
          {`${money(fundedAmount(props.loan))}, ${statusLabel(adminComSelect)}`}
        </small>
      </a>
    </li>
  );
}

/** The newest of the `others` loans of the broker. */
export function LoanBrokerLoans(props: { others: number; loans: OtherLoan[] }): ReactNode {
  const [swapped] = useShared(brokerAtom);
  const loans = swapped?.brokerLoans ?? props.loans;
  if (loans.length === 0) return null;
  return (
    <section className="block" id="broker-loans" aria-labelledby="broker-loans-h">
      <header>
        <h2 id="broker-loans-h">Other loans of this broker</h2>
      </header>
      <ul className="links">{loans.slice(0, SHOWN).map((loan) => <LoanLink key={loan.id} loan={loan} />)}</ul>
      {loans.length > SHOWN && (
        <details className="fold plain">
          <summary>
            <Icon name="chevron-right" />
            {`${loans.length - SHOWN} more`}
          </summary>
          <ul className="links">{loans.slice(SHOWN).map((loan) => <LoanLink key={loan.id} loan={loan} />)}</ul>
          {newestText(loans.length, swapped?.broker?.others ?? props.others)}
        </details>
      )}
    </section>
  );
}
