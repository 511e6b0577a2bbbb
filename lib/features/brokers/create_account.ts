import { eq } from "drizzle-orm";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { GIVEN_BY_OWNERS } from "../../domain/accounts/account_values.ts";
import { mayManageRole, ROLE } from "../../domain/permissions.ts";
import { forbidden, invalid } from "../../domain/refusal.ts";
import type { CreateAccountInput } from "../../schemas/brokers/account.ts";
import { audit, changes } from "../audit.ts";
import { emit } from "../events.ts";
import { rowsOf } from "../last_save.ts";
import { copyRefusal } from "../mail/mod.ts";
import { isPasswordOf, refuseTakenNames } from "./_guard.ts";

const DEAD_INTRO =
  "A disabled account gets no intro email: its link would not work. Create it enabled, or without one.";

/**
 * Creates an account; `introEmail` mails that it is ready, with a link to set a password. Sent again it answers the
 * account. Throws 403 for a role beyond the actor's, 409 for taken names, 422 for the mail of a disabled one.
 */
export async function createAccount(ctx: Context, input: CreateAccountInput): Promise<{ id: number }> {
  const { password, confirmPassword: _, introEmail, role = ROLE.broker, ...fields } = input;
  if (!ctx.actor || !mayManageRole(ctx.actor, role)) throw forbidden(GIVEN_BY_OWNERS);
  if (introEmail && fields.status === 0) throw invalid(DEAD_INTRO, { introEmail: DEAD_INTRO });
  const after = { ...fields, role, introEmail }, made = await madeAlike(ctx, password, after);
  if (made !== null) return { id: made };
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
    await copyRefusal(tx, ctx, { id, email: fields.email });
    await audit(tx, ctx, { action: "account.create", entityId: id, after });
    await emit(tx, ctx, { type: "account.created", v: 1, accountId: id, introduce: introEmail });
    return id;
  });
  return { id };
}

/** The id of the account that was made with all of this, and nobody changed since; null where there is none. */
async function madeAlike(
  ctx: Context,
  password: string,
  after: Omit<CreateAccountInput, "password" | "confirmPassword">,
): Promise<number | null> {
  const account = await ctx.db.select().from(accounts)
    .where(eq(accounts.usernameKey, after.username.toLowerCase())).get();
  if (!account || account.updatedAt !== account.createdAt) return null;
  const made = await ctx.db.select().from(auditRows).where(rowsOf(["account.create"], account.id)).get();
  const isAlike = Object.keys(changes(JSON.parse(made?.after ?? "{}"), after).after).length === 0;
  return isAlike && await isPasswordOf(ctx, account.id, password) ? account.id : null;
}
