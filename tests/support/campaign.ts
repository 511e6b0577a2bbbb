/** A campaign in tests: written, activated and run in an application whose mails do not leave. */
import assert from "node:assert/strict";
import { and, asc, eq, not } from "drizzle-orm";
import { accounts, campaigns, mails } from "../../db/schema/mod.ts";
import { ROLE } from "../../lib/domain/permissions.ts";
import { type TestAccount, type TestApp, withApp } from "./app.ts";

const HOUR = 3_600_000;

/** Posts to a mail call, or to a whole path; answers status and body. */
export async function send(t: TestApp, path: string, body: unknown, as: TestAccount) {
  const answer = await t.post(path.includes("/") ? path : `/api/loans/${path}`, body, as);
  return [answer.status, await answer.json()] as const;
}
/** What the editor saves; `more` replaces parts. */
export const text = (t: TestApp, more: object = {}) => ({
  id: 1,
  name: "Rates",
  subject: "Rates for {firstName}",
  preview: "They fell",
  body: "Hello {firstName},\n\nThey fell.",
  type: "static",
  sendAt: t.now() + HOUR,
  everyDays: 7,
  ...more,
});
/** Saves, activates, and waits until it is due. */
export async function activate(t: TestApp, me: TestAccount, more: object = {}): Promise<void> {
  await send(t, "updateemail", text(t, more), me);
  assert.equal((await send(t, "activateemail", { id: 1, savedAt: t.now() }, me))[0], 200);
  t.advance(HOUR);
}

/** A campaign to so many brokers, "Broker 0" and so on, in an application whose mails do not leave. */
export const withCampaign = (brokers: number, run: (t: TestApp, me: TestAccount) => Promise<void>) =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const me = await t.account({ role: ROLE.administrator, name: "Ines Duarte" });
    await t.deps.db.insert(accounts).values(Array.from({ length: brokers }, (_, i) => ({
      name: `Broker ${i}`,
      email: `B${i}@broker.example`,
      emailKey: `b${i}@broker.example`,
      username: `broker${i}`,
      usernameKey: `broker${i}`,
      passwordHash: "",
      brokerage: "Lakeshore",
      touchBaseEmails: true,
      consent: "express" as const,
      createdAt: t.now(),
      updatedAt: t.now(),
    })));
    await send(t, "createemail", { name: "Rates" }, me);
    await run(t, me);
  }, { LENDER_ADDRESS: "1 King St W, Hamilton ON L8P 1A1" });

/** Its mails but those taken back, in order. */
export const mailsOf = (t: TestApp) =>
  t.deps.db.select().from(mails).where(and(eq(mails.kind, "campaign"), not(eq(mails.status, "withdrawn"))))
    .orderBy(asc(mails.id));
export const addresses = async (t: TestApp) => (await mailsOf(t)).map(({ to }) => to);
export const stored = async (t: TestApp) => (await t.deps.db.select().from(campaigns).get())!;
