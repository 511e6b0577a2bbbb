import type { ReactNode } from "react";
import type { AccountListRow, AccountOrder } from "../../lib/features/brokers/mod.ts";
import { RATING_LABELS, roleLabel } from "../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { LicenceMark } from "../../lib/ui/accounts/licence_mark.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable, SortHead } from "../../lib/ui/table.tsx";
import { listHref, type ListQuery } from "./_query.ts";
import { whenText } from "./_when.ts";

const loanCount = (n: number) => n === 1 ? "1 loan" : `${n} loans`;

/** One account. Ratings and loans are a broker's: others have none to show. */
function Row(props: { row: AccountListRow; now: number }): ReactNode {
  const { row, now } = props;
  const broker = row.role === ROLE.broker;
  const summary = [
    row.licence && !row.licence.verified && "Licence not verified",
    roleLabel(row.role),
    row.brokerage,
    broker && row.totalLoans > 0 && loanCount(row.totalLoans),
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="l1">
        <a href={`/dashboard/viewbroker?id=${row.id}`}>{row.name}</a>
      </th>
      <td role="cell" className="off less">{broker ? roleLabel(row.role) : <b>{roleLabel(row.role)}</b>}</td>
      <td role="cell" className="off long">{row.brokerage}</td>
      <td role="cell" className="off one">
        <LicenceMark license={row.license} standing={row.licence} />
      </td>
      <td role="cell" className="r1">
        {broker && <Band band={row.rating} word={RATING_LABELS[row.rating]} />}
      </td>
      <td role="cell" className="num off">{broker && row.activeLoans}</td>
      <td role="cell" className="num off">{broker && row.totalLoans}</td>
      <td role="cell" className="off less one">
        {row.lastSignInAt === null ? <span className="mute">Never</span> : whenText(row.lastSignInAt, now)}
      </td>
      <td role="cell" className="off one">
        {broker &&
          (row.lastSubmissionAt === null ? <span className="mute">Never</span> : whenText(row.lastSubmissionAt, now))}
      </td>
      <td role="cell" className="r2">
        {row.status === 1 ? "Enabled" : (
          <Tag>
            <Icon name="lock" />Disabled
          </Tag>
        )}
      </td>
      <td role="cell" className="l2 fold-only">{summary.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** The accounts of one page; heads sort. */
export function AccountsTable(props: { rows: readonly AccountListRow[]; query: ListQuery; now: number }): ReactNode {
  const { rows, query, now } = props;
  const head = (by: AccountOrder, label: string, className?: string) => (
    <SortHead
      by={by}
      sort={{ by: query.sort, descending: query.descending }}
      href={({ descending }) => listHref(query, { sort: by, descending })}
      className={className}
    >
      {label}
    </SortHead>
  );
  return (
    <DataTable
      caption="Accounts"
      folds
      className="no-pick accounts"
      head={
        <tr role="row">
          {head("name", "Name")}
          {head("type", "Type", "less")}
          {head("brokerage", "Brokerage")}
          {head("licence", "Licence")}
          {head("rating", "Rating")}
          {head("active", "Active", "num")}
          {head("loans", "Loans", "num")}
          {head("signin", "Last sign-in", "less")}
          {head("submission", "Last submission")}
          {head("status", "Status")}
          <th role="columnheader" scope="col" className="fold-only">Details</th>
        </tr>
      }
    >
      {rows.map((row) => <Row key={row.id} row={row} now={now} />)}
    </DataTable>
  );
}
