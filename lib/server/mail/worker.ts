/** Sends the mails. Each mail is leased to one process at a time and carries its idempotency key, so it goes out once. */
import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { CAMPAIGN_KINDS } from "../../domain/mail/campaign.ts";
import { faultText, type Log } from "../log.ts";
import { backoffMs, createPoller, type Poller } from "../poller.ts";
import { PermanentMailError, type Transport } from "./transport.ts";

/** Codes, recovery and news of loans never wait behind a campaign. */
const campaignsLast = sql`${mails.kind} in (${sql.join(CAMPAIGN_KINDS.map((kind) => sql`${kind}`), sql`, `)})`;
const LEASE_MS = 60_000;
const MOST_TRIES = 12;

/** Sends what is due through `transport`, in the name of `from`. */
export function createMailWorker(
  db: Db,
  transport: Transport,
  from: string,
  log: Log,
  clock: () => number,
): Poller {
  /** Takes one due mail for this process: the update's WHERE decides a race. */
  async function take() {
    const now = clock();
    const free = or(isNull(mails.leaseUntil), lt(mails.leaseUntil, now));
    const due = and(or(eq(mails.status, "waiting"), eq(mails.status, "sending")), lte(mails.dueAt, now), free);
    const [next] = await db.select({ id: mails.id }).from(mails).where(due).orderBy(campaignsLast, asc(mails.id))
      .limit(1);
    if (!next) return "none";
    const mine = await db.update(mails).set({ status: "sending", leaseUntil: now + LEASE_MS })
      .where(and(eq(mails.id, next.id), due)).returning();
    return mine.at(0) ?? "taken";
  }

  async function sendOne(mail: typeof mails.$inferSelect) {
    const done = (set: Partial<typeof mails.$inferInsert>) =>
      db.update(mails).set({ leaseUntil: null, tries: mail.tries + 1, ...set }).where(eq(mails.id, mail.id));
    try {
      const headers = mail.headers ? JSON.parse(mail.headers) : {};
      const providerId = await transport.send({ ...mail, from, headers });
      await done({ status: transport.keeps ? "kept" : "sent", sentAt: clock(), providerId, error: null });
    } catch (error) {
      const tries = mail.tries + 1;
      const final = error instanceof PermanentMailError || tries >= MOST_TRIES;
      const reason = faultText(error);
      log({ level: "warn", message: "mail not sent", mail: mail.id, kind: mail.kind, tries, final, reason });
      await done(
        final
          ? { status: "failed", error: reason }
          : { status: "waiting", dueAt: clock() + backoffMs(tries), error: reason },
      );
    }
  }

  return createPoller("mails", async () => {
    const mail = await take();
    if (typeof mail === "string") return mail;
    await sendOne(mail);
    return "done";
  }, log);
}
