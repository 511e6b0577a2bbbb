import { Fragment, type ReactNode } from "react";
import type { RecentMail } from "../../lib/features/mail/mod.ts";
import { WAITING_ID, waitingText } from "../../lib/domain/mail/touch_base.ts";
import { countText } from "../../lib/domain/money.ts";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { None } from "../../lib/ui/money.tsx";
import { keptText, shareText } from "./_share.tsx";

/** Campaigns of the last 30 days in figures, and whom mail reached. */
export function RecentStrip(
  { sent, kept, opened, clicked, unsubscribed, bounced, reached, brokers, waiting }: RecentMail,
): ReactNode {
  const share = (people: number) => shareText(people, sent) || <None />;
  return (
    <Strip
      label="Last 30 days"
      groups={[
        <Fragment key="sent">
          <Fig label="Sent in 30 days">
            {countText(sent)}
            {kept > 0 && <div className="small mute">{keptText({ kept, sent })}</div>}
          </Fig>
          <Fig label="Opened by people">{share(opened)}</Fig>
          <Fig label="Clicked">{share(clicked)}</Fig>
          <Fig label="Unsubscribed">{countText(unsubscribed)}</Fig>
          <Fig label="Bounced">{countText(bounced)}</Fig>
        </Fragment>,
        <Fragment key="brokers">
          <Fig label="Brokers reached">
            {`${countText(reached)} of ${countText(brokers)}`}
          </Fig>
          <Fig label="Touch-base">
            <span id={WAITING_ID}>{waitingText(waiting)}</span>
          </Fig>
        </Fragment>,
      ]}
    />
  );
}
