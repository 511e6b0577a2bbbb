import type { ReactNode } from "react";
import { getTransferFile, type TransferFileDetails } from "../../lib/features/servicing/mod.ts";
import { TransferActs } from "../../islands/servicing/TransferActs.tsx";
import { TransferRows } from "../../islands/servicing/TransferRows.tsx";
import { formatDate, formatInstant } from "../../lib/domain/dates.ts";
import { countOf, moneyOfCents } from "../../lib/domain/money.ts";
import { overSum, overText } from "../../lib/domain/servicing/transfers.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Facts, Fig, Strip } from "../../lib/ui/figures.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { fileName, FileState } from "./_transfer_tables.tsx";

/** One file of debits or credits: its rows, and what became of each (docs/decisions/pre-authorised-debit.md). */
export const transferFilePage = page({
  path: "/dashboard/transferfile",
  permission: "manageLoans",
  shell: "dashboard",
  title: ({ file }) => fileName(file),
  async load(ctx, { query }) {
    return await getTransferFile(ctx, { id: idOf(query.id, "file") });
  },
  actions: ({ file }) => (
    <a className="btn bare" href={`/dashboard/transfers?kind=${file.kind}`}>
      <Icon name="chevron-left" />
      <span className="label">Debits and credits</span>
    </a>
  ),
  view: FileScreen,
});

const sumOf = (rows: readonly { cents: number }[]): number => rows.reduce((sum, { cents }) => sum + cents, 0);

function Download({ id, as, label }: { id: number; as: "bank" | "csv"; label: string }): ReactNode {
  return (
    <a className="btn" href={`/api/loans/downloadtransfers?id=${id}&as=${as}`} download="">
      <Icon name="download" />
      {label}
    </a>
  );
}

function FileScreen({ file, rows, today, hasOriginator, over }: TransferFileDetails): ReactNode {
  const { day, payments, cents, madeAt, madeBy, downloadedAt, endedAt, endedBy, state, sha256 } = file;
  const open = state === "sent" ? rows.filter(({ problem }) => problem) : [];
  const posted = rows.filter(({ rowId, undone }) => rowId !== null && undone === null);
  const back = rows.filter(({ returnedOn, undone }) => returnedOn !== "" || undone === "nsf");
  return (
    <div className="stack">
      {open.length > 0 && (
        <Notice band="red">
          {`${countOf(open.length, "payment was", "payments were")} not posted: see why below. Mend that and post ` +
            "again, or record the money in the loan's ledger and mark it as settled."}
        </Notice>
      )}
      {over.length > 0 && (
        <Notice band="red">
          {`${
            overText(over)
          } If the bank does not have this file, undo it and make a new one. If it has it, mark it as ` +
            "sent: what is too much is then paid ahead, or shown here as not posted."}
        </Notice>
      )}
      {state === "made" && !hasOriginator && (
        <Notice>
          The bank's own format is not set up (EFT_ORIGINATOR_ID and what goes with it), so this file is CSV alone.
        </Notice>
      )}
      <Strip
        label="The file in short"
        groups={[
          <Fig key="day" label="Payment date" className="first">{formatDate(day)}</Fig>,
          <Fig key="sum" label={countOf(payments, "payment")}>{moneyOfCents(cents)}</Fig>,
          <Fig key="2" label="State">
            <FileState {...file} />
          </Fig>,
          ...back.length === 0
            ? []
            : [<Fig key="back" label={`${back.length} returned`}>{moneyOfCents(sumOf(back))}</Fig>],
        ]}
      />
      <div className="btn-row">
        {state !== "undone" && hasOriginator && <Download id={file.id} as="bank" label="Bank's file" />}
        {state !== "undone" && <Download id={file.id} as="csv" label="CSV" />}
        <Island
          of={TransferActs}
          id={file.id}
          state={state}
          wasDownloaded={downloadedAt !== null}
          posted={{ payments: posted.length, cents: sumOf(posted) }}
          over={overSum(over)}
        />
      </div>
      <TransferTable kind={file.kind} state={state} rows={rows} today={today} day={day} />
      <Facts
        facts={[
          ["Made", `${formatInstant(madeAt)}, ${madeBy}`],
          ["Downloaded first", downloadedAt === null ? "Not yet" : formatInstant(downloadedAt)],
          [
            state === "undone" ? "Undone" : "Marked as sent",
            endedAt !== null && `${formatInstant(endedAt)}, ${endedBy}`,
          ],
          ["SHA-256 of its bytes", <code key="hash">{sha256}</code>],
        ]}
      />
    </div>
  );
}

const TransferTable = (props: Parameters<typeof TransferRows>[0]): ReactNode => <Island of={TransferRows} {...props} />;
