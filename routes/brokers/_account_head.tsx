import type { ReactNode } from "react";
import { RATING_LABELS, roleLabel } from "../../lib/domain/accounts/account_values.ts";
import { countText } from "../../lib/domain/money.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { accountListQuery } from "../../lib/schemas/brokers/list.ts";
import type { viewAccount } from "../../lib/features/brokers/mod.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Fig } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { whenText } from "./_when.ts";

/** The way back to the list of accounts. */
export const BackToBrokers = (): ReactNode => (
  <a className="btn bare" href={accountListQuery.path}>
    <Icon name="chevron-left" />
    <span className="label">All brokers</span>
  </a>
);

/** An account at a glance, above its form: rating, status, loans and when it was last used. */
export function AccountHead(
  props: { account: Awaited<ReturnType<typeof viewAccount>>["account"]; now: number },
): ReactNode {
  const { account, now } = props;
  const isBroker = account.role === ROLE.broker;
  const when = (at: number | null) => at === null ? <span className="mute">Never</span> : whenText(at, now);
  return (
    <dl className="row wide-gap" aria-label="The account at a glance">
      <Fig label="Role">{roleLabel(account.role)}</Fig>
      {isBroker && (
        <Fig label="Rating">
          <Band band={account.rating} word={RATING_LABELS[account.rating]} />
        </Fig>
      )}
      <Fig label="Status">
        {account.status === 1 ? "Enabled" : (
          <Tag>
            <Icon name="lock" />Disabled
          </Tag>
        )}
      </Fig>
      {isBroker && (
        <>
          <Fig label="Active loans">{countText(account.activeLoans)}</Fig>
          <Fig label="Loans">
            {account.totalLoans > 0 ? <a href="#loans">{countText(account.totalLoans)}</a> : 0}
          </Fig>
          <Fig label="Last submission">{when(account.lastSubmissionAt)}</Fig>
        </>
      )}
      <Fig label="Last sign-in">{when(account.lastSignInAt)}</Fig>
    </dl>
  );
}
