import type { ReactNode } from "react";
import { telephoneUrl } from "../../lib/domain/lender.ts";
import { isVerifiable, licenceLookupLink } from "../../lib/domain/accounts/licence.ts";
import type { BrokerFacts } from "../../lib/domain/loans/broker_of_loan.ts";
import { countText } from "../../lib/domain/money.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Facts } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { LicenceSentence } from "../../lib/ui/accounts/licence_mark.tsx";
import { BROKER_DIALOG, LoanBrokerDialog } from "./_loan_broker_dialog.tsx";
import { brokerAtom } from "./loan_atoms.ts";
import { useShared } from "../shell/use_shared.ts";
import { WhenAwake } from "../shell/when_awake.tsx";

function Contact(props: { broker: BrokerFacts }): ReactNode {
  const { email, phone, name } = props.broker;
  return (
    <div className="btn-row">
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

/** The broker box: name, contact, licence and other loans, with a button to change the broker. */
export function LoanBroker(
  props: { loanId: number; broker: BrokerFacts | null; licenceLookupUrl: string },
): ReactNode {
  const { loanId, licenceLookupUrl } = props;
  const [swapped, setBroker] = useShared(brokerAtom);
  const { broker } = swapped ?? props;
  return (
    <>
      <section className="block" id="broker" aria-labelledby="broker-h">
        <header>
          <h2 id="broker-h">Broker</h2>
          <div className="align-end">
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
                  [
                    "Other loans",
                    `${countText(broker.others)}${broker.active ? `, ${countText(broker.active)} active` : ""}`,
                  ],
                ]}
              />
              {isVerifiable(broker.license) && (
                <p className="small no-print">
                  <a href={licenceLookupLink(licenceLookupUrl, broker.license)} target="_blank" rel="noreferrer">
                    Look up the licence <span className="visually-hidden">(opens in a new tab)</span>
                  </a>
                </p>
              )}
              {broker.notes && <p className="small mute">{broker.notes}</p>}
              <Contact broker={broker} />
            </div>
          )
          : <p className="small mute">This loan has no broker yet.</p>}
      </section>
      <WhenAwake>
        <LoanBrokerDialog loanId={loanId} current={broker?.id ?? null} onDone={setBroker} />
      </WhenAwake>
    </>
  );
}
