import type { ReactNode } from "react";
import { getTransfers, type TransfersView } from "../../lib/features/servicing/mod.ts";
import { MakeTransfers } from "../../islands/servicing/MakeTransfers.tsx";
import { isBusinessDay } from "../../lib/domain/business_days.ts";
import { addDays, formatDate } from "../../lib/domain/dates.ts";
import { countText, moneyOfCents } from "../../lib/domain/money.ts";
import { pageOf } from "../../lib/domain/paging.ts";
import { newestMonth, TRANSFER_DAYS_AHEAD, TRANSFERS_MAX } from "../../lib/domain/servicing/transfers.ts";
import { TransferPages } from "../../lib/schemas/servicing/transfer_pages.ts";
import { TransfersQuery } from "../../lib/schemas/servicing/transfers.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { SelectField, TextField } from "../../lib/ui/field.tsx";
import { FilterForm } from "../../lib/ui/filter_form.tsx";
import { Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Pager } from "../../lib/ui/pager.tsx";
import { Empty } from "../../lib/ui/states.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { LeftOutTable, TransferFiles } from "./_transfer_tables.tsx";

const PATH = "/dashboard/transfers";
const ARREARS = [{ value: "false", label: "Payments of the day alone" }, { value: "true", label: "With arrears" }];

/** Files of debits and credits for the bank, and what the next one holds (docs/decisions/pre-authorised-debit.md). */
export const transfersPage = page({
  path: PATH,
  permission: "manageLoans",
  title: "Debits and credits",
  shell: "dashboard",
  async load(ctx, { query }) {
    const asked = parse(TransferPages, query);
    return { ...await getTransfers(ctx, parse(TransfersQuery, query), asked.files), asked };
  },
  actions: () => (
    <a className="btn" href="/dashboard/returns">
      <Icon name="upload" />
      <span className="label">Returns from the bank</span>
    </a>
  ),
  view: TransfersScreen,
});

type Loaded = TransfersView & { asked: TransferPages };

function TransfersScreen(data: Loaded): ReactNode {
  const { request, asked, canKeep, files, oldSeals, problem, rows, stale } = data, isDebit = request.kind === "debit";
  const sum = rows.reduce((total, { cents }) => total + cents, 0);
  const next = pageOf(rows, asked.page, TRANSFERS_MAX), leftOut = pageOf(data.leftOut, asked.leftOut);
  const turned = (to: Partial<TransferPages>) =>
    `${PATH}?${new URLSearchParams(Object.entries({ ...request, ...asked, ...to }).map(([k, v]) => [k, String(v)]))}`;
  return (
    <>
      {!canKeep && (
        <Notice band="yellow">
          No key for bank details is set, so none can be entered and no file can be made. The portal’s operator sets
          BANK_DETAILS_KEY, as the operations guide says.
        </Notice>
      )}
      {oldSeals !== null && (
        <Notice>
          {oldSeals === 0
            ? "Nothing is sealed with the old key any more: BANK_DETAILS_OLD_KEY can be taken out."
            : `Sealed with the old key still: ${
              countText(oldSeals)
            }. Leave BANK_DETAILS_OLD_KEY set until this says that it can go.`}
        </Notice>
      )}
      {stale > 0 && (
        <Notice>
          Some ledgers are still being brought up to today. Reload the page in a minute to see all payments.
        </Notice>
      )}
      <Tabs
        label="Kind of file"
        tabs={[
          { href: `${PATH}?kind=debit`, label: "Debits of borrowers", here: isDebit },
          { href: `${PATH}?kind=credit`, label: "Credits to participants", here: !isDebit },
        ]}
      />
      <Strip
        label="The next file"
        groups={[
          <Fig key="day" label="Payment date" className="first">{formatDate(request.day)}</Fig>,
          <Fig key="all" label={`${isDebit ? "To collect" : "To pay"}: ${countText(rows.length)}`}>
            {moneyOfCents(sum)}
          </Fig>,
          <Fig key="out" label="Left out">{leftOut.found === 0 ? "None" : countText(leftOut.found)}</Fig>,
        ]}
      />
      <Ask {...data} />
      {problem && <Notice band="red">{problem}</Notice>}
      {!problem && !isBusinessDay(request.day) && (
        <Notice band="yellow">
          {`${formatDate(request.day)} is no business day: banks move the money on the next one.`}
        </Notice>
      )}
      {rows.length > 0
        ? (
          <>
            {next.pages > 1 && (
              <Notice>{`A file takes ${TRANSFERS_MAX} payments: each page here makes one of its own.`}</Notice>
            )}
            <Island of={MakeTransfers} key={JSON.stringify([request, next.page])} request={request} rows={next.rows} />
            <Pager page={next.page} pages={next.pages} href={(page) => turned({ page })} what="payments" />
          </>
        )
        : !problem && (
          <Empty
            title={isDebit ? "Nothing to collect on this day" : "Nothing to pay for this month"}
            text={isDebit
              ? "Choose a day on which payments fall due. Bank details are entered on a loan's ledger."
              : "Choose another month. Bank details are entered on a participant's statement."}
          >
            <a className="btn" href={isDebit ? "/dashboard/servicing?view=calendar" : "/dashboard/participants"}>
              {isDebit ? "Open the calendar" : "Open the participants"}
            </a>
          </Empty>
        )}
      <div className="stack transfer-lists">
        {leftOut.found > 0 && (
          <div>
            <LeftOutTable rows={leftOut.rows} />
            <Pager
              page={leftOut.page}
              pages={leftOut.pages}
              href={(page) => `${turned({ leftOut: page })}#left-out`}
              what="those left out"
            />
          </div>
        )}
        {files.length > 0 && (
          <div>
            <TransferFiles files={files} />
            <Pager {...data.filesPage} href={(page) => `${turned({ files: page })}#files`} what="files" />
          </div>
        )}
      </div>
    </>
  );
}

/** What the next file is asked for. */
function Ask({ request, today }: TransfersView): ReactNode {
  const isDebit = request.kind === "debit";
  return (
    <div className="filters">
      <FilterForm className="contents" label="The next file" action={PATH} preserved={{ kind: request.kind }}>
        <TextField
          id="payment-date"
          label="Payment date"
          type="date"
          name="day"
          defaultValue={request.day}
          min={today}
          max={addDays(today, TRANSFER_DAYS_AHEAD)}
        />
        {isDebit
          ? (
            <SelectField
              id="with-arrears"
              label="Arrears"
              name="arrears"
              choices={ARREARS}
              defaultValue={request.arrears ? "true" : "false"}
            />
          )
          : (
            <TextField
              id="month-of-shares"
              label="Shares of"
              type="month"
              name="month"
              defaultValue={request.month}
              max={newestMonth(today)}
            />
          )}
      </FilterForm>
    </div>
  );
}
