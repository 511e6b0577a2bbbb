import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts } from "../../../db/schema/mod.ts";
import { mayManageRole, ROLE } from "../../domain/permissions.ts";
import { forbidden } from "../../domain/refusal.ts";
import type { CreateAccountInput } from "../../schemas/brokers.ts";
import { audit } from "../audit.ts";
import { queueMail } from "../mail.ts";
import { refuseTakenNames } from "./_guard.ts";

/**
 * Creates an account; `introEmail` mails that it is ready. Throws 403 for a role beyond the actor's, 409 for taken
 * names.
 */
export async function createAccount(ctx: Context, input: CreateAccountInput): Promise<{ id: number }> {
  const { password, confirmPassword: _, introEmail, role = ROLE.broker, ...fields } = input;
  if (!ctx.actor || !mayManageRole(ctx.actor, role)) throw forbidden("Only an owner may make somebody an owner.");
  const passwordHash = await ctx.passwords.hash(password);
  const id = await inTransaction(ctx.db, async (tx) => {
    await refuseTakenNames(tx, fields);
    const [{ id }] = await tx.insert(accounts).values({
      ...fields,
      role,
      emailKey: fields.email.toLowerCase(),
      usernameKey: fields.username.toLowerCase(),
      passwordHash,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }).returning({ id: accounts.id });
    await audit(tx, ctx, { action: "account.create", entityId: id, after: { ...fields, role } });
    if (introEmail) await queueIntroEmail(tx, ctx, { id, ...fields });
    return id;
  });
  if (introEmail) ctx.mail.wake();
  return { id };
}

/** Queues the mail that an account is ready, once for each account. */
export async function queueIntroEmail(
  tx: Parameters<typeof queueMail>[0],
  ctx: Context,
  account: { id: number; name: string; email: string; username: string },
): Promise<void> {
  const { id, name, email, username } = account;
  await queueMail(tx, ctx, {
    kind: "accountReady",
    to: email,
    props: { name, username, link: `${ctx.site.publicUrl}/login` },
    key: `accountReady:${id}`,
  });
}
