/** The mails of the area conditions: their texts, and the events that send them. */
import { and, eq } from "drizzle-orm";
import { accounts, loans } from "../../../db/schema/mod.ts";
import type { Lender } from "../../domain/lender.ts";
import { hello, type MailText, writeTo } from "../../domain/mail/mail.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

export const CONDITION_MAIL_TEXTS = {
  /** To the broker: a condition was sent back, with the reason. */
  conditionReturned: (
    { name, clientCode, client, title, reason, link }: {
      name: string;
      clientCode: string;
      client: string;
      title: string;
      reason: string;
      link: string;
    },
    lender: Lender,
  ): MailText => ({
    subject: `${clientCode}: ${title} needs another look`,
    preview: reason.slice(0, 100),
    lines: [
      hello(name),
      {
        p: `We could not accept “${title}” for ${client || clientCode} as it is. It is open again on the loan's page.`,
      },
      { quote: reason },
      { button: "Open the conditions", to: link },
      { p: `Questions? Reply to this mail${lender.contactEmail ? ` or ${writeTo(lender)}` : ""}.`, mute: true },
    ],
  }),
};

const write = mailWriter(CONDITION_MAIL_TEXTS);

export const conditionMails: readonly MailRule[] = [
  onEvent("condition.returned", async (tx, ctx, { loanId, title, reason }) => {
    const found = await tx.select({ broker: accounts, loan: loans }).from(loans)
      .innerJoin(accounts, and(eq(accounts.id, loans.brokerId), eq(accounts.status, 1)))
      .where(eq(loans.id, loanId)).get();
    if (!found) return [];
    const { broker, loan } = found;
    const client = [loan.firstName, loan.lastName].filter(Boolean).join(" ");
    const link = `${ctx.site.publicUrl}/dashboard/viewloan/${loanId}`;
    const props = { name: broker.name, clientCode: loan.clientCode, client, title, reason, link };
    return [
      write(ctx, "conditionReturned", broker.email, props, { replyTo: ctx.site.lender.contactEmail || undefined }),
    ];
  }),
];
