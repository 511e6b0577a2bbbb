/** The demo's news of two months: what people would have heard of its loans. Never random. */
import { addDays, dateInToronto, DAY_MS, HOUR_MS, isCalendarDate } from "../../../lib/domain/dates.ts";
import type { News } from "../../../lib/domain/news/kinds.ts";
import type { accountRequests, news } from "../../schema/mod.ts";
import type { DemoLoan } from "./loan.ts";

/** How many days back it goes, and the age in days from which it counts as read. */
const DAYS = 60, UNREAD_DAYS = 10;

type NewsRow = typeof news.$inferInsert;
type Request = typeof accountRequests.$inferInsert;

/** Rows of the bell's list up to `now`, in milliseconds. `staff` are the ids of administrators and owners. */
export function demoNews(
  made: readonly DemoLoan[],
  requests: readonly Request[],
  staff: readonly number[],
  now: number,
) {
  const rows: NewsRow[] = [];
  const today = dateInToronto(now);
  const add = (accountId: number, { kind, data }: News, at: number, loanId: number | null) => {
    if (at > now || at < now - DAYS * DAY_MS) return;
    const readAt = at < now - UNREAD_DAYS * DAY_MS ? at + 2 * HOUR_MS : null;
    const key = `demo:${rows.length}`;
    rows.push({
      accountId,
      key,
      kind,
      loanId,
      data: JSON.stringify(data),
      at,
      readAt,
      mailing: "none",
    });
  };
  const noon = (day: string) => Date.parse(`${day}T17:00:00Z`);
  for (const { row, conditions } of made) {
    const id = row.id!, broker = row.brokerId!, status = row.adminComSelect;
    for (const person of staff) {
      add(person, { kind: "loanSubmitted", data: { amount: row.newLoanAmount ?? 0 } }, row.timestamp, id);
    }
    const titles = conditions.filter(({ restriction }) => restriction === "none").map(({ title }) => title);
    if (titles.length > 0) add(broker, { kind: "conditionsSet", data: { titles } }, row.timestamp + 20 * HOUR_MS, id);
    const accepted = conditions.filter(({ acceptedAt }) => acceptedAt).map(({ title }) => title);
    if (status === "NA" && accepted.length > 0) {
      add(broker, { kind: "conditionAccepted", data: { titles: accepted } }, row.timestamp + 3 * DAY_MS, id);
    }
    const [returned] = conditions.filter(({ returnReason }) => returnReason);
    if (returned?.returnedAt) {
      const data = { title: returned.title, reason: returned.returnReason ?? "" };
      add(broker, { kind: "conditionReturned", data }, returned.returnedAt, id);
    }
    if (status === "Declined") {
      const data = { from: "NA", to: "Declined", reason: row.declineReason ?? "" } as const;
      add(broker, { kind: "statusChanged", data }, row.updatedAt, id);
    }
    if (status === "Funded" && isCalendarDate(row.dateFunded)) {
      const data = { from: "NA", to: "Funded", reason: "" } as const;
      add(broker, { kind: "statusChanged", data }, noon(row.dateFunded), id);
    }
    if (status === "Funded" && isCalendarDate(row.reminderEmailDate) && row.reminderEmailDate < addDays(today, -1)) {
      const data = { day: row.maturityEmailDate ?? "" };
      for (const person of [broker, ...staff]) {
        add(person, { kind: "maturityReminder", data }, noon(row.reminderEmailDate), id);
      }
    }
  }
  requests.forEach(({ name, createdAt }, i) => {
    for (const person of staff) {
      add(person, { kind: "accountRequested", data: { requestId: i + 1, name } }, createdAt, null);
    }
  });
  return rows;
}
