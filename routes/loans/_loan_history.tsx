import type { ReactNode } from "react";
import { formatInstant, formatInstantDate } from "../../lib/domain/dates.ts";
import {
  HISTORY_DAYS,
  HISTORY_FIELDS,
  HISTORY_LABELS,
  historyColour,
  type HistoryEntry,
  type HistoryKind,
  type HistoryValues,
  type Shade,
  shadedHistory,
} from "../../lib/domain/loans/history.ts";
import { countOf, money } from "../../lib/domain/money.ts";
import type { BandName } from "../../lib/ui/band.tsx";
import { Dialog } from "../../lib/ui/dialog.tsx";
import { Icon } from "../../lib/ui/icon.tsx";

export const HISTORY_DIALOG = "submission-history";

/** Number of entries in the side column; the dialog has all. */
const SHOWN = 3;
const TONES: Record<"blue" | "yellow" | "red", BandName> = { blue: "elite", yellow: "yellow", red: "red" };
const KINDS: Record<HistoryKind, string> = {
  review: "reviewed",
  refused: "over the limit",
  submission: "submitted",
};

const income = (entry: HistoryValues) => entry.primaryIncome + entry.secondaryIncome + entry.otherIncome;

/** A value compared with the previous submission; arrow and word repeat the colour. */
function Value(props: { label: string; dollars: number; shade: Shade }): ReactNode {
  const { label, dollars, shade } = props;
  return (
    <td role="cell" className="numeric" data-of={label} data-band={shade ?? undefined}>
      <span>
        {shade !== null && <Icon name={shade === "red" ? "arrow-up" : "arrow-down"} />}
        {money(dollars)}
        {shade !== null && <span className="visually-hidden">{shade === "red" ? " increased" : " decreased"}</span>}
      </span>
    </td>
  );
}

/** What an entry was; a submission that became another loan leads to it. */
function Kind({ entry, loanId }: { entry: HistoryEntry; loanId: number }): ReactNode {
  const { kind, clientCode } = entry;
  if (kind !== "submission" || clientCode === null || entry.loanId === loanId) return KINDS[kind];
  return (
    <>
      {`${KINDS[kind]} as `}
      <a className="link" href={`/dashboard/viewloan?id=${entry.loanId}`}>{clientCode}</a>
    </>
  );
}

/** The submission history: a button in the count's colour, the newest entries, and all of them in a dialog. */
export function LoanHistory(props: { loanId: number; entries: readonly HistoryEntry[] }): ReactNode {
  const { loanId, entries } = props;
  const colour = historyColour(entries.length);
  if (colour === null) return null;
  const rows = shadedHistory(entries).reverse();
  // Reviews count too.
  const count = countOf(entries.length, "entry", "entries");
  return (
    <section className="block" id="history" aria-labelledby="history-h">
      <header>
        <h2 id="history-h">History</h2>
        <div className="align-end no-print">
          <button
            className="btn slim band-tone"
            type="button"
            data-band={TONES[colour]}
            command="show-modal"
            commandfor={HISTORY_DIALOG}
          >
            <Icon name={colour === "blue" ? "history" : `band-${colour}`} className={null} />
            {count}
          </button>
        </div>
      </header>
      <ol className="timeline">
        {rows.slice(0, SHOWN).map(({ entry }, i) => (
          <li key={entry.at} data-state={i === 0 ? "now" : undefined}>
            {`${money(entry.appraisedValue)} value, ${money(income(entry))} income`}
            <time dateTime={new Date(entry.at).toISOString()}>
              {`${formatInstantDate(entry.at)}, `}
              <Kind entry={entry} loanId={loanId} />
            </time>
          </li>
        ))}
      </ol>
      <Dialog id={HISTORY_DIALOG} title="Submission history" className="wide">
        <p className="small mute">
          {`The broker's reviews and submissions for this address or applicant within ${HISTORY_DAYS} days. `}
          Each is compared with the one before it: a higher value or income is red, a lower one green.
        </p>
        <div className="scroll-x" role="region" aria-label="Reviews and submissions" tabIndex={0}>
          <table className="table history-table" role="table">
            <caption className="visually-hidden">Reviews and submissions, the newest first</caption>
            <thead>
              <tr role="row">
                <th role="columnheader" scope="col">When</th>
                {HISTORY_FIELDS.map((field) => (
                  <th key={field} role="columnheader" scope="col" className="numeric">{HISTORY_LABELS[field]}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ entry, shades }) => (
                <tr key={entry.at} role="row">
                  <th role="rowheader" scope="row">
                    {formatInstant(entry.at)}
                    <small className="mute">
                      {" "}
                      <Kind entry={entry} loanId={loanId} />
                    </small>
                  </th>
                  {HISTORY_FIELDS.map((field) => (
                    <Value key={field} label={HISTORY_LABELS[field]} dollars={entry[field]} shade={shades[field]} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Dialog>
    </section>
  );
}
