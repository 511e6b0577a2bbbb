/** Mails that the law calls commercial: each with the way out in its header, tracked, and once in the outbox. */
import type { Context, Tx } from "../../../db/mod.ts";
import { personalised } from "../../domain/mail/campaign_mail.ts";
import type { RenderedMail } from "../../domain/ports.ts";
import { linksOf, rewriteLinks } from "../../domain/tracking/rewrite_links.ts";
import { type TrackedRun, trackRecipients } from "../tracking/mod.ts";
import { addMails } from "./_outbox.ts";
import { unsubscribeUrl } from "./_unsubscribe_link.ts";

export interface CommercialMail {
  to: { id: number; name: string; email: string; phone: string; brokerage: string };
  idempotencyKey: string;
  kind: string;
  /** Rendered with its placeholders: once for all who get it. */
  mail: RenderedMail;
  /** When it leaves, in milliseconds. */
  dueAt: number;
}

/** Writes a run's mails into the outbox. Who is in this run already gets no second one. */
export async function writeCommercialMails(
  tx: Tx,
  ctx: Context,
  run: Omit<TrackedRun, "recipients">,
  list: readonly CommercialMail[],
): Promise<void> {
  const made = list.map((one) => {
    const unsubscribe = unsubscribeUrl(ctx, one.to.id, run);
    const to = { ...one.to, lender: ctx.site.lender.name };
    return { ...one, unsubscribe, mail: personalised(one.mail, to, unsubscribe) };
  });
  const tracked = await trackRecipients(tx, ctx, {
    ...run,
    recipients: made.map(({ to, idempotencyKey, mail, unsubscribe }) => ({
      ...to,
      accountId: to.id,
      mailKey: idempotencyKey,
      links: linksOf(mail.html, [unsubscribe]),
    })),
  });
  const rows = made.flatMap(({ to, idempotencyKey, kind, dueAt, mail, unsubscribe }) => {
    const addresses = tracked.get(to.email.trim().toLowerCase());
    return addresses
      ? [{
        idempotencyKey,
        kind,
        to: to.email,
        replyTo: ctx.site.lender.contactEmail ?? null,
        ...mail,
        html: rewriteLinks(mail.html, addresses),
        headers: JSON.stringify({
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
        dueAt,
        createdAt: ctx.now,
      }]
      : [];
  });
  await addMails(tx, ctx, rows);
}
