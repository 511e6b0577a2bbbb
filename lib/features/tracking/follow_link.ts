import { and, eq, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { loanMailTokens, trackerTokens } from "../../../db/schema/mod.ts";

/** 128 random bits as they stand in a link. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

const linkOf = preparedBy((db, _key: "all") => {
  const of = (tokens: typeof trackerTokens | typeof loanMailTokens) =>
    db.select({ link: tokens.link }).from(tokens)
      .where(and(eq(tokens.token, sql.placeholder("token")), ne(tokens.kind, "pixel")));
  return unionAll(of(trackerTokens), of(loanMailTokens)).prepare();
});

/**
 * Where a link of a mail leads; null for a token that no mail has: it never leads anywhere that was not in the mail.
 */
export async function followLink({ db }: Pick<Context, "db">, token: string): Promise<string | null> {
  if (!TOKEN.test(token)) return null;
  return (await linkOf(db, "all").get({ token }))?.link ?? null;
}
