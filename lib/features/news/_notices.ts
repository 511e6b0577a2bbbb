/** The news that each event makes, and for whom. */
import { eq } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { EventType, StoredEvent } from "../../domain/events.ts";
import { brokerStatusLabel } from "../../domain/loans/broker_view.ts";
import type { News } from "../../domain/news/kinds.ts";

/** News with its readers: the loan's broker or the one it is about, staff or owners, but never who did it. */
export interface Notice {
  news: News;
  key: string;
  loanId: number | null;
  /** The broker it is about where it is about no loan. */
  accountId?: number;
  toBroker: boolean;
  toStaff: boolean;
  /** To the account itself, whatever its role; to every owner. */
  toSelf?: true;
  toOwners?: true;
  /** The person whom owners' news is about: notified by a mail of its own. */
  leaveOut?: number;
  by: number | null;
}

type NoticesByEvent = { [T in EventType]?: (event: StoredEvent<T>, tx: Tx) => Notices | Promise<Notices> };
type Notices = Notice | Notice[] | null;

const toBroker = { toBroker: true, toStaff: false };
const toStaff = { toBroker: false, toStaff: true, by: null };

const NOTICES: NoticesByEvent = {
  "loan.statusChanged": ({ id, loanId, from, to, reason, by }) =>
    brokerStatusLabel(from) === brokerStatusLabel(to)
      ? null
      : { news: { kind: "statusChanged", data: { from, to, reason } }, key: `event:${id}`, loanId, ...toBroker, by },
  "conditions.set": ({ id, loanId, titles, ids, by }) => (
    { news: { kind: "conditionsSet", data: { titles, ids } }, key: `event:${id}`, loanId, ...toBroker, by }
  ),
  "condition.returned": ({ id, loanId, title, reason, conditionId }) => {
    const data = { title, reason, ...(conditionId !== undefined && { id: conditionId }) };
    return { news: { kind: "conditionReturned", data }, key: `event:${id}`, loanId, ...toBroker, by: null };
  },
  "condition.accepted": ({ id, loanId, title, conditionId, by }) => {
    const data = { titles: [title], ...(conditionId !== undefined && { ids: [conditionId] }) };
    return { news: { kind: "conditionAccepted", data }, key: `event:${id}`, loanId, ...toBroker, by };
  },
  "commitment.ready": ({ id, loanId, letter, day, by }) => (
    { news: { kind: "commitmentReady", data: { letter, day } }, key: `event:${id}`, loanId, ...toBroker, by }
  ),
  "reminder.due": ({ reminder: { key, day: _day, loanId, accountId, ...news } }) => (
    { news, key, loanId, accountId: accountId ?? undefined, toBroker: true, toStaff: true, by: null }
  ),
  "loan.submitted": ({ id, loanId, byBroker, amount }) => (
    byBroker ? { news: { kind: "loanSubmitted", data: { amount } }, key: `event:${id}`, loanId, ...toStaff } : null
  ),
  "account.requested": async ({ id, requestId }, tx) => {
    const request = requestId === null
      ? undefined
      : await tx.select().from(accountRequests).where(eq(accountRequests.id, requestId)).get();
    if (!request || request.closedAt !== null) return null;
    const data = { requestId: request.id, name: request.name };
    return { news: { kind: "accountRequested", data }, key: `event:${id}`, loanId: null, ...toStaff };
  },
  "account.factorChanged": async ({ id, at, accountId, change, left, by }, tx) => {
    const account = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId)).get();
    if (!account) return null;
    // Further guesses: once a day, as the mail about them.
    const key = change === "guessed" ? `guessed:${dateInToronto(at)}:${accountId}` : `event:${id}`;
    const about = { loanId: null, accountId, toBroker: false, toStaff: false };
    const other = { change, left, accountId, name: account.name };
    return [
      { ...about, news: { kind: "ownSignIn", data: { change, left } }, key, toSelf: true, by: null },
      {
        ...about,
        news: { kind: "otherSignIn", data: other },
        key,
        toOwners: true,
        leaveOut: accountId,
        by: by ?? null,
      },
    ];
  },
};

/** The types of events that are news. */
export const NOTICE_TYPES = Object.keys(NOTICES) as EventType[];

/** The news of an event; none where it interests nobody. */
export async function noticesOf(tx: Tx, event: StoredEvent): Promise<Notice[]> {
  const notices = NOTICES[event.type] as ((event: StoredEvent, tx: Tx) => Notices | Promise<Notices>) | undefined;
  return [await notices?.(event, tx) ?? []].flat();
}
