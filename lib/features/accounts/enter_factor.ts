/** The second step of a sign-in: a code of the app, or a recovery code. */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { SignInFacts } from "../../../db/as_checked.ts";
import { type Context, inTransaction } from "../../../db/mod.ts";
import { accounts, factorQuestions } from "../../../db/schema/mod.ts";
import { DEAD_SIGN_IN } from "../../domain/accounts/dead_codes.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { emit } from "../events.ts";
import { countAddress, countAgainst, resetLimit } from "../rate_limit.ts";
import { tokenHash } from "../tokens.ts";
import { type OwnAccount, ownAccount } from "./_account.ts";
import { codesLeft, factorOf, invalidCode, unreadable, useCode } from "./_factor.ts";
import { recordSignIn } from "./_record_sign_in.ts";
import { CODE_TRIES } from "./devices.ts";

/** So many wrong codes of an account, in a day and over all browsers, are mailed to its person. */
const GUESSES_NOTIFIED = 5;

/** The account, for which the caller starts a session while `passwordHash` and what was `decided` by are its own. */
interface Entered {
  account: OwnAccount;
  passwordHash: string;
  decided: SignInFacts;
}

type Outcome = Entered | "wrong" | "used up" | "ended" | "unreadable";

const refusalOf = (outcome: Exclude<Outcome, Entered>): Refusal =>
  outcome === "unreadable"
    ? unreadable()
    : outcome === "wrong"
    ? invalidCode()
    : outcome === "ended"
    ? invalidCode(DEAD_SIGN_IN.time)
    : invalidCode(DEAD_SIGN_IN.tries);

/**
 * Returns the account, for which the caller starts a session. A question takes five tries within ten minutes, a code
 * works once; every failure is a 422, 'Invalid Code!'. Limited by account (or saved browser), by address, and by
 * account over all browsers (429).
 */
export async function enterFactor(
  ctx: Context,
  { code, factorId }: { code: string; factorId: string },
): Promise<Entered> {
  await countAddress(ctx, "factorAddress");
  const id = tokenHash(factorId);
  const question = await ctx.db.select().from(factorQuestions).where(eq(factorQuestions.id, id)).get();
  if (!question) throw refusalOf("ended");
  const { accountId, deviceId } = question;
  const limitKey = deviceId ? `device ${deviceId}` : String(accountId);
  await countAgainst(ctx, "factorAccount", limitKey);
  const guesses = await countAgainst(ctx, "factorGuesses", String(accountId));
  let username = "";
  const outcome = await inTransaction(ctx.db, async (tx): Promise<Outcome> => {
    // Count the try first and commit it, so that concurrent tries are all counted.
    const [tried] = await tx.update(factorQuestions).set({ tries: sql`${factorQuestions.tries} + 1` })
      .where(and(eq(factorQuestions.id, id), isNull(factorQuestions.usedAt), gt(factorQuestions.expiresAt, ctx.now)))
      .returning();
    if (!tried) return "ended";
    if (tried.tries > CODE_TRIES) return "used up";
    const account = await tx.select().from(accounts).where(eq(accounts.id, accountId)).get();
    const factor = await factorOf(tx, accountId);
    if (!account || !factor) return "ended";
    const checked = await useCode(tx, ctx, factor, code);
    if (checked === "unreadable") return checked;
    if (checked === "wrong") {
      if (guesses >= GUESSES_NOTIFIED) {
        await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId, change: "guessed", left: 0 });
      }
      return tried.tries < CODE_TRIES ? "wrong" : "used up";
    }
    await tx.update(factorQuestions).set({ usedAt: ctx.now }).where(eq(factorQuestions.id, id));
    if (!await recordSignIn(tx, ctx, account, deviceId)) return "wrong";
    if (checked === "recovery") {
      const left = await codesLeft(tx, accountId);
      await audit(tx, ctx, {
        action: "factor.recover",
        entityId: accountId,
        after: { codesLeft: left },
        actor: account,
      });
      await emit(tx, ctx, { type: "account.factorChanged", v: 1, accountId, change: "recovered", left });
    }
    username = account.usernameKey;
    const { passwordHash, role } = account;
    return { account: ownAccount(account), passwordHash, decided: { role, hasFactor: true } };
  });
  if (typeof outcome === "string") throw refusalOf(outcome);
  await resetLimit(ctx, "factorAccount", limitKey);
  await resetLimit(ctx, "factorGuesses", String(accountId));
  await resetLimit(ctx, "loginAccount", deviceId ? limitKey : username);
  return outcome;
}
