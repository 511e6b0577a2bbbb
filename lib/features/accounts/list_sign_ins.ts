/** Where an account is signed in, and the browsers it saved. */
import { and, desc, eq, gt } from "drizzle-orm";
import { type Context, jsonRows } from "../../../db/mod.ts";
import { devices, sessions } from "../../../db/schema/mod.ts";
import { browserName } from "../../domain/accounts/browser_name.ts";
import { tokenHash } from "../tokens.ts";
import { knownDevice } from "./devices.ts";

/** The newest of each that are shown; an account with more is told how many there are. */
const SHOWN = 20;
/** Enough of a stored id to name it: stored ids are hashes already. */
export const HANDLE_LENGTH = 16;

/** What the asking browser brought along: the tokens of its session and of its saved devices. */
export interface OwnTokens {
  session?: string;
  device?: string;
}

/** One browser, in words; `here` is the one that asks. Instants in milliseconds. */
export interface SignInRow {
  handle: string;
  browser: string;
  address: string;
  at: number;
  here: boolean;
}

export interface SignIns {
  sessions: SignInRow[];
  sessionCount: number;
  /** `at` is when it was last used to sign in. */
  devices: SignInRow[];
  deviceCount: number;
}

/** Live sessions and saved devices of an account, the newest first, the asking browser's own before all. */
export async function listSignIns(ctx: Context, accountId: number, own: OwnTokens = {}): Promise<SignIns> {
  const ownSession = own.session ? tokenHash(own.session) : "";
  const ownDevice = await knownDevice(ctx.db, ctx, accountId, own.device);
  const live = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      address: sessions.address,
      at: sessions.createdAt,
    }).from(sessions).where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, ctx.now)))
      .orderBy(desc(sessions.createdAt)),
  );
  const saved = await jsonRows(
    ctx.db,
    ctx.db.select({
      id: devices.id,
      userAgent: devices.userAgent,
      address: devices.address,
      at: devices.lastUsedAt,
    }).from(devices).where(and(eq(devices.accountId, accountId), gt(devices.expiresAt, ctx.now)))
      .orderBy(desc(devices.lastUsedAt)),
  );
  return {
    sessions: rowsOf(live, ownSession),
    sessionCount: live.length,
    devices: rowsOf(saved, ownDevice),
    deviceCount: saved.length,
  };
}

type Stored = { id: string; userAgent: string; address: string; at: number };

function rowsOf(stored: Stored[], ownId: string | null): SignInRow[] {
  const rows = stored.map(({ id, userAgent, address, at }) => ({
    handle: id.slice(0, HANDLE_LENGTH),
    browser: browserName(userAgent),
    address,
    at,
    here: id === ownId,
  }));
  return [...rows.filter((row) => row.here), ...rows.filter((row) => !row.here)].slice(0, SHOWN);
}
