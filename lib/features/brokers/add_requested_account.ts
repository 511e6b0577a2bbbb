import { desc, eq } from "drizzle-orm";
import { type Context, inTransaction, type Tx } from "../../../db/mod.ts";
import { accountRequests, accounts, auditRows } from "../../../db/schema/mod.ts";
import { isEmail, MESSAGES } from "../../domain/accounts/account_rules.ts";
import { asHeld } from "../../domain/accounts/licence.ts";
import { dateInToronto, formatInstant } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { conflict, invalid } from "../../domain/refusal.ts";
import type { AddRequestInput } from "../../schemas/brokers/account.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { rowsOf } from "../last_save.ts";
import { addConsent, copyRefusal } from "../mail/mod.ts";
import { ClosedRequest } from "./_load.ts";
import { refuseReservedNames, takenNames } from "./_guard.ts";

/**
 * Makes a broker's account of a request. `introEmail` mails that it is ready, as another username than the wanted one
 * is either way; `notes` replaces the private comment; the wish for news is consent. Sent again it answers the account.
 * Throws 404, 422 for an address that no mail reaches, 409 for taken names, or where the first call said otherwise.
 */
export async function addRequestedAccount(ctx: Context, input: AddRequestInput): Promise<{ id: number }> {
  const { id, introEmail, notes } = input;
  return await inTransaction(ctx.db, async (tx) => {
    const request = await tx.select().from(accountRequests).where(eq(accountRequests.id, id)).get();
    if (request?.accountId) return await addedBefore(tx, ctx, request.accountId, input);
    if (!request || request.closedAt !== null) throw new ClosedRequest(null);
    refuseReservedNames(request);
    if (!isEmail(request.email)) throw invalid(`${MESSAGES.emailForm} ${ASK_ANOTHER}`);
    const taken = await takenNames(tx, request);
    if (taken.username || taken.email) throw conflict(clash(taken));
    const fields = {
      role: ROLE.broker,
      name: request.name,
      email: request.email,
      phone: request.phone,
      brokerage: request.brokerage,
      brokerageLicense: request.brokerageLicense,
      license: asHeld(request.license),
      username: request.username,
      notes: notes ?? request.notes,
    };
    const [account] = await tx.insert(accounts).values({
      ...fields,
      emailKey: request.email.toLowerCase(),
      usernameKey: request.username.toLowerCase(),
      passwordHash: request.passwordHash,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }).returning({ id: accounts.id });
    if (request.newsByEmail) {
      await addConsent(tx, ctx, { id: account.id, email: request.email }, {
        kind: "express",
        source: "form",
        day: dateInToronto(request.createdAt),
        by: { id: null, name: request.name },
      });
    } else await copyRefusal(tx, ctx, { id: account.id, email: request.email });
    await tx.update(accountRequests).set({ accountId: account.id, closedAt: ctx.now, passwordHash: "" })
      .where(eq(accountRequests.id, id));
    await audit(tx, ctx, {
      action: "request.accept",
      entityId: id,
      before: { closed: false },
      after: { closed: true, accountId: account.id, introEmail },
    });
    await audit(tx, ctx, { action: "account.create", entityId: account.id, after: fields });
    await emit(tx, ctx, {
      type: "account.created",
      v: 1,
      accountId: account.id,
      introduce: introEmail,
      ...(request.wantedUsername && { wanted: request.wantedUsername }),
    });
    return { id: account.id };
  });
}

/** The account that an earlier call made. Throws 409 where this one's comment or mail choice would be lost unseen. */
async function addedBefore(
  tx: Tx,
  ctx: Context,
  accountId: number,
  { id, introEmail, notes }: AddRequestInput,
): Promise<{ id: number }> {
  const made = await tx.select().from(auditRows).where(rowsOf(["request.accept"], id))
    .orderBy(desc(auditRows.id)).limit(1).get();
  const account = await tx.select({ notes: accounts.notes }).from(accounts).where(eq(accounts.id, accountId)).get();
  const { introEmail: mailed = introEmail } = JSON.parse(made?.after ?? "{}");
  const lost = [
    ...(notes !== undefined && notes !== account?.notes
      ? ["Your private comment was not saved: write it on the account's page."]
      : []),
    ...(mailed === introEmail ? [] : [
      mailed ? "The intro email was sent." : "No intro email was sent: tell the broker that the account is open.",
    ]),
  ];
  if (lost.length === 0) return { id: accountId };
  const who = made?.actorId === ctx.actor?.id ? "You" : made?.actorName || "Somebody";
  throw conflict([`${who} created this account on ${formatInstant(made?.at)}.`, ...lost].join(" "));
}

const ASK_ANOTHER =
  "No mail would reach this address: ask for another, delete the request and create the account with " +
  "New broker.";

function clash(taken: { username: boolean; email: boolean }): string {
  if (taken.email) {
    return "Another account has this email address. If it is the same person, delete the request; they can recover " +
      "their password. If not, ask for another address and create the account with New broker.";
  }
  return "Another account has this username. Delete the request and create the account with New broker, under another " +
    "username.";
}
