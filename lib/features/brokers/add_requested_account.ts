import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accountRequests, accounts } from "../../../db/schema/mod.ts";
import { dateInToronto } from "../../domain/dates.ts";
import { ROLE } from "../../domain/permissions.ts";
import { conflict } from "../../domain/refusal.ts";
import type { AddRequestInput } from "../../schemas/brokers/account.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { addConsent, copyRefusal } from "../mail/mod.ts";
import { ClosedRequest } from "./_load.ts";
import { refuseReservedNames, takenNames } from "./_guard.ts";

/**
 * Creates a broker's account from a request, with the requested password. `introEmail` mails that it is ready; another
 * username than the wanted one is mailed either way. `notes` replaces the private comment; the wish for news is noted
 * as consent. Idempotent. Throws 404; 409 where the username or email is taken.
 */
export async function addRequestedAccount(
  ctx: Context,
  { id, introEmail, notes }: AddRequestInput,
): Promise<{ id: number }> {
  return await inTransaction(ctx.db, async (tx) => {
    const request = await tx.select().from(accountRequests).where(eq(accountRequests.id, id)).get();
    if (request?.accountId) return { id: request.accountId };
    if (!request || request.closedAt !== null) throw new ClosedRequest(null);
    refuseReservedNames(request);
    const taken = await takenNames(tx, request);
    if (taken.username || taken.email) throw conflict(clash(taken));
    const fields = {
      role: ROLE.broker,
      name: request.name,
      email: request.email,
      phone: request.phone,
      brokerage: request.brokerage,
      brokerageLicense: request.brokerageLicense,
      license: request.license.trim().toUpperCase(),
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
      after: { closed: true, accountId: account.id },
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

function clash(taken: { username: boolean; email: boolean }): string {
  if (taken.email) {
    return "Another account has this email address. If it is the same person, delete the request; they can recover " +
      "their password. If not, ask for another address and create the account with New broker.";
  }
  return "Another account has this username. Delete the request and create the account with New broker, under another " +
    "username.";
}
