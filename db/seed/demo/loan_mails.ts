/**
 * The demo's mails about loans: news that brokers got by mail, and how they and machines opened and clicked. Never
 * random.
 */
import type { loanMailEvents, mails, news } from "../../schema/mod.ts";
import { hello } from "../../../lib/domain/mail/mail.ts";
import type { News } from "../../../lib/domain/news/kinds.ts";
import { describeNews } from "../../../lib/domain/news/text.ts";
import type { DemoContact } from "./people.ts";
import type { DemoLoan } from "./loan.ts";
import type { DemoMailer } from "./mails.ts";

const MINUTE_MS = 60_000;

export type DemoLoanMail = typeof mails.$inferInsert & {
  /** What was done with it. */
  events: Omit<typeof loanMailEvents.$inferInsert, "mailId">[];
};

/** The mails of those news rows that brokers have of loans, up to `now`, in milliseconds. */
export function demoLoanMails(
  rows: readonly (typeof news.$inferInsert)[],
  made: readonly DemoLoan[],
  contacts: readonly DemoContact[],
  { render, publicUrl }: DemoMailer,
  now: number,
): DemoLoanMail[] {
  return rows.flatMap(({ accountId, kind, loanId, data, at, key }, i): DemoLoanMail[] => {
    const to = contacts.find(({ id }) => id === accountId), loan = made.find(({ row }) => row.id === loanId)?.row;
    if (!to || !loan) return [];
    const about = { clientCode: loan.clientCode ?? "", client: [loan.firstName, loan.lastName].join(" ").trim() };
    const { title, text, quote } = describeNews(
      { kind, data: JSON.parse(data) } as News,
      { ...about, broker: to.name },
      false,
    );
    const lines = [hello(to.name), { p: text }, ...quote ? [{ quote }] : []];
    const link = `${publicUrl}/dashboard/viewloan/${loanId}`;
    const events: DemoLoanMail["events"] = [];
    const add = (type: "open" | "link", after: number, machine = "") => {
      if (at + after <= now) events.push({ type, created: at + after, machine, link: type === "link" ? link : "" });
    };
    if (i % 3 === 0) add("open", 5000, "Google's image proxy");
    if (i % 5 !== 4) add("open", (4 + i % 90) * MINUTE_MS);
    if (i % 2 === 0) add("link", (5 + i % 90) * MINUTE_MS);
    return [{
      ...render({ subject: title, preview: text, lines: [...lines, { button: "Open the loan", to: link }] }),
      idempotencyKey: `news:${key}`,
      kind,
      to: to.email,
      loanId,
      status: "sent",
      tries: 1,
      dueAt: at,
      sentAt: at,
      createdAt: at,
      providerId: `demo-news:${key}`,
      outcome: "delivered",
      outcomeAt: at + 8000,
      events,
    }];
  });
}
