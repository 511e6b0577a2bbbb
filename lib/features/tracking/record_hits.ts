/** Stores opens and clicks, and tells machines from people. */
import Bowser from "bowser";
import { eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { batchUnsynced, type Context, insertRows } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { mails, trackedRecipients, trackerEvents, trackerTokens } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason } from "../../domain/tracking/machine_reason.ts";
import { loanMailRows, storeLoanMailRows } from "./_loan_mail_hits.ts";
import { markTogether } from "./_mark_together.ts";

const tokensOf = preparedBy((db, _key: "all") =>
  db.select({
    token: trackerTokens.token,
    kind: trackerTokens.kind,
    link: trackerTokens.link,
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
    accountId: trackedRecipients.accountId,
    email: trackedRecipients.email,
    sentAt: mails.sentAt,
  }).from(trackerTokens).innerJoin(trackedRecipients, eq(trackedRecipients.id, trackerTokens.recipientId))
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(sql`${trackerTokens.token} in (select value from json_each(${sql.placeholder("tokens")}))`).prepare()
);

const insertEvents = insertRows(trackerEvents, [
  ...["emailId", "sentId", "accountId", "email", "type", "created", "day", "machine", "ip"] as const,
  ...["browser", "os", "platform", "country", "region", "city", "link"] as const,
]);
const markEvents = markTogether(trackerEvents, "tracker_events_contact", ["emailId", "email", "sentId"]);

/** Stores hits in one transaction. Those of unknown tokens are left out: somebody guessed, or the mail is forgotten. */
export async function recordHits(ctx: Context, hits: readonly TrackedHit[]): Promise<void> {
  const tokens = JSON.stringify([...new Set(hits.map(({ token }) => token))]);
  const known = new Map((await tokensOf(ctx.db, "all").all({ tokens })).map((one) => [one.token, one]));
  const rows = hits.flatMap((hit) => {
    const mail = known.get(hit.token);
    if (!mail) return [];
    const { token: _token, kind, sentAt, ...ofMail } = mail;
    const sinceSentMs = sentAt === null ? null : hit.at - sentAt;
    return [{
      ...ofMail,
      type: kind === "pixel" ? "open" as const : "link" as const,
      created: hit.at,
      day: dateInToronto(hit.at),
      machine: machineReason({ ...hit, sinceSentMs, isTrap: kind === "trap" }),
      ip: hit.address,
      ...programOf(hit.userAgent),
      ...ctx.locate(hit.address),
    }];
  });
  const clicks = rows.filter(({ type }) => type === "link");
  await batchUnsynced(ctx.db, [
    ...rows.length > 0 ? [ctx.db.run(insertEvents(rows))] : [],
    ...clicks.length > 0 ? [ctx.db.run(markEvents(clicks))] : [],
    ...storeLoanMailRows(ctx, await loanMailRows(ctx, hits.filter(({ token }) => !known.has(token)))),
  ]);
}

interface Program {
  browser: string;
  os: string;
  platform: string;
}

/** Programs by user agent: many people have the same one, and reading it takes as long as storing an open. */
const programs = new LRUCache<string, Program>({ max: 300, memoMethod: readProgram });

/** Browser, system and platform that a user agent names. */
function programOf(userAgent: string): Program {
  return userAgent.length > 400 ? readProgram(userAgent) : programs.memo(userAgent);
}

function readProgram(userAgent: string): Program {
  if (!userAgent.trim()) return { browser: "", os: "", platform: "" };
  const parser = Bowser.getParser(userAgent);
  const { name = "", version = "" } = parser.getBrowser();
  return {
    browser: [name, version.split(".")[0]].filter(Boolean).join(" ").slice(0, 80),
    os: [parser.getOSName(), parser.getOS().versionName ?? ""].filter(Boolean).join(" ").slice(0, 80),
    platform: parser.getPlatformType().slice(0, 40),
  };
}
