/**
 * The loan's page as staff meet it: the demo's loans with conditions, files, history, contracts and payments, each
 * asked for once.
 */
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { openDatabase } from "../../db/mod.ts";
import { accounts, loans, sessions } from "../../db/schema/mod.ts";
import { readEnv } from "../../lib/server/env.ts";
import { demoVariables, prepareDemo } from "../../lib/server/tasks/demo.ts";

const TOKEN = "benchmark-session-token-of-the-demo-owner";

/** The cookie of the demo's owner. */
export const DEMO_COOKIE = `session=${TOKEN}`;

/** Makes the demo in an empty folder; answers its loans' pages. */
export async function prepareDetails(dataDir: string): Promise<string[]> {
  const variables = demoVariables((name) => name === "DEMO_DATA_DIR" ? dataDir : undefined);
  await prepareDemo(readEnv((name) => variables[name]));
  const { db, close } = await openDatabase({ url: `file:${dataDir}/harbourline.db` });
  try {
    const owner = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.username, "margaretlau")).get();
    const now = Date.now();
    await db.insert(sessions).values({
      id: createHash("sha256").update(TOKEN).digest("hex"),
      accountId: owner!.id,
      createdAt: now,
      expiresAt: now + 6 * 24 * 3600_000,
    });
    const all = await db.select({ id: loans.id }).from(loans).orderBy(loans.id);
    // Statuses come in runs: every seventh, again and again, is as mixed at the end as at the beginning.
    return all.map((_, n) => `/dashboard/viewloan?id=${all[n * 7 % all.length].id}`);
  } finally {
    close();
  }
}
