/** An account's sessions and saved browsers. */
import { and, desc, eq, gt } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { devices, sessions } from "../../../db/schema/mod.ts";
import { browserName } from "../../domain/accounts/browser_name.ts";
import { tokenHash } from "../tokens.ts";
import { knownDevice } from "./devices.ts";

/** Maximum number listed of each; the total is returned too. */
const MAX_SHOWN = 20;
/** Length of a device handle: a prefix of the stored id, which is a hash. */
export const HANDLE_LENGTH = 16;

/** The requesting browser's session and device tokens. */
export interface OwnTokens {
  session?: string;
  device?: string;
}

/** A browser; `here` is the requesting one. Instants in milliseconds. */
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
  /** `at` is the last sign-in. */
  devices: SignInRow[];
  deviceCount: number;
}

/** An account's sessions and saved devices, newest first, after the requesting browser's own. */
export async function listSignIns(ctx: Context, accountId: number, own: OwnTokens = {}): Promise<SignIns> {
  const ownSession = own.session ? tokenHash(own.session) : "";
  const ofSessions = ctx.db.select({
    id: sessions.id,
    userAgent: sessions.userAgent,
    address: sessions.address,
    at: sessions.createdAt,
  }).from(sessions).where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.createdAt));
  const ofDevices = ctx.db.select({
    id: devices.id,
    userAgent: devices.userAgent,
    address: devices.address,
    at: devices.lastUsedAt,
  }).from(devices).where(and(eq(devices.accountId, accountId), gt(devices.expiresAt, ctx.now)))
    .orderBy(desc(devices.lastUsedAt));
  const [ownDevice, live, saved] = await Promise.all([
    knownDevice(ctx.db, ctx, accountId, own.device),
    ofSessions,
    ofDevices,
  ]);
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
  return [...rows.filter((row) => row.here), ...rows.filter((row) => !row.here)].slice(0, MAX_SHOWN);
}
