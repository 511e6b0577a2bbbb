/** Mails that were sent to people, for tests of tracking. */
import { inTransaction } from "../../db/mod.ts";
import { trackRecipients } from "../../lib/features/tracking/mod.ts";
import type { Counts } from "../../lib/domain/tracking/figures.ts";
import { recordHits } from "../../lib/features/tracking/record_hits.ts";
import type { TestApp } from "./app.ts";

/** A browser that a person uses, and an address where one lives. */
export const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
export const HOME = "99.231.10.7";

export interface SentMail {
  pixel: string;
  trap: string;
  links: string[];
}

/** Sends a run of an email with some links to people; the paths of each one's picture and links, by email. */
export async function sendTracked(
  t: TestApp,
  run: { name?: string; sentId?: number; mailKey?: string; links?: string[] },
  people: readonly { id?: number | null; name: string; email: string }[],
): Promise<Map<string, SentMail>> {
  const {
    name = "Weekly rates",
    sentId = 1,
    mailKey,
    links = ["https://lender.example/a", "https://lender.example/b"],
  } = run;
  const made = await inTransaction(t.deps.db, (tx) =>
    trackRecipients(tx, t.context(), {
      name,
      sentId,
      recipients: people.map(({ id, name, email }) => ({
        accountId: id ?? null,
        name,
        email,
        phone: "905-555-0123",
        mailKey,
        links,
      })),
    }));
  const path = (address: string) => new URL(address).pathname;
  return new Map(
    [...made].map(([email, { pixel, trap, links }]) => [email, {
      pixel: path(pixel),
      trap: path(trap),
      links: [...links.values()].map(path),
    }]),
  );
}

/** Asks for a picture or follows a link as a browser does from an address. */
export const visit = (t: TestApp, path: string, from = HOME, agent = CHROME, method = "GET"): Promise<Response> =>
  Promise.resolve(t.app.request(path, { method, headers: { "user-agent": agent, "x-forwarded-for": from } }));

/** A contact's figures, counted anew: a unique open is one distinct address of a person (loans specification 4.10). */
export function countEvents(events: readonly { type: "open" | "link"; ip: string; machine: string }[]): Counts {
  const people = events.filter(({ machine }) => machine === "");
  const of = (list: typeof people, type: "open" | "link") => list.filter((event) => event.type === type);
  const opens = of(people, "open"), clicks = of(people, "link").length;
  return {
    opens: opens.length,
    uniqueOpens: new Set(opens.map(({ ip }) => ip)).size,
    clicks,
    machineOpens: of([...events], "open").length - opens.length,
    machineClicks: of([...events], "link").length - clicks,
  };
}

/** The proxy through which Gmail shows pictures. */
export const GOOGLE = "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";
const tokenOf = (path: string) => path.split("/").at(-1)!.replace(".gif", "");

/** Stores hits as the queue does; from the picture or link at each path. */
export const record = (
  t: TestApp,
  ...hits: { path: string; at?: number; from?: string; agent?: string; method?: string }[]
) =>
  recordHits(
    t.context(),
    hits.map(({ path, at = t.now(), from = HOME, agent = CHROME, method = "GET" }) => ({
      token: tokenOf(path),
      at,
      method,
      userAgent: agent,
      address: from,
    })),
  );
