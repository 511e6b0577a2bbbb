/** Sends the mails. Each is leased to one process at a time and carries its idempotency key, so it goes out once. */
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { type Db, Semaphore } from "../../../db/mod.ts";
import { campaignMailSql, openMailSql, touchBaseOnSql, valueSql } from "../../../db/derived/mod.ts";
import { campaigns, mails, trackedEmails, trackedRecipients } from "../../../db/schema/mod.ts";
import type { CampaignKind } from "../../domain/mail/campaign.ts";
import { automaticHeaders } from "../../domain/mail/mail.ts";
import type { MailStatus } from "../../domain/mail/outbox.ts";
import { faultText, type Log } from "../log.ts";
import { backoffMs, createPoller, isDue, isFree, type Poller } from "../poller.ts";
import { claimTry, endHold, type Hold, holdMail, readHold, untilResume } from "./hold.ts";
import { createPace } from "./pace.ts";
import { MailLimitError, OperatorMailError, PermanentMailError, type Transport } from "./transport.ts";

const PAUSED = sql.raw(valueSql<MailStatus>("paused"));
const LEASE_MS = 60_000;
/** Over four days (`backoffMs`): a mail server may be away for a long weekend. */
const MOST_TRIES = 26;
/** Sends at a time. Campaigns never have all of them, so that a service that hangs on those keeps no code waiting. */
const SENDS = { any: 4, urgent: 2 } as const;

type Mail = typeof mails.$inferSelect;
/** A mail that is this process's to send; `hold` where it is the one that is tried while all others are held. */
type Taken = { mail: Mail; hold: Hold | null };

export interface MailWorkerOptions {
  db: Db;
  transport: Transport;
  /** The sender, as mails show it. */
  from: string;
  /** Mails a second that this process sends at most. */
  perSecond: number;
  log: Log;
  clock: () => number;
  /** See createPoller. */
  awake?: boolean;
}

