/** Empties the mails to an erased person (docs/decisions/personal-data.md). */
import { and, asc, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Consumer } from "../../../db/mod.ts";
import { mails } from "../../../db/schema/mod.ts";
import { UNSENT_STATUSES } from "../../domain/mail/outbox.ts";
import { emit } from "../events.ts";

/** Mails emptied in one transaction. */
const SLICE = 500;

/** Mails to addresses, in whatever case, that are about no loan: those about one are its record. */
export const aboutNoLoan = (addresses: readonly string[]): SQL =>
  and(or(...addresses.map((address) => sql`${mails.to} collate nocase = ${address}`)), isNull(mails.loanId))!;

/** Rows stay, as counts need them; their texts go. One event empties one slice and asks for the next, so that it resumes. */
export const emptyMailsConsumer: Consumer = {
  name: "emptyMails",
  types: ["account.erased"],
  async handle(tx, ctx, event) {
    if (event.type !== "account.erased") return;
    const theirs = aboutNoLoan(event.secret.addresses);
    const leaving = and(theirs, inArray(mails.status, ["sending", "withdrawn"]));
    if (await tx.select({ id: mails.id }).from(mails).where(leaving).limit(1).get()) {
      throw new Error("A mail to an erased person is on its way: it is emptied once it left.");
    }
    const left = and(theirs, notInArray(mails.status, [...UNSENT_STATUSES]));
    const ids = (await tx.select({ id: mails.id }).from(mails).where(left).orderBy(asc(mails.id)).limit(SLICE))
      .map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.update(mails).set({
      to: "",
      replyTo: null,
      subject: "Erased",
      html: "",
      text: "",
      headers: null,
      error: null,
      providerId: null,
      outcomeReason: null,
      // Nobody can send it again: the outbox does not ask for it.
      status: sql`iif(${mails.status} = 'failed', 'kept', ${mails.status})`,
    }).where(inArray(mails.id, ids));
    const { accountId, secret } = event;
    if (ids.length === SLICE) await emit(tx, ctx, { type: "account.erased", v: 1, accountId, secret });
  },
};
