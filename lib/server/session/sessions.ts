/** Sign-in sessions with Lucia, and a browser's cookies: its session and its saved devices. */
import { type Context as HonoContext } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { Lucia, TimeSpan } from "lucia";
import type { Db } from "../../../db/mod.ts";
import { DEVICE_LIFETIME_MS } from "../../domain/accounts/lifetimes.ts";
import { type Actor, NO_ROLE } from "../../domain/permissions.ts";
import { createAdapter, type NewSession, type SessionAccount, type SessionFacts } from "./adapter.ts";

const SLIDING = new TimeSpan(7, "d");

declare module "lucia" {
  interface Register {
    Lucia: Lucia<SessionFacts, SessionAccount>;
    DatabaseUserAttributes: SessionAccount;
    DatabaseSessionAttributes: SessionFacts | NewSession;
    UserId: number;
  }
}

/** The signed-in account of a request. */
export interface SignedIn extends Actor {
  brokerage: string;
  /** May do nothing but set up a second factor; its role is then none. */
  limited: boolean;
}

/**
 * The portal's sessions; over https their cookies have the `__Host-` prefix, and none is limited where nobody is asked
 * for a second factor. `clock` in milliseconds.
 */
export function createSessions(
  db: Db,
  env: { publicUrl: string; secondFactor: boolean },
  clock: () => number,
) {
  const secure = env.publicUrl.startsWith("https:");
  const cookieName = secure ? "__Host-session" : "session";
  const deviceCookie = secure ? "__Host-device" : "device";
  const lucia = new Lucia(createAdapter(db, clock), {
    sessionExpiresIn: SLIDING,
    sessionCookie: { name: cookieName, attributes: { secure, sameSite: "lax", path: "/" } },
    getUserAttributes: (account) => account,
    getSessionAttributes: (facts) => facts,
  });
  const cookieOptions = { path: "/", httpOnly: true, sameSite: "Lax", secure } as const;

  return {
    cookieName,
    /** The account of the request's cookie, or null. Renews the cookie where the session was extended. */
    async read(c: HonoContext): Promise<SignedIn | null> {
      const header = c.req.header("cookie");
      if (!header?.includes(cookieName)) return null;
      const token = getCookie(c, cookieName);
      if (!token) return null;
      const { session, user } = await lucia.validateSession(token);
      if (!session) {
        c.header("set-cookie", lucia.createBlankSessionCookie().serialize(), { append: true });
        return null;
      }
      if (session.fresh) c.header("set-cookie", lucia.createSessionCookie(token).serialize(), { append: true });
      const limited = session.limited && env.secondFactor;
      return { id: user.id, role: limited ? NO_ROLE : user.role, name: user.name, brokerage: user.brokerage, limited };
    },
    /**
     * Starts a session with a new id and sets its cookie; ends the browser's previous session. Throws 401 'Invalid
     * Login' where the account has another password, role or second factor by now, or was disabled.
     */
    async start(c: HonoContext, accountId: number, facts: Omit<NewSession, "createdAt">): Promise<void> {
      const session = await lucia.createSession(accountId, { ...facts, createdAt: clock() });
      const old = getCookie(c, cookieName);
      if (old) await lucia.invalidateSession(old);
      c.header("set-cookie", lucia.createSessionCookie(session.id).serialize(), { append: true });
    },
    async end(c: HonoContext): Promise<void> {
      const token = getCookie(c, cookieName);
      if (token) await lucia.invalidateSession(token);
      c.header("set-cookie", lucia.createBlankSessionCookie().serialize(), { append: true });
    },
    /** The token of the request's own session, to exclude it from "sign out everywhere else". */
    token: (c: HonoContext): string | undefined => getCookie(c, cookieName),
    deviceToken: (c: HonoContext): string | undefined => getCookie(c, deviceCookie),
    saveDevice(c: HonoContext, token: string): void {
      setCookie(c, deviceCookie, token, { ...cookieOptions, maxAge: DEVICE_LIFETIME_MS / 1000 });
    },
    deleteExpired: () => lucia.deleteExpiredSessions(),
  };
}

export type Sessions = ReturnType<typeof createSessions>;
