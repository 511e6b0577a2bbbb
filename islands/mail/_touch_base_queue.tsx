import type { ReactNode } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import { confirmDialog } from "../../lib/client/question.ts";
import { toast } from "../../lib/client/toast.ts";
import { formatInstant } from "../../lib/domain/dates.ts";
import { EMAIL_SKIPPED, type QueuedMail, SKIP_QUESTION, type TouchBaseData } from "../../lib/domain/mail/touch_base.ts";
import { newestText } from "../../lib/domain/money.ts";
import { Band } from "../../lib/ui/band.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";

function When({ item }: { item: QueuedMail }): ReactNode {
  const { name, sent, skip, state, why, sentDate, sendsAt, emailId, sentId } = item;
  const more = sent === 1
    ? [why, sentDate === null ? "" : formatInstant(sentDate)].filter(Boolean).join(", ")
    : state === "Paused" || sendsAt === null
    ? ""
    : formatInstant(sendsAt);
  return (
    <span className="touch-when">
      <Icon
        name={sent === 0 ? (state === "Paused" || sendsAt === null ? "pause" : "clock") : skip === 1 ? "x" : "check"}
      />
      <span>
        {emailId === null ? state : (
          <a href={`/dashboard/tracking/${emailId}/${sentId}`}>
            {state}
            <span className="visually-hidden">{` to ${name}: what was done with it`}</span>
          </a>
        )}
        {more && <small>{more}</small>}
      </span>
    </span>
  );
}

/** Who hears next, and who has; only what waits can be skipped (loans specification 4.7). */
export function TouchBaseQueue(
  props: Pick<TouchBaseData, "que" | "settled" | "paused"> & { reload: () => Promise<void> },
): ReactNode {
  const { que: items, settled, paused, reload } = props;
  const part = newestText(items.filter(({ sent }) => sent === 1).length, settled);
  async function skip({ id, name }: QueuedMail): Promise<void> {
    if (!await confirmDialog(SKIP_QUESTION, { yes: "Skip", more: `${name} does not get this mail.`, risky: true })) {
      return;
    }
    const result = await callApi("/api/loans/skiptouchbaseemail", { id });
    if (result.response) toast(EMAIL_SKIPPED);
    else toast(result.reason ?? "Failed to update!", "bad");
    await reload();
    document.getElementById("touch-tab-queue")?.focus();
  }
  return (
    <>
      {paused && <Notice band="yellow" icon="pause">{paused}</Notice>}
      {items.length === 0
        ? <Empty title="Nobody is queued" text="Brokers who open and click often enough appear here by themselves." />
        : (
          <ul className="touch-queue" aria-label="Queue">
            {items.map((item) => (
              <li key={item.id} data-sent={item.sent === 1}>
                <span>
                  <a href={`/dashboard/viewbroker?id=${item.accountId}`}>{item.name}</a>{" "}
                  {item.rating === "elite" && <Band band="elite" word="Elite" />}
                  <small>{item.subject ?? "Its template was deleted"}</small>
                </span>
                <When item={item} />
                {item.sent === 0 && (
                  <button className="btn slim" type="button" onClick={() => skip(item)}>
                    Skip
                    <span className="visually-hidden">{` the mail to ${item.name}`}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      {part && <p className="small mute">{`Sent or skipped. ${part}`}</p>}
    </>
  );
}
