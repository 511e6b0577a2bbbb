/** The consumer that turns events into mails, by the features' rules. */
import type { Consumer, Context, Tx } from "../../../db/mod.ts";
import type { StoredEvent } from "../../domain/events.ts";
import type { Mail, MailRule } from "../mail_rules.ts";
import { trackLoanMail } from "../tracking/mod.ts";
import { addMails } from "./_outbox.ts";

/** Renders the mails of each event and puts them into the queue; the mail worker sends them. */
export function mailConsumer(rules: readonly MailRule[]): Consumer {
  return {
    name: "mail",
    types: [...new Set(rules.map(({ on }) => on))],
    async handle(tx, ctx, event) {
      for (const rule of rules) {
        if (rule.on !== event.type) continue;
        for (const mail of await rule.mails(tx, ctx, event as never)) await queueMail(tx, ctx, event, mail);
      }
    },
  };
}

async function queueMail(tx: Tx, ctx: Context, event: StoredEvent, mail: Mail): Promise<void> {
  const { subject, html, text } = ctx.mail.render(mail.text);
  if (mail.to === null) return;
  const loanId = mail.loanId ?? ("loanId" in event ? event.loanId : null);
  const [queued] = await addMails(tx, ctx, [{
    idempotencyKey: mail.key ?? `${mail.kind}:${crypto.randomUUID()}`,
    kind: mail.kind,
    to: mail.to,
    replyTo: mail.replyTo ?? null,
    subject,
    html,
    text,
    loanId,
    dueAt: event.at,
    createdAt: mail.writtenAt ?? event.at,
  }]);
  if (queued !== undefined && loanId !== null) await trackLoanMail(tx, ctx, { id: queued, to: mail.to, loanId, html });
}