/** Sends what is due: codes, recovery and news of loans first, then campaigns. */
export function createMailWorker({ db, transport, from, perSecond, log, clock, awake }: MailWorkerOptions): Poller {
  const turns = new Semaphore();
  const stopping = new AbortController();
  const pace = createPace(transport.keeps ? Infinity : perSecond, () => performance.now());

  const waiting = (now: number) =>
    and(
      openMailSql,
      isDue({ dueAt: mails.dueAt, tries: mails.tries, writtenAt: mails.createdAt }, now),
      isFree(mails.leaseUntil, LEASE_MS, now),
    );

  /** The id of the next mail of a lane. */
  const firstOf = async (campaign: 0 | 1, now: number): Promise<number | undefined> => {
    const [next] = await db.select({ id: mails.id }).from(mails)
      .where(and(openMailSql, eq(campaignMailSql, campaign), waiting(now))).orderBy(asc(mails.id)).limit(1);
    return next?.id;
  };
  const nextId = async (urgent: boolean) =>
    await firstOf(0, clock()) ?? (urgent ? undefined : await firstOf(1, clock()));

  /** Campaigns may be paused while their mail is on its way, or while its process ended before it told. */
  const paused = db.select({ one: sql`1` }).from(trackedRecipients)
    .innerJoin(trackedEmails, eq(trackedEmails.id, trackedRecipients.emailId))
    .innerJoin(campaigns, eq(campaigns.id, trackedEmails.campaignId))
    .where(and(eq(trackedRecipients.mailKey, mails.idempotencyKey), eq(campaigns.paused, true)));
  const isPaused = or(
    exists(paused),
    and(eq(mails.kind, "touchBase" satisfies CampaignKind), sql`not ${touchBaseOnSql}`),
  );
  /** A mail's status and lease from now on, or that it is held where its campaign is paused, or touch-base off. */
  const unlessPaused = (status: "sending" | "waiting", leaseUntil: number | null) => ({
    status: sql`case when ${isPaused} then ${PAUSED} else ${status} end`,
    leaseUntil: sql`case when ${isPaused} then null else ${leaseUntil} end`,
  });

  /** No mail was taken yet: a start may have brought another key, so a mistake is looked at again at once. */
  let isNew = true;

  /** Takes one due mail for this process, once the pace allows it: the update's WHERE decides a race. */
  async function take(urgent: boolean): Promise<Taken | "none" | "taken"> {
    if (await nextId(urgent) === undefined) return "none";
    const held = await readHold(db);
    const heldMs = held && !(isNew && held.stoppedAt !== null) ? untilResume(held, clock()) : 0;
    isNew = false;
    if (heldMs > 0) {
      wakeIn(heldMs);
      return "none";
    }
    // What the service asked for is over; a mistake may still be there, so one mail is tried first.
    if (held && held.stoppedAt === null) await endHold(db, held);
    await delay(pace.waitMs(), undefined, { signal: stopping.signal }).catch(() => {});
    // Again: while this one waited, a code may have come.
    const id = stopping.signal.aborted ? undefined : await nextId(urgent);
    if (id === undefined) return "none";
    const now = clock();
    const hold = held && held.stoppedAt !== null ? await claimTry(db, held, now) : null;
    if (held?.stoppedAt && !hold) return "none";
    const [mail] = await db.update(mails).set(unlessPaused("sending", now + LEASE_MS))
      .where(and(eq(mails.id, id), waiting(now))).returning();
    if (mail?.status !== "sending") return "taken";
    pace.begin();
    return { mail, hold };
  }

  async function sendOne({ mail, hold }: Taken): Promise<void> {
    const done = (set: SQLiteUpdateSetSource<typeof mails>, where?: SQL) =>
      db.update(mails).set({ leaseUntil: null, tries: mail.tries + 1, ...set }).where(
        and(eq(mails.id, mail.id), where),
      );
    /**
     * It was not sent: a mail that was withdrawn meanwhile is deleted. One that is no more ours stays: it was sent, and
     * the answer of the database was lost, or another process has it.
     */
    async function back(set: SQLiteUpdateSetSource<typeof mails>): Promise<void> {
      await done(set, and(eq(mails.status, "sending"), eq(mails.leaseUntil, mail.leaseUntil!)));
      await db.delete(mails).where(and(eq(mails.id, mail.id), eq(mails.status, "withdrawn")));
    }
    try {
      const headers = mail.headers ? JSON.parse(mail.headers) : automaticHeaders(mail.kind);
      const providerId = await transport.send({ ...mail, from, headers });
      await done({ status: transport.keeps ? "kept" : "sent", sentAt: clock(), providerId, error: null });
    } catch (error) {
      const reason = faultText(error);
      // A mail server repeats the address that it refuses, which the log does not hold.
      const logged = reason.replaceAll(mail.to, "…");
      if (error instanceof MailLimitError || error instanceof OperatorMailError) {
        // Does not count as a try of this mail: it waits with all others.
        await holdMail(db, error, hold, clock());
        await back({ ...unlessPaused("waiting", null), tries: mail.tries });
        log({ level: error instanceof OperatorMailError ? "error" : "warn", message: "mail is held", reason: logged });
        return;
      }
      const tries = mail.tries + 1;
      const final = error instanceof PermanentMailError || tries >= MOST_TRIES;
      log({ level: "warn", message: "mail not sent", mail: mail.id, kind: mail.kind, tries, final, reason: logged });
      await back(
        final
          ? { status: "failed", error: reason }
          : { ...unlessPaused("waiting", null), dueAt: clock() + backoffMs(tries), error: reason },
      );
      if (!final || tries >= MOST_TRIES) return;
    }
    // The service takes mail again.
    if (hold) {
      await endHold(db, hold);
      wake();
    }
  }

  const poller = (urgent: boolean) =>
    createPoller(
      "mails",
      async () => {
        const taken = await turns.run(() => take(urgent));
        if (typeof taken === "string") return taken;
        await sendOne(taken);
        return "done";
      },
      log,
      awake,
    );
  const pollers = [
    ...Array.from({ length: SENDS.any }, () => poller(false)),
    ...Array.from({ length: SENDS.urgent }, () => poller(true)),
  ];
  const wake = () => pollers.forEach((one) => one.wake());

  let timer: ReturnType<typeof setTimeout> | undefined;
  function wakeIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, ms);
    Deno.unrefTimer(timer as unknown as number);
  }

  return {
    wake,
    drain: async () => (await Promise.all(pollers.map((one) => one.drain()))).reduce((sum, n) => sum + n, 0),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(pollers.map((one) => one.stop()));
    },
  };
}
