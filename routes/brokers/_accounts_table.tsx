import { countText, loanCountText } from "../../lib/domain/money.ts";
import type { ReactNode } from "react";
import type { AccountListRow } from "../../lib/features/brokers/mod.ts";
import { RATING_LABELS, roleLabel } from "../../lib/domain/accounts/account_values.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { type AccountListQuery, accountListQuery } from "../../lib/schemas/brokers/list.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { LicenceMark } from "../../lib/ui/accounts/licence_mark.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable, sortHeads } from "../../lib/ui/table.tsx";
import { whenText } from "./_when.ts";

/** One account. Only brokers have a rating and loans. */
function Row(props: { row: AccountListRow; now: number }): ReactNode {
  const { row, now } = props;
  const broker = row.role === ROLE.broker;
  const summary = [
    row.licence && !row.licence.verified && "Licence not verified",
    roleLabel(row.role),
    row.brokerage,
    broker && row.totalLoans > 0 && loanCountText(row.totalLoans),
  ];
  return (
    <tr role="row">
      <th role="rowheader" scope="row" className="row-title">
        <a href={`/dashboard/viewbroker?id=${row.id}`}>{row.name}</a>
      </th>
      <td role="cell" className="fold-hidden wide-list-only">
        {broker ? roleLabel(row.role) : <b>{roleLabel(row.role)}</b>}
      </td>
      <td role="cell" className="fold-hidden long-text">{row.brokerage}</td>
      <td role="cell" className="fold-hidden">
        <LicenceMark license={row.license} standing={row.licence} />
      </td>
      <td role="cell" className="row-value">
        {broker
          ? <Band band={row.rating} word={RATING_LABELS[row.rating]} />
          : <b className="narrow-list-only">{roleLabel(row.role)}</b>}
      </td>
      <td role="cell" className="numeric fold-hidden">{broker && countText(row.activeLoans)}</td>
      <td role="cell" className="numeric fold-hidden">{broker && countText(row.totalLoans)}</td>
      <td role="cell" className="fold-hidden wide-list-only nowrap">
        {row.lastSignInAt === null ? <span className="mute">Never</span> : whenText(row.lastSignInAt, now)}
      </td>
      <td role="cell" className="fold-hidden nowrap">
        {broker &&
          (row.lastSubmissionAt === null ? <span className="mute">Never</span> : whenText(row.lastSubmissionAt, now))}
      </td>
      <td role="cell" className="row-status">
        {row.status === 1 ? "Enabled" : (
          <Tag>
            <Icon name="lock" />Disabled
          </Tag>
        )}
      </td>
      <td role="cell" className="row-detail fold-only">{summary.filter(Boolean).join(", ")}</td>
    </tr>
  );
}

/** A page of accounts with sortable columns. */
export function AccountsTable(
  props: { rows: readonly AccountListRow[]; query: AccountListQuery; now: number },
): ReactNode {
  const { rows, query, now } = props;
  const head = sortHeads(accountListQuery, query);
  return (
    <DataTable
      caption="Accounts"
      folds
      className="no-pick accounts"
      head={
        <tr role="row">
          {head("name", "Name")}
          {head("type", "Type", "wide-list-only")}
          {head("brokerage", "Brokerage")}
          {head("licence", "Licence")}
          {head("rating", "Rating")}
          {head("active", "Active", "numeric")}
          {head("loans", "Loans", "numeric")}
          {head("signin", "Last sign-in", "wide-list-only")}
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
