import { type ReactNode, useEffect, useRef, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { openDialog } from "../../lib/client/dialog.ts";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import { bandOf } from "../../lib/domain/lending/colours.ts";
import type { Thresholds } from "../../lib/domain/lending/settings.ts";
import { statusLabel } from "../../lib/domain/loans/status.ts";
import { type DuplicateLoan, DUPLICATES_MOST } from "../../lib/domain/loans/duplicate_loan.ts";
import { money, scoreText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { WhenAwake } from "../shell/when_awake.tsx";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon, type IconName } from "../../lib/ui/icon.tsx";
import { useLoanForm } from "./loan_form.ts";

const DUPLICATES_DIALOG = "duplicate-loans";

/** A look-up link; `outside` marks external ones. */
export interface LookupLink {
  label: string;
  href: string;
  icon: IconName;
  outside: boolean;
}

/** The columns between the client and the link to the loan. */
const COLUMNS = ["Broker", "FSFC", "Status", "Date Created"];

function DuplicateRows(props: { rows: readonly DuplicateLoan[]; thresholds: Thresholds }): ReactNode {
  return (
    <div className="scroll-x" role="region" aria-label="Duplicate loans" tabIndex={0}>
      <table className="table history-table" role="table">
        <caption className="visually-hidden">Other loans on the same address</caption>
        <thead>
          <tr role="row">
            {["Client", ...COLUMNS, "View"].map((head, i) => (
              <th key={head} role="columnheader" scope="col" className={i === 2 ? "numeric" : undefined}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ id, clientCode, broker, fsfcLoan, adminComSelect, timestamp, shownScore }) => (
            <tr key={id} role="row">
              <th role="rowheader" scope="row">
                {`${clientCode} `}
                <Band band={bandOf(shownScore, props.thresholds)} figure={scoreText(shownScore)} quiet />
              </th>
              {[broker ?? "No broker", money(fsfcLoan), statusLabel(adminComSelect), formatInstantDate(timestamp)].map(
                (value, i) => (
                  <td key={i} role="cell" data-of={COLUMNS[i]} className={i === 1 ? "numeric" : undefined}>{value}</td>
                ),
              )}
              <td role="cell">
                <a href={`/dashboard/reloadloan/${id}`}>
                  View<span className="visually-hidden">{` ${clientCode}`}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Look-up links and duplicate loans of the property; duplicates reload when another address is saved. */
export function LoanLookup(props: {
  loanId: number;
  links: LookupLink[];
  duplicates: DuplicateLoan[];
  thresholds: Thresholds;
}): ReactNode {
  const { loanId, links, thresholds } = props;
  const [duplicates, setDuplicates] = useState(props.duplicates);
  const { base: { address, city, postal } } = useLoanForm();
  const place = [address, city, postal].join("|");
  const known = useRef(place);

  useEffect(() => {
    if (known.current === place) return;
    known.current = place;
    callApi<{ data: DuplicateLoan[] }>("/api/loans/checkduplicateaddress", { id: loanId, address }).then((result) => {
      if (result.response && known.current === place) setDuplicates(result.data);
    });
  }, [place]);

  if (links.length === 0 && duplicates.length === 0) return null;
  const n = duplicates.length;
  const count = n === 1 ? "1 duplicate address" : `${n}${n < DUPLICATES_MOST ? "" : "+"} duplicate addresses`;
  return (
    <section className="block no-print" id="lookup" aria-labelledby="lookup-h">
      <header>
        <h2 id="lookup-h">Look up</h2>
      </header>
      <ul className="links">
        {links.map(({ label, href, icon, outside }) => (
          <li key={label}>
            <a href={href} target={outside ? "_blank" : undefined} rel={outside ? "noreferrer" : undefined}>
              <Icon name={icon} />
              {label}
              {outside && <span className="visually-hidden">(opens in a new tab)</span>}
              {outside && <Icon name="arrow-up-right" className="icon external" />}
            </a>
          </li>
        ))}
        {duplicates.length > 0 && (
          <li className="one-file">
            <button
              className="name"
              type="button"
              aria-haspopup="dialog"
              onClick={() => openDialog(DUPLICATES_DIALOG)}
            >
              <Icon name="copy" />
              <span className="visually-hidden">View duplicates:</span>
              {count}
            </button>
          </li>
        )}
      </ul>
      <WhenAwake>
        <Dialog id={DUPLICATES_DIALOG} title="Duplicate Loans (Same Address)" className="wide">
          <DuplicateRows rows={duplicates} thresholds={thresholds} />
        </Dialog>
      </WhenAwake>
    </section>
  );
}
