/** Every broker's consent as CSV: what the lender shows to who asks for proof. */
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { type Context, yieldToEventLoop } from "../../../db/mod.ts";
import { accounts, mailConsents } from "../../../db/schema/mod.ts";
import type { CsvCell } from "../../domain/csv.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { LEFT_OUT } from "../../domain/mail/audience.ts";
import { CONSENT_SOURCE_LABELS, type ConsentStanding, impliedBy, STANDING_LABELS } from "../../domain/mail/consent.ts";
import { ROLE } from "../../domain/permissions.ts";
import { csvInTurns } from "../csv_in_turns.ts";
import { RELATION_FIELDS, relationDays, standingSql } from "./_consent_sql.ts";
import { isOwnDecision } from "./_add_consent.ts";
import { leftOut } from "./recipients.ts";

const HEADS = ["Name", "Email", "Brokerage", "Consent", "Since", "Until", "How", "Recorded by", "Note", "Left out"];
/** Brokers that are read in one turn. */
const PAGE = 200;

/** Brokers by their ids, or those of a standing; days are YYYY-MM-DD. */
export async function writeConsentFile(
  ctx: Context,
  { consent }: { consent: ConsentStanding | "" },
): Promise<{ name: string; text: string }> {
  const standing = standingSql(ctx.now);
  const rows: CsvCell[][] = [];
  for (let last = 0;;) {
    const page = await ctx.db.select({
      id: accounts.id,
      name: accounts.name,
      email: accounts.email,
      brokerage: accounts.brokerage,
      standing: standing.as("standing"),
      why: leftOut(ctx.now, true),
      ...RELATION_FIELDS,
    }).from(accounts).where(and(
      eq(accounts.role, ROLE.broker),
      gt(accounts.id, last),
      consent ? sql`${standing} = ${consent}` : undefined,
    )).orderBy(asc(accounts.id)).limit(PAGE);
    const consents = await latestConsents(ctx, page.map(({ id }) => id));
    for (const one of page) {
      const consent = one.standing === "express" || one.standing === "withdrawn" ? consents.get(one.id) : undefined;
      const implied = consent ? null : impliedBy(relationDays(one));
      rows.push([
        one.name,
        one.email,
        one.brokerage,
        STANDING_LABELS[one.standing],
        consent?.day ?? implied?.day ?? null,
        implied?.until ?? null,
        consent ? CONSENT_SOURCE_LABELS[consent.source] : implied && BASIS[implied.basis],
        consent?.recordedByName ?? null,
        consent?.note ?? null,
        one.why && LEFT_OUT[one.why],
      ]);
    }
    if (page.length < PAGE) break;
    last = page.at(-1)!.id;
    await yieldToEventLoop();
  }
  return { name: `mail-consent-${dateInToronto(ctx.now)}.csv`, text: await csvInTurns(HEADS, rows, (row) => row) };
}

const BASIS = { deal: "Funded loan", inquiry: "Inquiry" } as const;

/** The last row that says yes or no of each account. */
async function latestConsents({ db }: Context, ids: readonly number[]) {
  const rows = ids.length === 0 ? [] : await db.select().from(mailConsents)
    .where(and(inArray(mailConsents.accountId, [...ids]), inArray(mailConsents.kind, ["express", "withdrawn"])))
    .orderBy(asc(isOwnDecision), asc(mailConsents.day), asc(mailConsents.id));
  return new Map(rows.map((row) => [row.accountId, row]));
}
