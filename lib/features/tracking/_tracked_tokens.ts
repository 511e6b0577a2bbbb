/** What the tokens in addresses of mails stand for: recipients of a run, or mails about a loan. */
import { eq, sql } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { loanMailTokens, mails, trackedRecipients, trackerTokens } from "../../../db/schema/mod.ts";
import type { TrackedToken } from "../../domain/tracking/hit.ts";

const among = (column: typeof trackerTokens.token | typeof loanMailTokens.token) =>
  sql`${column} in (select value from json_each(${sql.placeholder("tokens")}))`;

const runTokens = preparedBy((db, _key: "all") =>
  db.select({
    token: trackerTokens.token,
    kind: trackerTokens.kind,
    link: trackerTokens.link,
    emailId: trackedRecipients.emailId,
    sentId: trackedRecipients.sentId,
    accountId: trackedRecipients.accountId,
    email: trackedRecipients.email,
    sentAt: mails.sentAt,
  }).from(trackerTokens).innerJoin(trackedRecipients, eq(trackedRecipients.id, trackerTokens.recipientId))
    .leftJoin(mails, eq(mails.idempotencyKey, trackedRecipients.mailKey))
    .where(among(trackerTokens.token)).prepare()
);

const tokensOfLoanMails = preparedBy((db, _key: "all") =>
  db.select({
    token: loanMailTokens.token,
    kind: loanMailTokens.kind,
    link: loanMailTokens.link,
    mailId: loanMailTokens.mailId,
    sentAt: mails.sentAt,
  }).from(loanMailTokens).innerJoin(mails, eq(mails.id, loanMailTokens.mailId))
    .where(among(loanMailTokens.token)).prepare()
);

/** The known ones among these tokens; those of mails about loans are looked for where runs have not all of them. */
export async function trackedTokens(
  { db }: Pick<Context, "db">,
  tokens: Iterable<string>,
): Promise<Map<string, TrackedToken>> {
  const found = new Map<string, TrackedToken>(), left = new Set(tokens);
  for (const tokensOf of [runTokens, tokensOfLoanMails]) {
    if (left.size === 0) break;
    for (const { token, ...known } of await tokensOf(db, "all").all({ tokens: JSON.stringify([...left]) })) {
      found.set(token, known);
      left.delete(token);
    }
  }
  return found;
}
