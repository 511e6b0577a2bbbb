/** Drill of a mail service that hangs: it takes each mail and does not answer, then cuts the connection, then works. */
import { inArray } from "drizzle-orm";
import { mails } from "../../db/schema/mod.ts";
import { HOUR_MS } from "../../lib/domain/dates.ts";
import { until } from "../support/until.ts";
import { Book, lossesOf } from "./book.ts";
import { type Bound, QUICK } from "./options.ts";
import { type DrillRow, openPortal, secondsSince } from "./scene.ts";
import { startWriters } from "./writers.ts";

/** No write may wait for the mail service, whose own limit is 30 seconds. */
const SLOWEST_MS = 15_000;

/** A mail service that knows a mail it has by its idempotency key, as Resend does. */
function hangingService() {
  let hangs = true, asked = 0;
  const ends: (() => void)[] = [];
  const taken = new Set<string>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    asked++;
    const key = request.headers.get("idempotency-key") ?? "";
    const { to, subject } = await request.json();
    const mail = `${to}: ${subject}`;
    taken.add(key);
    if (!hangs) return Response.json({ id: mail });
    await new Promise<void>((end) => ends.push(end));
    return new Response(null, { status: 502 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked: () => asked,
    /** The keys of mails that were taken; each is delivered once, however often it was sent. */
    keys: () => [...taken],
    recover() {
      hangs = false;
      for (const end of ends) end();
    },
    close: () => server.shutdown(),
  };
}

/**
 * Submits loans while the service hangs, until so many were acknowledged, then lets it work and waits for every mail.
 */
export async function hangMail({ count }: Bound): Promise<DrillRow> {
  const begun = performance.now(), book = new Book(), service = hangingService();
  const t = await openPortal({
    RESEND_API_KEY: "re_drill",
    RESEND_BASE_URL: service.url,
    MAIL_FROM: "Lender <mail@lender.example>",
    MAIL_PER_SECOND: "100",
  });
  try {
    const people = {
      broker: (await t.account()).cookie,
      administrator: (await t.account({ role: 9 })).cookie,
    };
    const writers = startWriters(t.serve(), people, book);
    await writers.progress(count).finally(() => writers.stop());
    // Writes are acknowledged before a mail leaves, so it may not be asked yet.
    await until("the service to be asked while it hangs", () => Promise.resolve(service.asked() > 0));
    const rounds = service.asked();
    service.recover();
    const open = () => t.deps.db.select().from(mails).where(inArray(mails.status, ["waiting", "sending"]));
    const found = await lossesOf(book, t);
    for (let tries = 0; tries < 12 && (await open()).length > 0; tries++) {
      await t.deps.mailWorker.drain();
      t.advance(HOUR_MS);
    }
    const all = await t.deps.db.select().from(mails);
    const keys = new Set(service.keys());
    found.lost += all.filter(({ status, idempotencyKey }) => status !== "sent" || !keys.has(idempotencyKey)).length;
    found.doubled += Math.max(0, keys.size - all.length);
    const slowest = writers.slowestMs();
    // A few are run beside other tests, where the machine itself takes as long.
    if (count > QUICK.mail && slowest > SLOWEST_MS) found.wrong.push(`a write waited ${Math.round(slowest)} ms`);
    const { acknowledged, unanswered } = book;
    return {
      what: "Mail service hangs",
      rounds,
      acknowledged,
      unanswered,
      ...found,
      seconds: secondsSince(begun),
      note: `${all.length} mails left once each; the slowest write took ${Math.round(slowest)} ms`,
    };
  } finally {
    service.recover();
    await t.close();
    await service.close();
  }
}
