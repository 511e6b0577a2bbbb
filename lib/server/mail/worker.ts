/** Sends the outbox. Each mail is leased to one process at a time and carries its idempotency key, so it goes out once. */
import { and, asc, eq, isNull, lt, lte, or } from "drizzle-orm";
import type { Db } from "../../../db/mod.ts";
import { outbox } from "../../../db/schema/mod.ts";
import { faultText, type Log } from "../log.ts";
import { PermanentMailError, type Transport } from "./transport.ts";

const LEASE_MS = 60_000;
const POLL_MS = 5000;
const MOST_TRIES = 12;
/** 30 seconds, doubling, to at most 6 hours. */
export const backoffMs = (tries: number): number => Math.min(30_000 * 2 ** Math.max(0, tries - 1), 6 * 3600_000);

export interface MailWorker {
  wake(): void;
  /** Sends what is due and tells how many mails were handled. */
  drain(): Promise<number>;
  stop(): Promise<void>;
}

export function createMailWorker(
  db: Db,
  transport: Transport,
  from: string,
  log: Log,
  clock: () => number,
): MailWorker {
  let stopped = false;
  let running: Promise<number> | null = null;

  /** Takes one due mail for this process: the update's WHERE decides a race. */
  async function take() {
    const now = clock();
    const free = or(isNull(outbox.leaseUntil), lt(outbox.leaseUntil, now));
    const due = and(or(eq(outbox.status, "waiting"), eq(outbox.status, "sending")), lte(outbox.dueAt, now), free);
    const [next] = await db.select({ id: outbox.id }).from(outbox).where(due).orderBy(asc(outbox.id)).limit(1);
    if (!next) return null;
    const mine = await db.update(outbox).set({ status: "sending", leaseUntil: now + LEASE_MS })
      .where(and(eq(outbox.id, next.id), due)).returning();
    return mine.at(0) ?? "taken";
  }

  async function sendOne(mail: typeof outbox.$inferSelect) {
    const done = (set: Partial<typeof outbox.$inferInsert>) =>
      db.update(outbox).set({ leaseUntil: null, tries: mail.tries + 1, ...set }).where(eq(outbox.id, mail.id));
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

  async function drainAll(): Promise<number> {
    let handled = 0;
    while (!stopped) {
      const mail = await take();
      if (!mail) break;
      if (mail === "taken") continue;
      await sendOne(mail);
      handled++;
    }
    return handled;
  }

  const drain = () => running ??= drainAll().finally(() => running = null);
  const quietly = () => {
    if (!stopped) drain().catch((error) => log({ level: "error", message: "outbox failed", reason: faultText(error) }));
  };
  const timer = setInterval(quietly, POLL_MS);
  Deno.unrefTimer(timer as unknown as number);
  return {
    wake: () => void setTimeout(quietly, 0),
    drain,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running?.catch(() => {});
    },
  };
}
