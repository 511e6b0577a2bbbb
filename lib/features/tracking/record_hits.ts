/** Stores opens and clicks, with the reason where they are a machine's. */
import Bowser from "bowser";
import type { SQL } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { batchUnsynced, type Context, insertRows, isConstraintViolation } from "../../../db/mod.ts";
import { loanMailEvents, trackerEvents } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason } from "../../domain/tracking/machine_reason.ts";
import { markTogether } from "./_mark_together.ts";
import { trackedTokens } from "./_tracked_tokens.ts";

type RunEvent = Required<Omit<typeof trackerEvents.$inferInsert, "id">>;
type LoanMailEvent = Required<Omit<typeof loanMailEvents.$inferInsert, "id">>;

const insertRunEvents = insertRows(trackerEvents, [
  ...["emailId", "sentId", "accountId", "email", "type", "created", "day", "machine", "ip"] as const,
  ...["browser", "os", "platform", "country", "region", "city", "link"] as const,
]);
const insertLoanMailEvents = insertRows(loanMailEvents, ["mailId", "type", "created", "machine", "link"]);
const markRunEvents = markTogether(trackerEvents, "tracker_events_contact", ["emailId", "email", "sentId"]);
const markLoanMailEvents = markTogether(loanMailEvents, "loan_mail_events_mail", ["mailId"]);

/**
 * Stores hits in one transaction. Those of unknown tokens are left out, guessed or of a deleted mail, and so are those
 * whose mail is erased between the reading of their token and this.
 */
export async function recordHits(ctx: Context, hits: readonly TrackedHit[]): Promise<void> {
  try {
    await store(ctx, hits);
  } catch (error) {
    if (!isConstraintViolation(error) || !hits.some(({ known }) => known)) throw error;
    await store(ctx, hits.map((hit) => ({ ...hit, known: undefined })));
  }
}

async function store(ctx: Context, hits: readonly TrackedHit[]): Promise<void> {
  const found = await trackedTokens(ctx, hits.filter(({ known }) => !known).map(({ token }) => token));
  const ofRuns: RunEvent[] = [], ofLoans: LoanMailEvent[] = [];
  for (const { token, known = found.get(token), ...hit } of hits) {
    if (!known) continue;
    const { kind, link, sentAt } = known, sinceSentMs = sentAt === null ? null : hit.at - sentAt;
    const event = {
      type: kind === "pixel" ? "open" as const : "link" as const,
      created: hit.at,
      machine: machineReason({ ...hit, sinceSentMs, isTrap: kind === "trap" }),
      link,
    };
    if ("mailId" in known) ofLoans.push({ ...event, mailId: known.mailId });
    else {
      const { emailId, sentId, accountId, email } = known, day = dateInToronto(hit.at), ip = hit.address;
      const where = { ip, ...programOf(hit.userAgent), ...ctx.locate(ip) };
      ofRuns.push({ ...event, emailId, sentId, accountId, email, day, ...where });
    }
  }
  await batchUnsynced(ctx.db, [
    ...ofEvents(ctx, ofRuns, insertRunEvents, markRunEvents),
    ...ofEvents(ctx, ofLoans, insertLoanMailEvents, markLoanMailEvents),
  ]);
}

/** Statements that store events, and mark clicks as a machine's that follow different links of one mail together. */
function ofEvents<E extends { type: "open" | "link" }>(
  { db }: Pick<Context, "db">,
  events: readonly E[],
  insert: (events: readonly E[]) => SQL,
  mark: (clicks: readonly E[]) => SQL,
) {
  const clicks = events.filter(({ type }) => type === "link");
  return [
    ...events.length > 0 ? [db.run(insert(events))] : [],
    ...clicks.length > 0 ? [db.run(mark(clicks))] : [],
  ];
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
