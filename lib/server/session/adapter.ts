/** Lucia's database adapter. Tokens are stored as SHA-256; session and account are read in one prepared join. */
import { createHash } from "node:crypto";
import { and, eq, gt, lt, lte, sql } from "drizzle-orm";
import type { Adapter, DatabaseSession, DatabaseUser } from "lucia";
import { asChecked, asDecided, type SignInFacts } from "../../../db/as_checked.ts";
import type { Db } from "../../../db/mod.ts";
import { accounts, sessions } from "../../../db/schema/mod.ts";
import { invalidLogin } from "../../domain/accounts/invalid_login.ts";

/** A session ends this long after sign-in, however active. */
const ABSOLUTE_LIFETIME_MS = 30 * 24 * 3600_000;

const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The account columns that every request needs. */
export interface SessionAccount {
  role: number;
  name: string;
  brokerage: string;
  status: number;
}

export interface SessionFacts {
  address: string;
  userAgent: string;
  createdAt: number;
  /** It reaches the set-up of a second factor alone. */
  limited: boolean;
}

/** A session to be stored: only where `passwordHash` is still the account's, and what was `decided` by holds. */
export interface NewSession extends SessionFacts {
  passwordHash: string;
  decided: SignInFacts;
}

/** `clock` in milliseconds: stored times use it, while Lucia uses the system clock. */
export function createAdapter(db: Db, clock: () => number): Adapter {
  const stored = (date: Date): number => date.getTime() - Date.now() + clock();
  const forLucia = (instant: number): Date => new Date(instant - clock() + Date.now());
  const one = db.select({
    accountId: accounts.id,
    role: accounts.role,
    name: accounts.name,
    brokerage: accounts.brokerage,
    status: accounts.status,
    expiresAt: sessions.expiresAt,
    createdAt: sessions.createdAt,
    limited: sessions.limited,
  }).from(sessions).innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.id, sql.placeholder("hash"))).prepare();

  return {
    async getSessionAndUser(token): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await one.get({ hash: hashToken(token) });
      if (!row || row.status !== 1) return [null, null];
      const expiresAt = forLucia(Math.min(row.expiresAt, row.createdAt + ABSOLUTE_LIFETIME_MS));
      const facts = { createdAt: row.createdAt, address: "", userAgent: "", limited: row.limited };
      const account = { role: row.role, name: row.name, brokerage: row.brokerage, status: row.status };
      return [{ id: token, userId: row.accountId, expiresAt, attributes: facts }, {
        id: row.accountId,
        attributes: account,
      }];
    },
    /** Ids passed here are hashes: only browsers have the tokens. */
    async getUserSessions(accountId) {
      const rows = await db.select().from(sessions).where(
        and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, clock())),
      );
      return rows.map((s) => ({
        id: s.id,
        userId: s.accountId,
        expiresAt: forLucia(s.expiresAt),
        attributes: { address: s.address, userAgent: s.userAgent, createdAt: s.createdAt, limited: s.limited },
      }));
    },
    /** One statement: a new password, role or second factor ends sessions, and none may begin by those before. */
    async setSession({ id, userId, expiresAt, attributes }) {
      if (!("passwordHash" in attributes)) throw new TypeError("a session begins with the password that was checked");
      const { passwordHash, decided, createdAt, address, userAgent, limited } = attributes;
      const begun = await db.insert(sessions).select(
        db.select({
          id: sql`${hashToken(id)}`.as("id"),
          accountId: accounts.id,
          expiresAt: sql`${stored(expiresAt)}`.as("expires_at"),
          createdAt: sql`${createdAt}`.as("created_at"),
          address: sql`${address}`.as("address"),
          userAgent: sql`${userAgent}`.as("user_agent"),
          limited: sql`${Number(limited)}`.as("limited"),
        }).from(accounts).where(and(asChecked({ id: userId, passwordHash }), asDecided(decided))),
      ).returning({ id: sessions.id });
      if (!begun.length) throw invalidLogin();
    },
    /** Near its absolute lifetime a session asks for an extension at every visit; skip writes that change nothing. */
    async updateSessionExpiration(token, expiresAt) {
      const until = sql`min(${stored(expiresAt)}, ${sessions.createdAt} + ${ABSOLUTE_LIFETIME_MS})`;
      await db.update(sessions).set({ expiresAt: until })
        .where(and(eq(sessions.id, hashToken(token)), lt(sessions.expiresAt, until)));
    },
    async deleteSession(token) {
      await db.delete(sessions).where(eq(sessions.id, hashToken(token)));
    },
    async deleteUserSessions(accountId) {
      await db.delete(sessions).where(eq(sessions.accountId, accountId));
    },
    async deleteExpiredSessions() {
      await db.delete(sessions).where(lte(sessions.expiresAt, clock()));
    },
  };
}
