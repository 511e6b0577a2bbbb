/** The whole application on a temporary folder, with a clock that tests move and a mailbox that they read. */
import { setTimeout as delay } from "node:timers/promises";
import { and, asc, eq, gte } from "drizzle-orm";
import type { Context } from "../../db/mod.ts";
import { accounts, eventDeliveries, mails, settingsVersions } from "../../db/schema/mod.ts";
import { ADVANCE_DAY } from "../../lib/domain/lending/payment_days.ts";
import { FEATURES } from "../../lib/features/registration.ts";
import type { Assets } from "../../lib/server/assets.ts";
import { createDeps, type Installation } from "../../lib/server/create_deps.ts";
import { type Env, readEnv } from "../../lib/server/env.ts";
import { createPdfMaker } from "../../lib/server/pdf/pdf_maker.ts";
import { createApp } from "../../routes/app.tsx";
import { runFolder } from "./folder.ts";
import { copyTemplate, START } from "./template.ts";
import { inShortTurns } from "./turns.ts";

/** A password that satisfies the rule; every test account has it. */
export const PASSWORD = "Correct1Horse";
export { START };

export interface TestAccount {
  id: number;
  role: number;
  name: string;
  email: string;
  username: string;
  /** Cookie header of a signed-in browser. */
  cookie: string;
}

type AccountFields = Partial<typeof accounts.$inferInsert>;

export interface TestApp {
  app: ReturnType<typeof createApp>;
  deps: Installation;
  env: Env;
  /** Moves the clock on by so many milliseconds. */
  advance(ms: number): void;
  now(): number;
  /** Makes an account with a session. Any column may be given. */
  account(fields?: AccountFields): Promise<TestAccount>;
  /** Gives the account's browser a new session, as after a week without a visit. */
  signInAgain(as: TestAccount): Promise<void>;
  /** The context in which a verb runs for somebody (or nobody). */
  context(actor?: TestAccount | null): Context;
  get(path: string, as?: TestAccount | null, headers?: HeadersInit): Promise<Response>;
  /** Posts JSON as our own pages do. */
  post(path: string, body: unknown, as?: TestAccount | null, headers?: HeadersInit): Promise<Response>;
  /** Posts a plain HTML form as a browser without script does. */
  postForm(path: string, fields: Record<string, string>, as?: TestAccount | null): Promise<Response>;
  /** Mails written so far, oldest first; to one address where it is given. Events that wait are handled before. */
  mails(to?: string): Promise<(typeof mails.$inferSelect)[]>;
  /** Runs every scheduled job once, as its turn has come. */
  runJobs(): Promise<void>;
  /** Starts a real server on a free port and gives its address; closed with the rest. */
  serve(): string;
  /** Turns of the event loop may be long in this test, as it does what no portal does: `why` says what. */
  longTurns(why: string): void;
  /** True once that was said. */
  mayBlock(): boolean;
  /** What was logged so far. */
  logged(): string;
  close(): Promise<void>;
}

/**
 * Milliseconds that a transaction on a file may take: four seconds are too few where many programs share a processor.
 */
const FILE_TRANSACTION_MS = 60_000;

let hash: Promise<string> | undefined;

/** The applications of a process have one between them, as its worker takes half a second of CPU to start. */
const pdf = createPdfMaker();

/**
 * Builds the application. `env` overrides environment variables (by their names). Payments fall on the day of the
 * advance, by which tests name their days, or on `paymentDay`; a new installation has the 1st. `assets` are the files
 * that pages name; without them none are built.
 */
