import type { ReactNode } from "react";
import { EmailEditor } from "../../islands/mail/EmailEditor.tsx";
import { formatInstant } from "../../lib/domain/dates.ts";
import { notFound } from "../../lib/domain/refusal.ts";
import { getEmail, LEFT_OUT, type LeftOut, listRecipients } from "../../lib/features/mail/mod.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";

type Recipient = { id: number; name: string; why: LeftOut | null };

/** One campaign (loans specification 2.9): its text, who gets it, when it goes out, and what became of it. */
export const viewEmailPage = page({
  path: "/dashboard/viewemail",
  permission: "manageLoans",
  shell: "dashboard",
  async load(ctx, { query }) {
    if (!/^\d{1,9}$/.test(query.id ?? "")) throw notFound("email");
    return { email: await getEmail(ctx, Number(query.id)), recipients: await listRecipients(ctx), now: ctx.now };
  },
  title: ({ email }) => email.name,
  view: ({ email, recipients, now, site }) => (
    <div className="email-page">
      <a className="small" href="/dashboard/emails">All emails</a>
      <Island
        of={EmailEditor}
        email={email}
        recipients={recipients.filter(({ why }) => why === null).length}
        address={site.lender.address ?? ""}
        now={now}
      />
      <Runs email={email} />
      <Recipients all={recipients} />
    </div>
  ),
});

function Runs({ email }: { email: Awaited<ReturnType<typeof getEmail>> }): ReactNode {
  const { runs, lastRan, lastRecipients, mails } = email;
  if (runs === 0) return null;
  return (
    <section className="stack" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      <p>
        {`Run ${runs} began on ${formatInstant(lastRan)}, to ${lastRecipients} brokers. `}
        {`Of all runs' mails ${mails.sent} have left, ${mails.waiting} wait and ${mails.failed} failed.`}
      </p>
    </section>
  );
}

/** The number and the names before anything is sent, and why somebody is left out. */
function Recipients({ all }: { all: readonly Recipient[] }): ReactNode {
  const going = all.filter(({ why }) => why === null);
  const names = (list: readonly Recipient[]) => list.map(({ name }) => name).join(", ");
  return (
    <section className="stack" aria-labelledby="recipients-title">
      <h2 id="recipients-title">Recipients</h2>
      <p>
        <b>{going.length}</b>
        {` of ${all.length} brokers get it. Touch-base emails have to be on in a broker's account.`}
      </p>
      {going.length > 0 && <p className="small">{names(going)}</p>}
      {(Object.keys(LEFT_OUT) as LeftOut[]).map((why) => {
        const list = all.filter((one) => one.why === why);
        return list.length > 0 && (
          <p key={why} className="small">
            <b>{`${LEFT_OUT[why]}: ${list.length}`}</b> <span className="mute">{names(list)}</span>
          </p>
        );
      })}
    </section>
  );
}
