import { EmailEditor } from "../../islands/mail/EmailEditor.tsx";
import { EmailRun } from "../../islands/mail/EmailRun.tsx";
import { campaignText, NO_ADDRESS, NO_MAIL_SERVICE } from "../../lib/domain/mail/campaign.ts";
import { audienceOptions, getEmail, listRuns, reachOfEmail } from "../../lib/features/mail/mod.ts";
import { idOf } from "../../lib/server/id_of.ts";
import { Island } from "../../lib/server/island.tsx";
import { page } from "../../lib/server/page.tsx";
import { Icon } from "../../lib/ui/icon.tsx";
import { Notice } from "../../lib/ui/notice.tsx";
import { Tabs } from "../../lib/ui/tabs.tsx";
import { Runs } from "./_runs.tsx";

/** One campaign (loans specification 2.9): its text, who gets it, when it goes out, and what became of it. */
export const viewEmailPage = page({
  path: "/dashboard/viewemail",
  permission: "manageLoans",
  shell: "dashboard",
  async load(ctx, { query }) {
    const id = idOf(query.id, "email");
    const [email, reach, choices, runs] = await Promise.all([
      getEmail(ctx, id),
      reachOfEmail(ctx, id),
      audienceOptions(ctx),
      listRuns(ctx, id),
    ]);
    return { email, reach, choices, runs, now: ctx.now, leaves: ctx.mail.leaves };
  },
  title: ({ email }) => email.name,
  actions: () => (
    <a className="btn bare" href="/dashboard/emails" aria-label="All emails">
      <Icon name="chevron-left" />
      <span className="label">All emails</span>
    </a>
  ),
  view: ({ email, reach, choices, runs, now, leaves, site }) => {
    const { id, active, state, progress, sendAt, savedAt } = email;
    return (
      <div className="email-page">
        {active && !site.lender.address && <Notice band="yellow">{NO_ADDRESS}</Notice>}
        {!leaves && (active || progress !== null) && <Notice band="yellow">{NO_MAIL_SERVICE}</Notice>}
        <Tabs
          label="On this page"
          spy
          tabs={[
            { href: "#message", label: "Message" },
            { href: "#recipients", label: "Recipients", count: reach.going },
            { href: "#schedule", label: "Schedule" },
            { href: "#checks", label: "Checks" },
            { href: "#preview", label: "Preview" },
            ...runs.runs.length > 0 ? [{ href: "#runs", label: "Runs", count: email.runs }] : [],
          ]}
        />
        <Island of={EmailRun} id={id} life={{ active, sendAt, runs: email.runs, now, state, progress }} />
        <Island
          of={EmailEditor}
          id={id}
          email={{ ...campaignText(email), savedAt }}
          sendTime={email.sendTime}
          locked={active || progress !== null}
          isDraft={state === "Draft"}
          reach={reach}
          choices={choices}
          address={site.lender.address ?? ""}
          leaves={leaves}
          now={now}
        />
        <Runs runs={runs.runs} trackedId={runs.trackedId} />
      </div>
    );
  },
});
