/** Adds a row to the log of consent, and brings the account's own columns along. */
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import type { ConsentKind, ConsentSource } from "../../domain/mail/consent.ts";

export interface ConsentRow {
  kind: ConsentKind;
  source: ConsentSource;
  /** The day in Toronto on which it was said, YYYY-MM-DD. */
  day: string;
  note?: string;
  /** Who recorded it, where it is not the request's own actor. */
  by?: { id: number | null; name: string };
}

const COLUMNS: Readonly<Record<ConsentKind, Partial<typeof accounts.$inferInsert>>> = {
  express: { consent: "express", touchBaseEmails: true },
  withdrawn: { consent: "withdrawn", touchBaseEmails: false },
  inquiry: {},
  fewer: { fewerMails: true },
  all: { fewerMails: false },
};

/** Within the transaction of what causes it. */
export async function noteConsent(
  tx: Tx,
  ctx: Pick<Context, "now" | "actor">,
  account: { id: number; email: string },
  { kind, source, day, note = "", by = ctx.actor ?? undefined }: ConsentRow,
): Promise<void> {
  await tx.insert(mailConsents).values({
    accountId: account.id,
    email: account.email,
    kind,
    source,
    day,
    note,
    recordedAt: ctx.now,
    recordedBy: by?.id ?? null,
    recordedByName: by?.name ?? "",
  });
  await tx.update(accounts).set({ ...COLUMNS[kind], updatedAt: ctx.now }).where(eq(accounts.id, account.id));
}

/** The last word on mail of an account: that it agreed or wants none; undefined where it said nothing. */
export const lastWord = (db: Context["db"] | Tx, accountId: number) =>
  db.select().from(mailConsents)
    .where(and(eq(mailConsents.accountId, accountId), inArray(mailConsents.kind, ["express", "withdrawn"])))
    .orderBy(desc(mailConsents.day), desc(mailConsents.id)).limit(1).get();
