import type { ReactNode } from "react";
import { formatInstant } from "../../lib/domain/dates.ts";
import { fileSizeText } from "../../lib/domain/files/file_size.ts";
import { countOf } from "../../lib/domain/money.ts";
import { durationText, jobLabel } from "../../lib/domain/operations/status_text.ts";
import { getStatus, lastRun, type PortalStatus } from "../../lib/features/operations/mod.ts";
import { buildId } from "../../lib/server/build_id.ts";
import { referenceOf } from "../../lib/server/failure.ts";
import { page } from "../../lib/server/page.tsx";
import { ERRORS_MOST } from "../../lib/server/recent_errors.ts";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tag } from "../../lib/ui/states.tsx";
import { DataTable } from "../../lib/ui/table.tsx";
import { FailedEvents } from "./_failed_events.tsx";
import { lastRunSentence } from "./_retention_table.tsx";

/** The portal's status, for owners: configuration, backups, jobs, and the errors of the last day. */
export const statusPage = page({
  path: "/dashboard/status",
  permission: "operatePortal",
  title: "Status",
  shell: "dashboard",
  async load(ctx) {
    const [status, last] = await Promise.all([getStatus(ctx), lastRun(ctx.db)]);
    return { status, last, program: { build: buildId(), deno: Deno.version.deno } };
  },
  view: ({ status, last, program, form }) => (
    <div className="stack">
      {form?.reason && <Notice band="yellow" live>{form.reason}</Notice>}
      <Warnings status={status} />
      {status.failedEvents.count > 0 && <FailedEvents {...status.failedEvents} />}
      <section aria-labelledby="facts-title" className="stack">
        <h2 id="facts-title">What it runs on</h2>
        <Facts status={status} program={program} />
      </section>
      <section aria-labelledby="jobs-title" className="stack">
        <h2 id="jobs-title">Scheduled work</h2>
        <Jobs jobs={status.jobs} />
      </section>
      <section aria-labelledby="retention-title" className="stack">
        <h2 id="retention-title">Removed by age</h2>
        <p>
          {`${lastRunSentence(last)} `}
          <a href="/dashboard/retention">Periods and report</a>
        </p>
      </section>
      <section aria-labelledby="errors-title" className="stack">
        <h2 id="errors-title">Errors of the last 24 hours</h2>
        {status.errors.length >= ERRORS_MOST && (
          <p className="small">{`The newest ${ERRORS_MOST}. The log has all.`}</p>
        )}
        <Errors errors={status.errors} />
      </section>
    </div>
  ),
});

/** Problems that need an owner's attention, if any. */
function Warnings({ status: { backups, mail } }: { status: PortalStatus }): ReactNode {
  return (
    <>
      {backups !== null && backups.gone !== null && (
        <Notice band="yellow">
          {`The newest backup, of ${
            formatInstant(backups.gone)
          }, is not where BACKUP_URL leads any more, nor is a newer `}
          one: is the disk mounted? The portal makes none there until it is back. Where the place was emptied on
          purpose, its operator runs <code>deno task backup --begin-anew</code>.
        </Notice>
      )}
      {backups?.overdue && backups.gone === null && (
        <Notice band="yellow">
          {lastBackupText(backups.last)}
          {" Ask the portal’s operator to look at the line “Backup” below; the next try is within the hour."}
        </Notice>
      )}
      {backups !== null && backups.damagedObjects > 0 && (
        <Notice band="yellow">
          {`${damagedText(backups.damagedObjects)}, so those cannot be restored whole. The newest is not among them. `}
          Ask the portal’s operator to look at the disk or bucket of the backups; the log names the objects.
        </Notice>
      )}
      {backups !== null && backups.missingFiles > 0 && (
        <Notice band="yellow">
          {`${missingText(backups.missingFiles)} the newest backup: the storage has lost or damaged them. `}
          Ask the portal’s operator to run deno task verify, which names them, and to put them back.
        </Notice>
      )}
      {!backups && (
        <Notice>
          The portal makes no backups by itself. Set BACKUP_URL for a database file; a libSQL server has backups of its
          own.
        </Notice>
      )}
      {mail.stopped && (
        <Notice band="yellow">
          No mail leaves: {mail.stopped} <a href="/dashboard/outbox">Open the outbox</a>
        </Notice>
      )}
    </>
  );
}

const damagedText = (n: number): string =>
  n === 1 ? "1 object of earlier backups is damaged or lost" : `${n} objects of earlier backups are damaged or lost`;

const missingText = (n: number): string => n === 1 ? "1 file is not in" : `${n} files are not in`;