export async function makeApp(
  env: Record<string, string> = {},
  paymentDay = ADVANCE_DAY,
  assets?: Assets,
): Promise<TestApp> {
  const folder = await runFolder("harbourline-");
  const variables: Record<string, string> = {
    DATA_DIR: folder,
    PUBLIC_URL: "http://localhost",
    LENDER_NAME: "Harbourline Capital",
    CONTACT_EMAIL: "brokers@lender.example",
    ...env,
  };
  const settings = readEnv((name) => variables[name]);
  // A folder or database of the test's own may hold something, or be of a changed project.
  if (!env.DATA_DIR && !env.DATABASE_URL) await copyTemplate(folder);
  let clock = START;
  let logged = "";
  const deps = await createDeps(settings, FEATURES, {
    assets,
    write: (lines) => void (logged += new TextDecoder().decode(lines)),
    clock: () => clock,
    transactionLimitMs: env.DATABASE_URL ? undefined : FILE_TRANSACTION_MS,
  });
  if (settings.platform === "machine") deps.ports.pdf = pdf;
  const { settings: lending, settingsVersionId } = deps.ports.lending();
  if (settingsVersionId === 1 && lending.payments.day !== paymentDay) {
    lending.payments.day = paymentDay;
    await deps.db.update(settingsVersions).set({ body: lending }).where(eq(settingsVersions.id, 1));
  }
  const app = createApp(deps);
  let server: Deno.HttpServer<Deno.NetAddr> | undefined;
  let made = 0, blocks = false;
  // Between requests a test may do what it likes: other files of its process are read and compiled then, too.
  const request = async (path: string, init: RequestInit) => {
    const host = new Headers(init.headers).get("host"), { protocol } = new URL(settings.publicUrl);
    // As a server gives it: the address has the host that was asked for.
    const address = new URL(path, host ? `${protocol}//${host}` : settings.publicUrl).href;
    return await inShortTurns(async () => await app.request(address, init), () => blocks);
  };
  const cookieOf = (as?: TestAccount | null): Record<string, string> => as ? { cookie: as.cookie } : {};

  const t: TestApp = {
    app,
    deps,
    env: settings,
    advance: (ms) => void (clock += ms),
    now: () => clock,
    async account(fields = {}) {
      const n = ++made;
      const name = fields.name ?? `Person ${n}`;
      const email = fields.email ?? `person${n}@example.com`;
      const username = fields.username ?? `person${n}x`;
      hash ??= deps.ports.passwords.hash(PASSWORD);
      const [row] = await deps.db.insert(accounts).values({
        name,
        license: `M${String(10_000_000 + n)}`,
        brokerage: "Lakeshore Mortgage Group",
        passwordHash: await hash,
        createdAt: clock,
        updatedAt: clock,
        consent: fields.touchBaseEmails ? "express" : "",
        ...fields,
        email,
        emailKey: email.toLowerCase(),
        username,
        usernameKey: username.toLowerCase(),
        status: 1,
      }).returning();
      const cookie = await startSession(deps, row.id);
      // Nobody signs in to a disabled account: it is one that was disabled since.
      if (fields.status === 0) await deps.db.update(accounts).set({ status: 0 }).where(eq(accounts.id, row.id));
      return { id: row.id, role: row.role, name, email, username, cookie };
    },
    signInAgain: async (as) => void (as.cookie = await startSession(deps, as.id)),
    context(actor = null) {
      return {
        ...deps.ports,
        db: deps.db,
        actor: actor && { id: actor.id, role: actor.role, name: actor.name },
        now: clock,
        address: "203.0.113.7",
        requestId: "test",
      };
    },
    get: (path, as, headers) => request(path, { headers: { ...cookieOf(as), ...headers } }),
    post: (path, body, as, headers) =>
      request(path, {
        method: "POST",
        body: typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body),
        headers: {
          ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
          "sec-fetch-site": "same-origin",
          ...cookieOf(as),
          ...headers,
        },
      }),
    postForm: (path, fields, as) =>
      request(path, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "text/html",
          "sec-fetch-site": "same-origin",
          ...cookieOf(as),
        },
      }),
    mails: async (to) => {
      await eventsHandled(deps);
      const all = deps.db.select().from(mails);
      return await (to ? all.where(eq(mails.to, to)) : all).orderBy(asc(mails.id));
    },
    runJobs: async () => {
      for (const job of deps.jobs) await job.run();
    },
    serve() {
      server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.fetch);
      return `http://127.0.0.1:${server.addr.port}`;
    },
    longTurns: () => void (blocks = true),
    mayBlock: () => blocks,
    logged: () => logged,
    async close() {
      await server?.shutdown();
      await deps.close();
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
  return t;
}

/** Runs `run` on an application of its own, closed afterwards. No turn may be long, between requests either. */
export async function withApp(
  run: (t: TestApp) => Promise<void>,
  env: Record<string, string> = {},
  paymentDay = ADVANCE_DAY,
  assets?: Assets,
): Promise<void> {
  const t = await makeApp(env, paymentDay, assets);
  try {
    await inShortTurns(() => run(t), t.mayBlock);
  } finally {
    await t.close();
  }
}

/** Handles what waits in the outbox; waits for what another process on the same database holds. */
async function eventsHandled(deps: Installation): Promise<void> {
  for (;;) {
    await deps.events.drain();
    const held = and(eq(eventDeliveries.status, "waiting"), gte(eventDeliveries.leaseUntil, deps.clock()));
    if ((await deps.db.select().from(eventDeliveries).where(held)).length === 0) return;
    await delay(5);
  }
}

/** Signs an account in through the same code as the login call, and gives the cookie header. */
async function startSession(deps: Installation, accountId: number): Promise<string> {
  let cookie = "";
  const account = await deps.db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  const { passwordHash, role } = account!;
  const facts = {
    passwordHash,
    decided: { role, hasFactor: false },
    address: "203.0.113.7",
    userAgent: "test",
    limited: false,
  };
  const browser = {
    req: { header: () => undefined, raw: new Request("http://localhost/") },
    header: (_name: string, value: string) => void (cookie = value.split(";")[0]),
  };
  // deno-lint-ignore no-explicit-any -- only what `start` uses of a request
  await deps.sessions.start(browser as any, accountId, facts);
  return cookie;
}
