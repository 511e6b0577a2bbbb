import type { ReactNode } from "react";
import {
  RETAINED_KINDS,
  type RetainedKind,
  type Retention,
  RETENTION_RULES,
  RETENTION_TIME,
  retentionFrom,
} from "../../lib/domain/operations/retention.ts";
import { Refusal } from "../../lib/domain/refusal.ts";
import { getRetention, type RetentionReport } from "../../lib/features/operations/mod.ts";
import { RetentionInput } from "../../lib/schemas/operations.ts";
import { changedHere } from "../../lib/server/changed_here.ts";
import { type FormState, page } from "../../lib/server/page.tsx";
import { parse } from "../../lib/server/parse.ts";
import { TextField } from "../../lib/ui/field.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { dueSentence, lastRunSentence, RetentionTable } from "./_retention_table.tsx";

const PATH = "/dashboard/retention";

interface Shown {
  report: RetentionReport;
  /** True for periods that were only tried. */
  tried: boolean;
  problem: FormState | null;
}

/** /dashboard/retention, for owners: how long things are kept, and what other periods would remove. */
export const retentionPage = page({
  path: PATH,
  permission: "operatePortal",
  title: "Retention",
  shell: "dashboard",
  async load(ctx, { query }): Promise<Shown> {
    const sent = RETAINED_KINDS.filter((kind) => kind in query);
    // What stayed as the form showed it is not asked: somebody may have saved another period meanwhile.
    const entered = changedHere(
      { ...Object.fromEntries(sent.map((kind) => [kind, query[kind]])), ...("seen" in query && { seen: query.seen }) },
      {},
    );
    const chosen = sent.filter((kind) => kind in entered);
    let tried: Partial<Retention> = {}, problem: FormState | null = null;
    try {
      // Standards stand for what is not asked: those in force are not known yet.
      const periods = parse(RetentionInput, { ...retentionFrom({}), ...entered });
      tried = Object.fromEntries(chosen.map((kind) => [kind, periods[kind]]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      problem = { values: entered, errors: error.fields ?? {}, reason: error.message };
    }
    return { report: await getRetention(ctx, tried), tried: sent.length > 0 && !problem, problem };
  },
  view: ({ report, tried, problem, form }) => (
    <div className="stack">
      {tried && (
        <Notice live>
          {`Only tried: with these periods the next run would remove ${dueSentence(report)}. Save to keep them.`}
        </Notice>
      )}
      <Periods report={report} state={form ?? problem} />
      <section className="stack" aria-labelledby="report-title">
        <h2 id="report-title">{tried ? "What these periods would remove" : "What would be removed now"}</h2>
        <RetentionTable report={report} />
        <p className="mute">{lastRunSentence(report.last)}</p>
      </section>
      <section className="stack" aria-labelledby="stays-title">
        <h2 id="stays-title">What is never removed by its age</h2>
        <p>
          Loans and who brought them, contracts and letters, ledgers and the bank’s files, files of a loan in the trash
          that was lent and never marked as repaid, the log of consent to mail and the account requests that were added
          (the sender proves consent for three years and longer: Canada’s anti-spam law), and every row of the trail of
          changes but sign-ins. A person’s data is erased on their account’s page.
        </p>
      </section>
    </div>
  ),
});

function Periods({ report, state }: { report: RetentionReport; state: FormState | null }): ReactNode {
  const periods = new Map(report.kinds.map(({ kind, period }) => [kind, period]));
  const inForce = Object.fromEntries(report.kinds.map(({ kind, inForce }) => [kind, String(inForce)]));
  const entered = changedHere(state?.values ?? {}, inForce);
  const value = (kind: RetainedKind) => entered[kind] ?? String(periods.get(kind));
  return (
    <form method="post" action="/api/loans/saveretention" className="stack" noValidate>
      {state && <Notice band="red" live>{state.reason}</Notice>}
      <input type="hidden" name="seen" value={JSON.stringify(inForce)} />
      <p>
        {`Each night after ${RETENTION_TIME} in Toronto the portal removes what is older than this. Nothing is removed before, and what ` +
          "was removed is only in backups made earlier."}
      </p>
      <div className="grid-fields">
        {RETAINED_KINDS.map((kind) => {
          const { title, unit, least, most } = RETENTION_RULES[kind];
          return (
            <TextField
              key={kind}
              id={`keep-${kind}`}
              name={kind}
              label={`${title}, ${unit}`}
              hint={`From ${least} to ${most}.`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={value(kind)}
              error={state?.errors[kind]}
              required
            />
          );
        })}
      </div>
      <div className="btn-row">
        <button className="btn primary" type="submit">Save</button>
        <button className="btn" type="submit" formMethod="get" formAction={PATH}>Show what would go</button>
      </div>
    </form>
  );
}
