import type { ReactNode } from "react";
import { type DuePayments, listDuePayments } from "../../lib/features/servicing/mod.ts";
import { ReceivePayments } from "../../islands/servicing/ReceivePayments.tsx";
import { PrintButton } from "../../islands/shell/PrintButton.tsx";
import { formatDate, isCalendarDate } from "../../lib/domain/dates.ts";
import { daysAround } from "../../lib/domain/picker_days.ts";
import { countText, moneyOfCents } from "../../lib/domain/money.ts";
import { bookQuery } from "../../lib/schemas/servicing/book.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { TextField } from "../../lib/ui/field.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Empty } from "../../lib/ui/states.tsx";

const PATH = "/dashboard/duepayments";

/** The payments due on a day, to mark as received (lending rules 14). */
export const duePaymentsPage = page({
  path: PATH,
  permission: "manageLoans",
  title: "Payments due",
  shell: "dashboard",
  load: (ctx, { query }) => listDuePayments(ctx, isCalendarDate(query.day) ? query.day : ""),
  actions: () => (
    <>
      <Island of={PrintButton} />
      <a className="btn" href="/dashboard/bankpayments">
        <Icon name="upload" />
        <span className="label">From the bank</span>
      </a>
      <a className="btn" href="/dashboard/transfers">
        <Icon name="landmark" />
        <span className="label">Debits</span>
      </a>
      <a className="btn" href={bookQuery.address(bookQuery.defaults, { view: "calendar" })}>
        <Icon name="calendar" />
        <span className="label">Calendar</span>
      </a>
    </>
  ),
  view: DueScreen,
});

function DueScreen({ today, day, rows, found, stale }: DuePayments): ReactNode {
  const unpaid = rows.filter(({ left, receipt }) => left > 0 && receipt === null);
  const sum = (of: readonly { due: number; left: number }[], part: "due" | "left") =>
    of.reduce((total, row) => total + row[part], 0);
  return (
    <>
      {stale > 0 && (
        <Notice>
          Some ledgers are still being brought up to today. Reload the page in a minute to see all payments.
        </Notice>
      )}
      {found > rows.length && (
        <Notice>
          {`The first ${rows.length} of ${countText(found)} payments. The others follow once these are marked.`}
        </Notice>
      )}
      <Strip
        label="Payments due on the day"
        groups={[
          <Fig key="day" label="Due on" className="first">{formatDate(day)}</Fig>,
          <Fig key="all" label={`Due: ${rows.length}`}>{moneyOfCents(sum(rows, "due"))}</Fig>,
          <Fig key="unpaid" label={`Unpaid: ${unpaid.length}`}>{moneyOfCents(sum(unpaid, "left"))}</Fig>,
        ]}
      />
      <div className="filters">
        <FilterForm className="contents" label="Payments due" action={PATH} preserved={{}}>
          <TextField
            id="due-on"
            label="Due on"
            type="date"
            name="day"
            defaultValue={day}
            {...daysAround(today, { only: "past", current: day })}
          />
        </FilterForm>
      </div>
      {rows.length > 0
        ? <Island of={ReceivePayments} key={day} day={day} today={today} rows={rows} />
        : (
          <Empty title="No payment fell due on this day" text="The calendar shows on which days payments fall due.">
            <a className="btn" href={bookQuery.address(bookQuery.defaults, { view: "calendar" })}>Open the calendar</a>
          </Empty>
        )}
    </>
  );
}