function lastBackupText(last: number | null | undefined): string {
  if (last === undefined) {
    return "The place of the backups could not be read yet, so nobody knows whether there is one.";
  }
  return last === null ? "There is no backup yet." : `The last backup is of ${formatInstant(last)}.`;
}

interface Program {
  /** Empty where it runs from its sources. */
  build: string;
  deno: string;
}

function Facts({ status, program }: { status: PortalStatus; program: Program }): ReactNode {
  const { schema, startedAt, database, storage, mail, backups } = status;
  const rows: [name: string, value: string, more: string][] = [
    [
      "Program",
      program.build ? `Build ${program.build}` : "From its sources",
      `Deno ${program.deno}, running since ${formatInstant(startedAt)}`,
    ],
    [
      "Database",
      database.kind,
      `${fileSizeText(database.bytes)}; ${schema.migrations} migrations, the newest of ${formatInstant(schema.at)}`,
    ],
    [
      "Files",
      storage.kind,
      `${countOf(storage.files, "file")}, ${fileSizeText(storage.bytes)}` +
      (storage.deletions > 0 ? `; still to be removed: ${storage.deletions}` : ""),
    ],
    ["Mail", mail.kind || "No service: mails stay in the outbox", `${mail.waiting} waiting, ${mail.failed} failed`],
    [
      "Backups",
      !backups
        ? "None by the portal itself"
        : backups.last
        ? formatInstant(backups.last)
        : backups.gone !== null
        ? "Not there any more"
        : backups.last === null
        ? "None yet"
        : "Not known: their place is not read yet",
      backups?.nextAt ? `The next from ${formatInstant(backups.nextAt)}` : "",
    ],
  ];
  return (
    <DataTable
      caption="What the portal runs on"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">Part</th>
          <th scope="col" role="columnheader">What it is</th>
          <th scope="col" role="columnheader">Details</th>
        </tr>
      }
    >
      {rows.map(([name, value, more]) => (
        <tr role="row" key={name}>
          <th role="rowheader" scope="row" className="row-title">{name}</th>
          <td role="cell" className="row-value">{value}</td>
          <td role="cell" className="row-detail">{more}</td>
        </tr>
      ))}
    </DataTable>
  );
}

const RESULTS = { waiting: "Waiting", ran: "Ran", done: "Done", failed: "Failed", running: "Running" } as const;

function Jobs({ jobs }: Pick<PortalStatus, "jobs">): ReactNode {
  return (
    <DataTable
      caption="Scheduled work, with its last and next turn"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">Work</th>
          <th scope="col" role="columnheader">Result</th>
          <th scope="col" role="columnheader">Last turn</th>
          <th scope="col" role="columnheader">Next turn</th>
          <th scope="col" role="columnheader" className="fold-only">Turns</th>
        </tr>
      }
    >
      {jobs.map(({ name, result, ranAt, nextAt, tookMs, failure, runsSince }) => {
        const last = ranAt === null
          ? "Not yet"
          : formatInstant(ranAt) + (tookMs > 0 ? `, ${durationText(tookMs)}` : "");
        const next = runsSince !== null
          ? `Running since ${formatInstant(runsSince)}`
          : nextAt === null
          ? "Within a minute"
          : formatInstant(nextAt);
        return (
          <tr role="row" key={name}>
            <th role="rowheader" scope="row" className="row-title">
              {jobLabel(name)}
              {failure && <div className="small mute">{failure}</div>}
            </th>
            <td role="cell" className="row-value">
              <Tag bad={failure !== ""}>{RESULTS[result]}</Tag>
            </td>
            <td role="cell" className="fold-hidden nowrap">{last}</td>
            <td role="cell" className="fold-hidden nowrap">{next}</td>
            <td role="cell" className="row-detail fold-only">{`Last: ${last}. Next: ${next}`}</td>
          </tr>
        );
      })}
    </DataTable>
  );
}

function Errors({ errors }: Pick<PortalStatus, "errors">): ReactNode {
  if (errors.length === 0) return <p className="mute">None in this process since it started.</p>;
  return (
    <DataTable
      caption="Errors, the newest first"
      folds
      className="no-pick"
      head={
        <tr role="row">
          <th scope="col" role="columnheader">What failed</th>
          <th scope="col" role="columnheader">When</th>
          <th scope="col" role="columnheader">Reason and reference</th>
        </tr>
      }
    >
      {errors.map(({ at, id, what, path, reason }, n) => (
        <tr role="row" key={n}>
          <th role="rowheader" scope="row" className="row-title">{path || what}</th>
          <td role="cell" className="row-value nowrap">{formatInstant(at)}</td>
          <td role="cell" className="row-detail long-text">
            {reason}
            {id && <div className="small mute">{`Reference ${referenceOf(id)}`}</div>}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
