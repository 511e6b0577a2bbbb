/** Which event sends which mail. Each feature lists its rules in its mails.ts; the mail consumer follows them. */
import type { Context, Tx } from "../../db/mod.ts";
import type { EventType, StoredEvent } from "../domain/events.ts";
import type { Lender } from "../domain/lender.ts";
import type { MailText } from "../domain/mail/mail.ts";

export interface Mail {
  kind: string;
  /** Null for a mail that is rendered and not sent, so that the work does not reveal whether an account exists. */
  to: string | null;
  text: MailText;
  replyTo?: string;
  /** A key is sent once, however often it is queued. By default each mail has its own. */
  key?: string;
  /** The loan that it is about, where its event does not say. */
  loanId?: number | null;
  /** When it was written, in milliseconds, where not with its event: what it opens works so long from then on. */
  writtenAt?: number;
}

type MailsOf<Event> = (tx: Tx, ctx: Context, event: Event) => Mail[] | Promise<Mail[]>;

export interface MailRule {
  on: EventType;
  /** The mails of an event of that type. It may read by `tx`, and store what a link opens; a row that went has none. */
  mails: MailsOf<never>;
}

/** A rule, typed by its event. */
export const onEvent = <T extends EventType>(on: T, mails: MailsOf<StoredEvent<T>>): MailRule => ({ on, mails });

/** A feature's mails by kind: the data of each, and the lender in whose name it is written. */
type Texts = Record<string, (props: never, lender: Lender) => MailText>;

/** A function that writes the mails of one feature, typed by kind. */
export function mailWriter<T extends Texts>(texts: T) {
  return <K extends keyof T & string>(
    ctx: Context,
    kind: K,
    to: string | null,
    props: Parameters<T[K]>[0],
    more: Pick<Mail, "replyTo" | "key" | "loanId" | "writtenAt"> = {},
  ): Mail => ({ kind, to, text: texts[kind](props, ctx.site.lender), ...more });
}
