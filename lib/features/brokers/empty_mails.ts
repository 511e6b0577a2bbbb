/** Empties the mails to erased people, and to those whose account request is gone (docs/decisions/personal-data.md). */
import { and, asc, inArray, isNotNull, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { valueSql } from "../../../db/derived/mod.ts";
import type { Consumer, Tx } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { erasedEmail } from "../../domain/accounts/erased.ts";
import { type MailStatus, UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { emit } from "../events.ts";
import { sentTo } from "./_addresses.ts";

/** Mails emptied in one transaction. */
const SLICE = 500;

const FAILED = sql.raw(valueSql<MailStatus>("failed")), KEPT = sql.raw(valueSql<MailStatus>("kept"));

/** The mail service's report goes with the address, and the mail cannot be sent again. */
const NOBODYS = {
  replyTo: null,
  headers: null,
  error: null,
  providerId: null,
  outcomeReason: null,
  status: sql`iif(${mails.status} = ${FAILED}, ${KEPT}, ${mails.status})`,
};

/**
 * Rows stay, as counts need them; their texts go. Mails about a loan are its record: they keep their texts and stay on
 * its page, sent to the erased account. One event does one slice and asks for the next, so that it resumes.
 */
export const emptyMailsConsumer: Consumer = {
  name: "emptyMails",
  types: ["account.erased", "request.removed"],
  async handle(tx, ctx, event) {
    if (event.type !== "account.erased" && event.type !== "request.removed") return;
    const ofAccount = event.type === "account.erased" ? event : null;
    const theirs = sentTo({ own: event.secret.addresses, asked: ofAccount?.secret.asked ?? [] });
    const leaving = and(theirs, inArray(mails.status, ["sending", "withdrawn"]));
    if (await tx.select({ id: mails.id }).from(mails).where(leaving).limit(1).get()) {
      throw new Error("A mail to an erased person is on its way: it is emptied once it left.");
    }
    const left = and(theirs, notInArray(mails.status, [...UNSENT_STATUSES]));
    const empty = { ...NOBODYS, to: "", subject: "Erased", html: "", text: "" };
    const emptied = await change(tx, and(left, isNull(mails.loanId)), empty);
    const to = ofAccount && erasedEmail(ofAccount.accountId);
    const renamed = to ? await change(tx, and(left, isNotNull(mails.loanId)), { ...NOBODYS, to }) : 0;
    if (emptied < SLICE && renamed < SLICE) return;
    const { secret } = event;
    if (ofAccount) await emit(tx, ctx, { type: "account.erased", v: 1, accountId: ofAccount.accountId, secret });
    else await emit(tx, ctx, { type: "request.removed", v: 1, secret });
  },
};

/** Sets columns of a slice of mails, and answers of how many. */
async function change(tx: Tx, where: SQL | undefined, set: Parameters<ReturnType<Tx["update"]>["set"]>[0]) {
  const rows = await tx.select({ id: mails.id }).from(mails).where(where).orderBy(asc(mails.id)).limit(SLICE);
  if (rows.length > 0) await tx.update(mails).set(set).where(inArray(mails.id, rows.map(({ id }) => id)));
  return rows.length;
}
