/** Hostile requests to every call and address, as everybody: none may be answered with a fault of ours. */
import { ROLE } from "../../lib/domain/permissions.ts";
import { HOUR_MS } from "../../lib/domain/dates.ts";
import { createEmail } from "../../lib/features/mail/mod.ts";
import { CALLS } from "../../routes/calls.ts";
import { PAGES } from "../../routes/pages.ts";
import { type TestAccount, type TestApp } from "../support/app.ts";
import { makeLoan } from "../support/loans.ts";
import type { Bound } from "./options.ts";
import { type DrillRow, openPortal, random, secondsSince } from "./scene.ts";
import { answerOver, hostileLines } from "./hostile_lines.ts";
import { bodyFor, encode, pick, queryFor, text, valueFor } from "./hostile_values.ts";

/** Requests that run side by side, and after how many the limits' windows have passed and people sign in again. */
const AT_ONCE = 8, TURN = 400;
/** Milliseconds after which an answer counts as one that never comes. */
const ANSWER_MS = 120_000;
/** Faults that are told whole. */
const MOST_TOLD = 10;
const SITES = [...Array(12).fill("same-origin"), "cross-site", "none", "x"];
const HEADERS: readonly (readonly [string, string])[] = [
  ["range", "bytes=99-1"],
  ["if-none-match", '"x", W/"y"'],
  ["if-modified-since", "yesterday"],
  ["accept-language", "x".repeat(2000)],
  ["x-forwarded-for", "::1, 'x', 1.2.3.4.5"],
  ["user-agent", "\u00ff<script>"],
  ["referer", "http://["],
  ["accept", "text/html"],
  ["host", "evil.example"],
  ["cookie", "session=; session=x; =; ;;"],
];

interface Sent {
  what: string;
  /** Sends it; the answer's status. */
  send(t: TestApp): Promise<number>;
}

/** Asked of the application itself, which is quicker than over a socket. */
const within = (what: string, request: Request): Sent => ({
  what,
  async send(t) {
    const { status, body } = await t.app.request(request);
    await body?.cancel();
    return status;
  },
});

const PARAMETERS = ["1", "2", "-1", "0", "x", "%00", "%2e%2e%2f", "99999999999999999999", "null", "1e3", "%f0%9f", "é"];

/** A path with its parameters filled in. */
const filled = (path: string): string => path.replace(/:\w+/g, () => pick(PARAMETERS));

const PAGE_FIELDS = "id status q sort size page type month name view panel kind postal range statuses next of".split(
  " ",
);

function headersOf(as: TestAccount | null, type?: string): Headers {
  const headers = new Headers({ "sec-fetch-site": pick(SITES) });
  if (as) headers.set("cookie", as.cookie);
  if (type) headers.set("content-type", type);
  if (random(5) === 0) headers.set(...pick(HEADERS) as [string, string]);
  return headers;
}

function hostileCall(people: readonly (TestAccount | null)[]): Sent {
  const call = pick(CALLS), as = pick(people);
  const { method, path, takes } = call;
  if (method === "GET") {
    const url = `http://localhost${path}?${queryFor(takes.input as never)}`;
    return within(`GET ${url}`, new Request(url, { headers: headersOf(as) }));
  }
  const { body, type } = bodyFor(call);
  const request = new Request(`http://localhost${path}`, { method, body, headers: headersOf(as, type) });
  return within(`POST ${path} ${body instanceof FormData ? "a form" : body.slice(0, 500)}`, request);
}

function hostilePage(people: readonly (TestAccount | null)[]): Sent {
  const fields = PAGE_FIELDS.filter(() => random(4) === 0).map((name) =>
    `${name}=${encode(text(valueFor(undefined)))}`
  );
  const url = `http://localhost${filled(pick(PAGES).path)}?${fields.join("&").slice(0, 6000)}`;
  return within(`GET ${url}`, new Request(url, { headers: headersOf(pick(people)) }));
}

async function furnish(t: TestApp): Promise<TestAccount[]> {
  const broker = await t.account({ role: ROLE.broker });
  const people = [broker, await t.account({ role: ROLE.administrator }), await t.account({ role: ROLE.owner })];
  for (const adminComSelect of ["NA", "Funded", "Trash"] as const) {
    await makeLoan(t, { brokerId: broker.id, adminComSelect });
  }
  await createEmail(t.context(people[2]), { name: "Rate sheet" });
  return [...people, await t.account({ role: 7 })];
}

/** The answer; rejects where none is there after so many milliseconds. */
export async function answerWithin<T>(mostMs: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${mostMs} ms`)), mostMs);
  return await Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

/** Sends as many. Each answer of 5xx is wrong, with what was asked, and so is one that never comes. */
export async function sendHostile(bound: Bound): Promise<DrillRow> {
  const begun = performance.now();
  const t = await openPortal({});
  const wrong: string[] = [], statuses = new Map<number, number>();
  try {
    let accounts = await furnish(t);
    let sent = 0;
    const port = Number(new URL(t.serve()).port), lines = hostileLines(t);
    const hostileLine = (): Sent => {
      const head = lines();
      return { what: JSON.stringify(head.slice(0, 500)), send: () => answerOver(port, head) };
    };
    const sendOne = async ({ what, send }: Sent) => {
      const status = await answerWithin(ANSWER_MS, send(t));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500) wrong.push(`${status}: ${what}`);
    };
    const lane = async () => {
      while (bound.goesOn(sent)) {
        if (++sent % TURN === 0) {
          t.advance(HOUR_MS);
          // Some took their own rights away, or each other's.
          accounts = await Promise.all(accounts.map(({ role }) => t.account({ role })));
        }
        const people = [...accounts, null];
        const kind = random(6);
        const one = kind === 0 ? hostileLine() : kind < 3 ? hostilePage(people) : hostileCall(people);
        await sendOne(one).catch((error) => wrong.push(`${one.what}: ${error}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} of ${status}`).join(", ");
    return {
      what: "Hostile requests",
      rounds: sent,
      acknowledged: 0,
      unanswered: 0,
      ...{ lost: 0, doubled: 0, missing: 0 },
      wrong: wrong.length > MOST_TOLD ? [...wrong.slice(0, MOST_TOLD), `and ${wrong.length - MOST_TOLD} more`] : wrong,
      seconds: secondsSince(begun),
      note: told,
    };
  } finally {
    await t.close();
  }
}
