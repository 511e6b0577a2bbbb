/** The outbox: what becomes of a mail, in words for the people who look after it. */

/** What a mail service tells of a mail after it took it. */
export const MAIL_OUTCOMES = ["delivered", "bounced", "complained", "failed"] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
