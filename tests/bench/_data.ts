/** The benchmark's database: an administrator with a session, twelve brokers, and as many loans as are asked for. */
import { createHash } from "node:crypto";
import { migrate, openDatabase } from "../../db/mod.ts";
import { accounts, sessions } from "../../db/schema/mod.ts";
import { seedLoans } from "./seed_loans.ts";
import { endNight } from "./_night.ts";
import { seedTrackedMail } from "./_tracked_mail.ts";

const TOKEN = "benchmark-session-token-of-forty-letters";
const BROKERS = [..."abcdefghijkl"];

/** The cookie of the administrator's browser. */
export const COOKIE = `session=${TOKEN}`;

/** Brings the database of a data folder to `count` loans. The server must not be running. */
export const prepareData = (dataDir: string, count: number): Promise<void> =>
  prepareDatabase(`file:${dataDir}/harbourline.db`, count);

/** Brings a database to `count` loans. */
export async function prepareDatabase(url: string, count: number): Promise<void> {
  const { db, client, close } = await openDatabase({ url });
  try {
    await migrate(client);
    const now = Date.now();
    const common = { passwordHash: "", createdAt: now, updatedAt: now };
    await db.insert(accounts).values([
      {
        id: 1000,
        role: 9,
        name: "Helen Voss",
        email: "h@x.example",
        username: "helenvoss",
        emailKey: "h",
        usernameKey: "h",
        ...common,
      },
      ...BROKERS.map((letter, n) => ({
        id: 1001 + n,
        name: `Broker ${letter.toUpperCase()}`,
        email: `${letter}@x.example`,
        emailKey: letter + "@",
        username: `broker-${letter}`,
        usernameKey: letter + "@",
        ...common,
      })),
    ]).onConflictDoNothing();
    await db.insert(sessions).values({
      id: createHash("sha256").update(TOKEN).digest("hex"),
      accountId: 1000,
      createdAt: now,
      expiresAt: now + 6 * 24 * 3600_000,
    }).onConflictDoNothing();
    await seedTrackedMail(db);
    await endNight(db);
    await seedLoans(client, count, BROKERS.map((_, n) => 1001 + n), now);
  } finally {
    close();
  }
}
