/**
 * The demo's log of consent: brokers who agreed, one who wants fewer mails, one who wants none, and one who asked so
 * long ago that it implies none any more; the rest is implied by loans.
 */
import { dateInToronto, DAY_MS } from "../../../lib/domain/dates.ts";
import type { ConsentKind, ConsentSource } from "../../../lib/domain/mail/consent.ts";
import type { accounts, mailConsents } from "../../schema/mod.ts";

type Row = typeof mailConsents.$inferInsert;
type Person = Pick<typeof accounts.$inferInsert, "name" | "email"> & { id: number };

/** Which broker, how long ago, what, how, and what was noted. */
const SAID: readonly (readonly [broker: number, daysAgo: number, ConsentKind, ConsentSource, note?: string])[] = [
  [0, 620, "express", "form"],
  [1, 540, "express", "phone", "Call about the Rideau files"],
  [2, 500, "express", "person", "Card at the spring conference"],
  [6, 480, "express", "form"],
  [12, 420, "inquiry", "phone", "Asked what a second costs"],
  [5, 300, "express", "email", "Her answer to our rate sheet"],
  [6, 40, "fewer", "link"],
];

/** The log, and each broker's columns that follow from it; `gone` unsubscribed at an instant in milliseconds. */
export function demoConsents(
  brokers: readonly Person[],
  unsubscribed: Person & { at: number },
  by: Person,
  now: number,
) {
  const rows: Row[] = SAID.map(([broker, daysAgo, kind, source, note = ""]) => {
    const { id, name, email } = brokers[broker], at = now - daysAgo * DAY_MS;
    const who = source === "form" || source === "link" ? { id, name } : by;
    return row(at, { accountId: id, email, kind, source, note, recordedBy: who.id, recordedByName: who.name });
  });
  const { id, name, email, at } = unsubscribed;
  rows.push(
    row(at, { accountId: id, email, kind: "withdrawn", source: "link", recordedBy: id, recordedByName: name }),
  );
  rows.sort((a, b) => a.recordedAt - b.recordedAt);
  const of = (kind: ConsentKind) => rows.filter((one) => one.kind === kind).map(({ accountId }) => accountId);
  return { rows, express: of("express"), withdrawn: of("withdrawn"), fewer: of("fewer") };
}

const row = (at: number, more: Omit<Row, "day" | "recordedAt">): Row => ({
  ...more,
  day: dateInToronto(at),
  recordedAt: at,
});
