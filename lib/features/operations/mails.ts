/** The mails of the area operations: to owners, about the portal itself. */
import { and, eq } from "drizzle-orm";
import { accounts } from "../../../db/schema/mod.ts";
import { dateInToronto, formatInstant } from "../../domain/dates.ts";
import { hello, type MailText } from "../../domain/mail/mail.ts";
import { ROLE } from "../../domain/permissions.ts";
import { type MailRule, mailWriter, onEvent } from "../mail_rules.ts";

interface Overdue {
  name: string;
  /** When the newest backup was made, in words; null for none. */
  last: string | null;
  /** True where the place of the backups could not be read. */
  unread?: boolean;
  /** True where the newest is not at their place any more. */
  gone?: boolean;
  everyHours: number;
  link: string;
}

export const OPERATIONS_MAIL_TEXTS = {
  /** To an owner: the newest backup is older than it should be or gone, there is none, or their place is unreadable. */
  backupOverdue: ({ name, last, unread, gone, everyHours, link }: Overdue): MailText => ({
    subject: unread
      ? "The backups of the portal cannot be read"
      : last === null
      ? "There is no backup of the portal"
      : gone
      ? "The backups of the portal are gone"
      : `No backup of the portal since ${last}`,
    preview: "The portal's operator should look at it today.",
    lines: [
      hello(name),
      {
        p: unread
          ? "The portal could not read the place of its backups since it started, and made none: whether there is one is not " +
            "known."
          : last === null
          ? "The portal could not make its first backup."
          : gone
          ? `The newest backup of the portal, made on ${last}, is not at its place any more, nor is a newer one: its disk ` +
            "may not be mounted. The portal makes none there until it is back."
          : `The last backup of the portal was made on ${last}. One is due every ${
            everyHours === 1 ? "hour" : `${everyHours} hours`
          }.`,
      },
      {
        p: "The portal works, and tries again each hour. Until it succeeds, a broken disk would lose what happened since. " +
          "Its status says why, and so does “job failed” of “backup” in its log. Please tell the portal's operator.",
      },
      { button: "Open the status", to: link },
      { p: "You get this once a day while there is no newer backup.", mute: true },
    ],
  }),
};

const write = mailWriter(OPERATIONS_MAIL_TEXTS);

export const operationsMails: readonly MailRule[] = [
  onEvent("backup.overdue", async (tx, ctx, { last, everyHours, unread, gone, at }) => {
    const owners = await tx.select({ id: accounts.id, name: accounts.name, email: accounts.email }).from(accounts)
      .where(and(eq(accounts.role, ROLE.owner), eq(accounts.status, 1)));
    const link = `${ctx.site.publicUrl}/dashboard/status`;
    const since = last === null ? null : formatInstant(last);
    return owners.map(({ id, name, email }) =>
      write(ctx, "backupOverdue", email, { name, last: since, unread, gone, everyHours, link }, {
        key: `backup:${dateInToronto(at)}:${id}`,
      })
    );
  }),
];
