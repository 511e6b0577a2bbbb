import type { ReactNode } from "react";
import { formatInstantDate } from "../../lib/domain/dates.ts";
import type { SuppressionReason } from "../../lib/domain/mail/outbox.ts";
import { type OutboxQuery, outboxQuery } from "../../lib/schemas/mail/outbox.ts";
import { EmailAddress } from "../../lib/ui/email_address.tsx";

type Suppressed = { email: string; why: SuppressionReason; reason: string; at: number };

const WHY = { bounced: "Bounced", complained: "Complained" } as const;

/** Addresses that get no campaigns, each with the way back; `more` says that there are others than those of `query`. */
export function SuppressedAddresses(
  { list, more, query }: { list: readonly Suppressed[]; more: boolean; query: OutboxQuery },
): ReactNode {
  const allow = `/api/loans/allowaddress?${outboxQuery.text(query)}`;
  return (
    <section className="stack" aria-labelledby="suppressed-title">
      <h2 id="suppressed-title">Addresses without campaigns</h2>
      <p className="small mute">
        Campaigns and touch-base emails leave these out. Codes and news of loans still go there, and may not arrive.
        {more && ` These are the newest ${list.length}: search for the beginning of another.`}
      </p>
      <ul className="suppressed">
        {list.map(({ email, why, reason, at }) => (
          <li key={email}>
            <span>
              <EmailAddress address={email} />
              <small className="mute">
                {[`${WHY[why]} on ${formatInstantDate(at)}`, reason].filter(Boolean).join(": ")}
              </small>
            </span>
            <form method="post" action={allow}>
              <input type="hidden" name="email" value={email} />
              <button className="btn slim" type="submit" aria-label={`Allow again: ${email}`}>Allow again</button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
