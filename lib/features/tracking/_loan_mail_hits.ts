/** Opens and clicks of mails about loans, on their way into the database. */
import { eq, sql } from "drizzle-orm";
import { type Context, insertRows } from "../../../db/mod.ts";
import { preparedBy } from "../../../db/prepared.ts";
import { loanMailEvents, loanMailTokens, mails } from "../../../db/schema/mod.ts";
import type { TrackedHit } from "../../domain/tracking/hit.ts";
import { machineReason } from "../../domain/tracking/machine_reason.ts";
import { markTogether } from "./_mark_together.ts";

type Row = Required<Omit<typeof loanMailEvents.$inferInsert, "id">>;

const tokensOf = preparedBy((db, _key: "all") =>
  db.select({
    token: loanMailTokens.token,
    mailId: loanMailTokens.mailId,
    kind: loanMailTokens.kind,
    link: loanMailTokens.link,
    sentAt: mails.sentAt,
  }).from(loanMailTokens).innerJoin(mails, eq(mails.id, loanMailTokens.mailId))
    .where(sql`${loanMailTokens.token} in (select value from json_each(${sql.placeholder("tokens")}))`).prepare()
);

const insertEvents = insertRows(loanMailEvents, ["mailId", "type", "created", "machine", "link"]);
const markEvents = markTogether(loanMailEvents, "loan_mail_events_mail", ["mailId"]);

/** The rows of hits whose tokens mails about loans have. */
export async function loanMailRows({ db }: Pick<Context, "db">, hits: readonly TrackedHit[]): Promise<Row[]> {
  if (hits.length === 0) return [];
  const tokens = JSON.stringify([...new Set(hits.map(({ token }) => token))]);
  const known = new Map((await tokensOf(db, "all").all({ tokens })).map((one) => [one.token, one]));
  return hits.flatMap((hit): Row[] => {
    const token = known.get(hit.token);
    if (!token) return [];
    const { mailId, kind, link, sentAt } = token;
    const sinceSentMs = sentAt === null ? null : hit.at - sentAt;
    const machine = machineReason({ ...hit, sinceSentMs, isTrap: kind === "trap" });
    return [{ mailId, type: kind === "pixel" ? "open" : "link", created: hit.at, machine, link }];
  });
}

/** The statements that store them, and mark clicks as a machine's that follow different links of one mail together. */
export function storeLoanMailRows({ db }: Pick<Context, "db">, rows: readonly Row[]) {
  const clicks = rows.filter(({ type }) => type === "link");
  return [
    ...rows.length > 0 ? [db.run(insertEvents(rows))] : [],
    ...clicks.length > 0 ? [db.run(markEvents(clicks))] : [],
  ];
}
