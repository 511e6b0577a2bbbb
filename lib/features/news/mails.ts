/**
 * The mails of the area news: one for each kind, and the morning's digest. They are transactional: about one's own
 * loans.
 */
import { and, eq, inArray } from "drizzle-orm";
import { accounts, news } from "../../../db/schema/mod.ts";
import { hello, type Line, type MailText } from "../../domain/mail/mail.ts";
import { MAILED_KINDS, type MailedKind } from "../../domain/news/kinds.ts";
import { describeNews, type NewsDescription, newsLink } from "../../domain/news/text.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";
import { loanOf, newsOf, newsSelect } from "./load.ts";
import { beginningOf } from "../../domain/shortened.ts";

/** One piece of news in a mail. `link` is an absolute address. */
export interface MailedNews extends NewsDescription {
  link: string;
  label: string;
}

const quoted = (quote: string): Line[] => quote ? [{ quote, verbatim: true }] : [];
/** Where a person changes how news is mailed. */
const foot = (settings: string): Line => ({ link: "Choose how we mail you news", to: settings });

const one = ({ name, news, settings }: { name: string; news: MailedNews; settings: string }): MailText => ({
  subject: news.title,
  preview: beginningOf(news.quote || news.text, 100),
  lines: [
    hello(name),
    { p: news.text },
    ...quoted(news.quote),
    { button: news.label, to: news.link },
    foot(settings),
  ],
});

export const NEWS_MAIL_TEXTS = {
  ...Object.fromEntries(MAILED_KINDS.map((kind) => [kind, one])) as Record<MailedKind, typeof one>,
  /** Everything since the last morning, the newest first. A single piece is a mail as any other of its kind. */
  newsDigest: ({ name, news, settings }: { name: string; news: MailedNews[]; settings: string }): MailText =>
    news.length === 1 ? one({ name, news: news[0], settings }) : ({
      subject: `${news.length} updates on your loans`,
      preview: beginningOf(news.map(({ title }) => title).join(", "), 100),
      lines: [
        hello(name),
        ...news.flatMap((
          item,
        ): Line[] => [{ link: item.title, to: item.link, heads: true }, { p: item.text }, ...quoted(item.quote)]),
        foot(settings),
      ],
    }),
};

const write = mailWriter(NEWS_MAIL_TEXTS);

export const newsMails: readonly MailRule[] = [
  onEvent("news.due", async (tx, ctx, { id: eventId, accountId, newsIds, digest }) => {
    const account = await tx.select().from(accounts).where(and(eq(accounts.id, accountId), eq(accounts.status, 1)))
      .get();
    if (!account) return [];
    const { publicUrl, lender } = ctx.site;
    const forStaff = isAdministrator(account);
    const found = await newsSelect(tx, account, inArray(news.id, newsIds));
    const items = found.map(({ news: row, loan }) => {
      const what = newsOf(row), { path, label } = newsLink(what, row.loanId, forStaff);
      return { row, mailed: { ...describeNews(what, loanOf(loan), forStaff), link: publicUrl + path, label } };
    });
    const to = { name: account.name, settings: `${publicUrl}/dashboard/accountsettings#news` };
    const replyTo = forStaff ? undefined : lender.contactEmail || undefined;
    if (digest) {
      if (items.length === 0) return [];
      const all = items.map(({ mailed }) => mailed);
      return [
        write(ctx, "newsDigest", account.email, { ...to, news: all }, { replyTo, key: `newsDigest:${eventId}` }),
      ];
    }
    return items.map(({ row, mailed }) =>
      write(ctx, row.kind as MailedKind, account.email, { ...to, news: mailed }, {
        replyTo,
        key: `news:${row.id}`,
        loanId: row.loanId,
      })
    );
  }),
];
