/** The mails of the area loans: their texts, and the events that send them. */
import { eq } from "drizzle-orm";
import { accounts, loans } from "../../../db/schema/mod.ts";
import type { Lender } from "../../domain/lender.ts";
import { clientName } from "../../domain/loans/client_name.ts";
import { hello, type MailText } from "../../domain/mail/mail.ts";
import { money } from "../../domain/money.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

export const LOAN_MAIL_TEXTS = {
  /** To the lender: a new loan. */
  loanSubmitted: (
    { clientCode, client, broker, amount, type, likelihood, link }: {
      clientCode: string;
      client: string;
      broker: string;
      amount: number;
      type: string;
      likelihood: string;
      link: string;
    },
  ): MailText => ({
    subject: `${clientCode}: ${type} of ${money(amount)} from ${broker}`,
    preview: `${client}, ${likelihood}`,
    lines: [
      { p: "A loan application came in." },
      {
        facts: [["Client", client], ["Broker", broker], ["Type", type], ["Amount", money(amount)], [
          "Approval",
          likelihood,
        ]],
      },
      { button: `Open ${clientCode}`, to: link },
    ],
  }),
  /** To the broker: the application arrived. */
  loanReceived: (
    { name, clientCode, client, link }: { name: string; clientCode: string; client: string; link: string },
    lender: Lender,
  ): MailText => ({
    subject: `We have your application for ${client} (${clientCode})`,
    preview: "What we need next is on the loan's page.",
    lines: [
      hello(name),
      { p: `${lender.name} has your application for ${client}. Its code is ${clientCode}.` },
      { button: "Open the loan", to: link },
      { p: "We review it and set the conditions there. An indicative result is not a commitment to lend.", mute: true },
    ],
  }),
  /** To a partner: a shared deal. `facts` are labels and values. */
  dealShared: (
    { deal, facts }: { deal: string; facts: [label: string, value: string][] },
    lender: Lender,
  ): MailText => ({
    subject: `${deal} from ${lender.legalName ?? lender.name}`,
    preview: facts.slice(0, 3).map(([, value]) => value).join(", "),
    lines: [
      { p: `${lender.legalName ?? lender.name} would like to share this deal with you.` },
      { facts },
      { p: `Reply to this mail if you would like to take part; name it as ${deal}.` },
      { p: "This is a summary for you alone, not a commitment. Please do not pass it on.", mute: true },
    ],
  }),
};

const write = mailWriter(LOAN_MAIL_TEXTS);

export const loanMails: readonly MailRule[] = [
  onEvent("loan.submitted", async (tx, ctx, { loanId, byBroker, amount, likelihood }) => {
    const found = byBroker
      ? await tx.select({ broker: accounts, loan: loans }).from(loans)
        .innerJoin(accounts, eq(accounts.id, loans.brokerId)).where(eq(loans.id, loanId)).get()
      : undefined;
    if (!found) return [];
    const { publicUrl, lender } = ctx.site;
    const { broker, loan: { clientCode, firstOrSecond: type } } = found;
    const client = clientName(found.loan);
    const link = `${publicUrl}/dashboard/viewloan?id=${loanId}`;
    const facts = { clientCode, client, broker: broker.name, amount, type, likelihood, link };
    const more = { replyTo: broker.email, key: `loanSubmitted:${loanId}` };
    const own = { name: broker.name, clientCode, client, link: `${publicUrl}/dashboard/viewloan/${loanId}` };
    return [
      ...lender.contactEmail ? [write(ctx, "loanSubmitted", lender.contactEmail, facts, more)] : [],
      write(ctx, "loanReceived", broker.email, own, { key: `loanReceived:${loanId}` }),
    ];
  }),
  onEvent(
    "loan.shared",
    (_tx, ctx, { loanId, partners, facts }) =>
      partners.map((to) =>
        write(ctx, "dealShared", to, { deal: `Deal ${loanId}`, facts }, {
          replyTo: ctx.site.lender.contactEmail,
          key: `dealShared:${loanId}:${to}`,
        })
      ),
  ),
];
