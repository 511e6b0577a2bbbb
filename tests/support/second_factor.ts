/** A portal whose people set two-step sign-in up, and their apps. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { secondFactors } from "../../db/schema/mod.ts";
import { PASSWORD, type TestAccount, type TestApp, withApp } from "./app.ts";
import { Jar, login } from "./sign_in.ts";

export const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE;

export const withPortal = (run: (t: TestApp) => Promise<void>, env: Record<string, string> = {}) =>
  withApp(run, { DEVICE_VERIFICATION: "off", ...env });

/** What the app of the account shows at the portal's time, or so many steps beside it. */
export async function codeOf(t: TestApp, { id }: TestAccount, steps = 0): Promise<string> {
  const [row] = await t.deps.db.select().from(secondFactors).where(eq(secondFactors.accountId, id));
  const secret = Secret.fromBase32(t.deps.ports.sealer!.open(`factor:${id}`, row.secret)!);
  return TOTP.generate({ secret, timestamp: t.now() + steps * 30 * SECOND });
}

/** Turns two-step sign-in on; gives the recovery codes. */
export async function setUp(t: TestApp, who: TestAccount): Promise<string[]> {
  const begun = await t.post("/api/auth/beginSecondFactor", { password: PASSWORD }, who);
  assert.equal(begun.status, 200, await begun.text());
  const answer = await t.post("/api/auth/confirmSecondFactor", { code: await codeOf(t, who) }, who);
  const { codes } = await answer.json();
  t.advance(MINUTE);
  return codes;
}

/** Signs in as far as the second step. */
export async function ask(t: TestApp, who: TestAccount) {
  const jar = new Jar();
  const body = await (await login(t, jar, who.username)).json();
  return { jar, body, factorId: body.factorId as string };
}

export const enter = (t: TestApp, jar: Jar, code: string, factorId: string) =>
  jar.post(t, "/api/auth/enterSecondFactor", { code, factorId });

export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
