import { Fragment, type ReactNode } from "react";
import {
  type BankDetailsView,
  getAlikeNames,
  getPaidCredits,
  getParticipantMonth,
  monthOr,
  type ParticipantMonth,
  viewBankDetails,
} from "../../lib/features/servicing/mod.ts";
import { BankDetails } from "../../islands/servicing/BankDetails.tsx";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { addMonths, formatMonth } from "../../lib/domain/dates.ts";
import { moneyOfCents } from "../../lib/domain/money.ts";
import { linesByName, linesOf } from "../../lib/domain/servicing/holdings.ts";
import {
  creditsTable,
  type PaidCredit,
  paymentsText,
  SHARE_RULE,
  statementTable,
  totalText,
} from "../../lib/domain/servicing/participant_statement.ts";
import { participantParty } from "../../lib/domain/servicing/transfers.ts";
import { ParticipantsQuery } from "../../lib/schemas/servicing/ledger.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { PrintedTable } from "../../lib/ui/letters/print_blocks.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";

/** `name` is the participant whose statement is shown; empty for the list of all. */
type Loaded = ParticipantMonth & {
  name: string;
  bank: BankDetailsView | null;
  credits: PaidCredit[];
  /** Sentences about names that may be one participant's. */
  alike: string[];
};

function addressOf(month: string, name = ""): string {
  const query = new URLSearchParams({ month, ...(name && { name }) });
  return `/dashboard/participants?${query}`;
}

/** What each participant gets of a month's payments, and one participant's statement (lending rules 16). */
export const participantsPage = page<Loaded>({
  path: "/dashboard/participants",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ name }) => name || "Participants",
  async load(ctx, { query }) {
    const { month, name } = parse(ParticipantsQuery, query);
    const [loaded, kept, paid, alike] = await Promise.all([
      getParticipantMonth(ctx, { month }),
      name ? viewBankDetails(ctx, participantParty(name)) : null,
      name ? getPaidCredits(ctx, name, monthOr(ctx, month)) : [],
      name ? [] : getAlikeNames(ctx),
    ]);
    const isKnown = loaded.names.includes(name);
    return { ...loaded, name, alike, bank: isKnown ? kept : null, credits: isKnown && kept ? paid : [] };
  },
  paper: ({ name, month }) => [name ? "Participant's statement" : "Participants", formatMonth(month)],
  view: (data) => data.name ? <Statement {...data} /> : <Everybody {...data} />,
  actions: ({ month, name, bank, today }) => (
    <>
      {name && (
        <a className="btn bare" href={addressOf(month)}>
          <Icon name="chevron-left" />
          <span className="label">Participants</span>
        </a>
      )}
      <Island of={PrintButton} />
      {bank && <Island of={BankDetails} whose={{ participant: name }} {...bank} holder={name} today={today} />}
      {!name && (
        <a className="btn" href="/dashboard/transfers?kind=credit">
          <Icon name="landmark" />
          <span className="label">Credits</span>
        </a>
      )}
      {name && <Download kind="statementcsv" label="CSV" month={month} name={name} />}
      {name && <Download kind="statement" label="PDF" month={month} name={name} />}
    </>
  ),
});

function Download(props: { kind: string; label: string; month: string; name: string }): ReactNode {
  const { kind, label, month, name } = props;
  return (
    <a
      className="btn"
      href={`/api/loans/download${kind}?${new URLSearchParams({ month, name })}`}
      download=""
      aria-label={`Download ${label}`}
    >
      <Icon name={kind === "statement" ? "file-text" : "download"} />
      <span className="label">{label}</span>
    </a>
  );
}

/** The month with its neighbours; none lies after today's. */
function Months({ month, name, today }: Loaded): ReactNode {
  const before = addMonths(`${month}-01`, -1).slice(0, 7), after = addMonths(`${month}-01`, 1).slice(0, 7);
  return (
    <nav className="row" aria-label="Month">
      <a className="btn slim no-print" href={addressOf(before, name)}>
        <Icon name="chevron-left" />
        {formatMonth(before)}
      </a>
      <b aria-current="true">{formatMonth(month)}</b>
      {after <= today.slice(0, 7) && (
        <a className="btn slim no-print" href={addressOf(after, name)}>{formatMonth(after)}</a>
      )}
    </nav>
  );
}

function Everybody(data: Loaded): ReactNode {
  const { names, rows, month, alike } = data, byName = linesByName(rows);
  const received = rows.reduce((sum, row) => sum + row.received, 0);
  const ours = rows.reduce((sum, row) => sum + row.ours, 0);
  return (
    <div className="statement">
      <Months {...data} />
      {alike.map((sentence) => <Notice key={sentence} band="yellow">{sentence}</Notice>)}
      {names.length === 0
        ? <Empty title="No participants yet" text="Name them on a loan: More, then Participants." />
        : (
          <DataTable
            caption={`What participants get of the payments of ${formatMonth(month)}`}
            head={
              <tr>
                <th scope="col">Participant</th>
                <th scope="col" className="numeric">Payments</th>
                <th scope="col" className="numeric">Share</th>
              </tr>
            }
          >
            {names.map((name) => {
              const lines = byName.get(name) ?? [];
              return (
                <tr key={name}>
                  <th scope="row" className="row-title">
                    <a href={addressOf(month, name)}>{name}</a>
                  </th>
                  <td className="numeric">{paymentsText(lines)}</td>
                  <td className="numeric">{totalText(lines)}</td>
                </tr>
              );
            })}
            <tr>
              <th scope="row" className="row-title">Ours, held by no participant</th>
              <td className="numeric">{paymentsText(rows)}</td>
              <td className="numeric">{moneyOfCents(ours)}</td>
            </tr>
            <tr>
              <th scope="row" className="row-title">Received on loans with participants</th>
              <td className="numeric">{paymentsText(rows)}</td>
              <td className="numeric">
                <b>{moneyOfCents(received)}</b>
              </td>
            </tr>
          </DataTable>
        )}
      <p className="small mute">{SHARE_RULE}</p>
    </div>
  );
}

function Statement(data: Loaded): ReactNode {
  const { name, month, rows, credits } = data;
  const lines = linesOf(rows, name);
  return (
    <div className="statement">
      <Months {...data} />
      <Strip
        label="In short"
        groups={[
          <Fig key="name" label="Participant" className="first full-row">{name}</Fig>,
          <Fragment key="sums">
            <Fig label="Payments">{paymentsText(lines)}</Fig>
            <Fig label="Share">{totalText(lines)}</Fig>
          </Fragment>,
        ]}
      />
      {lines.length === 0
        ? (
          <Empty
            title="No payments this month"
            text={`Nothing came in on the loans of ${name} in ${formatMonth(month)}.`}
          />
        )
        : <PrintedTable table={statementTable(lines)} caption={`Payments of ${formatMonth(month)}`} />}
      <p className="small mute">{SHARE_RULE}</p>
      {credits.length > 0 && (
        <section aria-labelledby="credits">
          <h2 id="credits" className="subheading">Paid to the account</h2>
          <PrintedTable table={creditsTable(credits)} caption={`Credits for ${formatMonth(month)}`} />
        </section>
      )}
    </div>
  );
}
