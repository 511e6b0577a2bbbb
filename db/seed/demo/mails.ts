/** The demo's outbox: campaigns and touch-base as they left. Nothing in it is ever sent. */
import { BOUNCE_REASON, type DemoSent } from "./campaigns.ts";
import type { DemoContact } from "./people.ts";
import { campaignMail, personalised } from "../../../lib/domain/mail/campaign_mail.ts";
import type { MailText } from "../../../lib/domain/mail/mail.ts";
import { TOUCH_BASE_KEY, touchBaseMail } from "../../../lib/domain/mail/touch_base.ts";
import type { RenderedMail } from "../../../lib/domain/ports.ts";
import type { mails, touchBaseQueue } from "../../schema/mod.ts";
import { CAMPAIGN_TEXTS } from "./campaign_texts.ts";
import { TOUCH_BASE_TEMPLATES } from "./touch_base.ts";

export interface DemoMailer {
  render(mail: MailText): RenderedMail;
  /** The lender's name. */
  lender: string;
  /** The portal's own address, without a slash at its end. */
  publicUrl: string;
  /** Where a broker ends the mails. */
  unsubscribeUrl(accountId: number): string;
}

type MailRow = typeof mails.$inferInsert;

/** How often the outbox tries before it gives up. */
const MOST_TRIES = 12;
/** When the mail service reports a mail as delivered, after it left. */
const REPORT_MS = 8_000;

/** Rows of the outbox. */
export function demoMails(
  sent: readonly DemoSent[],
  queue: readonly (typeof touchBaseQueue.$inferInsert)[],
  contacts: readonly DemoContact[],
  { render, lender, unsubscribeUrl }: DemoMailer,
): MailRow[] {
  const row = (mail: RenderedMail, to: DemoContact, at: number, more: Pick<MailRow, "idempotencyKey" | "kind">) => ({
    ...personalised(mail, { ...to, lender }, unsubscribeUrl(to.id)),
    ...more,
    to: to.email,
    status: "sent" as const,
    tries: 1,
    dueAt: at,
    sentAt: at,
    createdAt: at,
    providerId: `demo-${more.idempotencyKey}`,
    outcome: "delivered" as const,
    outcomeAt: at + REPORT_MS,
  });
  const campaigns = CAMPAIGN_TEXTS.map((text) => render(campaignMail(text)));
  const templates = TOUCH_BASE_TEMPLATES.map((template) => render(touchBaseMail(template)));
  const rows = sent.map(({ campaignId, at, contact, mailKey, fate }): MailRow => {
    const made = row(campaigns[campaignId - 1], contact, at, { idempotencyKey: mailKey, kind: "campaign" });
    if (fate === "bounced") return { ...made, outcome: "bounced", outcomeReason: BOUNCE_REASON };
    if (fate === "delivered") return made;
    const error = "The recipient's mail server did not answer.";
    const none = { sentAt: null, providerId: null, outcome: null, outcomeAt: null };
    return { ...made, ...none, status: "failed", tries: MOST_TRIES, error };
  });
  for (const { id, accountId, templateId, sent: done, skip, sentDate } of queue) {
    const to = contacts.find((contact) => contact.id === accountId);
    if (!to || !done || skip || !sentDate) continue;
    rows.push(
      row(templates[templateId! - 1], to, sentDate, { idempotencyKey: `${TOUCH_BASE_KEY}${id}`, kind: "touchBase" }),
    );
  }
  return rows;
}
