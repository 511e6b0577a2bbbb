/** Adds a row to the log of consent, and updates the account's own columns. */
import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import type { ConsentKind, ConsentSource } from "../../domain/mail/consent.ts";

export interface ConsentRow {
  kind: ConsentKind;
  source: ConsentSource;
  /** The day of the decision in Toronto, YYYY-MM-DD. */
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
export async function addConsent(
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

/** A person's decision outranks a migrated one, whose day is only that of the upgrade. */
export const isOwnDecision = ne(mailConsents.source, "carried");

/** An account's last decision on mail: express consent or its withdrawal; undefined where there is none. */
export const latestConsent = (db: Context["db"] | Tx, accountId: number) =>
  lastOf(db, eq(mailConsents.accountId, accountId));

const lastOf = (db: Context["db"] | Tx, where: SQL) =>
  db.select().from(mailConsents).where(and(where, inArray(mailConsents.kind, ["express", "withdrawn"])))
    .orderBy(desc(isOwnDecision), desc(mailConsents.day), desc(mailConsents.id)).limit(1).get();

/** Who said no stays out with a new account of the same address: their word is written down for that account, too. */
export async function copyRefusal(
  tx: Tx,
  ctx: Pick<Context, "now" | "actor">,
  account: { id: number; email: string },
): Promise<void> {
  const last = await lastOf(tx, eq(sql`lower(${mailConsents.email})`, account.email.toLowerCase()));
  if (last?.kind !== "withdrawn") return;
  const note = [last.note, "Said with an earlier account of this address."].filter(Boolean).join(" ");
  await addConsent(tx, ctx, account, { kind: "withdrawn", source: last.source, day: last.day, note });
}
