import { type ReactNode, useState } from "react";
import { telephoneUrl } from "../lib/domain/lender.ts";
import { isVerifiable, licenceLookupLink } from "../lib/domain/licence.ts";
import type { LicenceStanding } from "../lib/domain/licence_check.ts";
import { statusLabel } from "../lib/domain/loan/status.ts";
import { money } from "../lib/domain/money.ts";
import { openDialog } from "../lib/client/dialog.ts";
import { Band } from "../lib/ui/band.tsx";
import { Facts } from "../lib/ui/figures.tsx";
import { Icon } from "../lib/ui/icon.tsx";
import { LicenceSentence } from "../lib/ui/licence_mark.tsx";
import { BROKER_DIALOG, LoanBrokerDialog } from "./_loan_broker_dialog.tsx";

/** The broker of a loan as its calls answer it. */
export interface BrokerFacts {
  id: number;
  name: string;
  email: string;
  phone: string;
  license: string;
  brokerage: string;
  rating: "red" | "yellow" | "green" | "elite";
  notes: string;
  licence: LicenceStanding;
}

/** Another loan of that broker. */
export interface OtherLoan {
  id: number;
  clientCode: string;
  adminComSelect: string;
  fsfcLoan: number | null;
  newLoanAmount: number;
}

export interface BrokerState {
  broker: BrokerFacts | null;
  brokerLoans: OtherLoan[];
}

/** How many other loans stand open at first. */
const SHOWN = 5;
/** Loans that are neither over nor thrown away. */
const ACTIVE = new Set(["NA", "Funded"]);

function Contact(props: { broker: BrokerFacts }): ReactNode {
  const { email, phone, name } = props.broker;
  return (
    <div className="btns">
      {phone && (
        <a className="btn slim" href={telephoneUrl(phone)} aria-label={`Call ${name}, ${phone}`} title={phone}>
          <Icon name="phone" />
          Call
        </a>
      )}
      {email && (
        <a className="btn slim" href={`mailto:${email}`} aria-label={`Email ${name}, ${email}`} title={email}>
          <Icon name="mail" />
          Email
        </a>
      )}
    </div>
  );
}

function LoanLink(props: { loan: OtherLoan }): ReactNode {
  const { id, clientCode, adminComSelect, fsfcLoan, newLoanAmount } = props.loan;
  return (
    <li>
      <a href={`/dashboard/viewloan?id=${id}`}>
        {clientCode}
        <small className="end mute">{`${money(fsfcLoan ?? newLoanAmount)}, ${statusLabel(adminComSelect)}`}</small>
      </a>
    </li>
  );
}

function OtherLoans(props: { loans: OtherLoan[] }): ReactNode {
  const { loans } = props;
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
        </details>
      )}
    </section>
  );
}

/** The broker box: who it is, how to reach them, their licence and their other loans; another can take their place. */
export function LoanBroker(props: { loanId: number; initial: BrokerState; licenceLookupUrl: string }): ReactNode {
  const { loanId, initial, licenceLookupUrl } = props;
  const [{ broker, brokerLoans }, setBroker] = useState(initial);
  const active = brokerLoans.filter((loan) => ACTIVE.has(loan.adminComSelect)).length;
  return (
    <>
      <section className="block" id="broker" aria-labelledby="broker-h">
        <header>
          <h2 id="broker-h">Broker</h2>
          <div className="end">
            <button
              className={broker ? "btn bare slim" : "btn slim"}
              type="button"
              aria-label={broker ? "Swap broker" : "Add broker"}
              onClick={() => openDialog(BROKER_DIALOG)}
            >
              {broker ? "Swap" : "Add"}
            </button>
          </div>
        </header>
        {broker
          ? (
            <div className="stack">
              <p>
                <a href={`/dashboard/viewbroker?id=${broker.id}`}>
                  <b>{broker.name}</b>
                </a>{" "}
                <Band band={broker.rating} />
              </p>
              <Facts
                facts={[
                  ["Licence", broker.license || "None"],
                  ["Check", <LicenceSentence key="licence" standing={broker.licence} />],
                  ["Brokerage", broker.brokerage || null],
                  ["Other loans", `${brokerLoans.length}${active ? `, ${active} active` : ""}`],
                ]}
              />
              {isVerifiable(broker.license) && (
                <p className="small no-print">
                  <a href={licenceLookupLink(licenceLookupUrl, broker.license)} target="_blank" rel="noreferrer">
                    Look the licence up <span className="vh">(opens in a new tab)</span>
                  </a>
                </p>
              )}
              {broker.notes && <p className="small mute">{broker.notes}</p>}
              <Contact broker={broker} />
            </div>
          )
          : <p className="small mute">This loan has no broker yet.</p>}
      </section>
      <OtherLoans loans={brokerLoans} />
      <LoanBrokerDialog loanId={loanId} current={broker?.id ?? null} onDone={setBroker} />
    </>
  );
}
