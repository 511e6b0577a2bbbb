/** Sends reviews and submissions, and counts what they left in the database. */
import { additionalProperties, auditRows, files, loans, submissions } from "../../db/schema/mod.ts";
import { issueUploadToken } from "../../lib/features/files/upload_token.ts";
import { type TestAccount, type TestApp, withApp } from "./app.ts";

/** The tmpUploadId that a person's submit page would have been given. */
export const token = (t: TestApp, who: TestAccount) => issueUploadToken(t.context(who));

// deno-lint-ignore no-explicit-any -- answers of many shapes, each asserted in its test
export type Body = any;

/** Posts an application; answers the status and the body. */
export async function send(t: TestApp, call: "newloan" | "testloan", data: object, as?: TestAccount | null) {
  const answer = await t.post(`/api/loans/${call}`, { data }, as);
  return { status: answer.status, body: await answer.json() as Body };
}

/** What a refusal must leave as it was. */
export async function stored(t: TestApp) {
  const { db } = t.deps;
  return {
    loans: (await db.select().from(loans)).length,
    properties: (await db.select().from(additionalProperties)).length,
    submissions: (await db.select().from(submissions)).length,
    mails: (await t.mails()).length,
    audits: (await db.select().from(auditRows)).length,
    attached: (await db.select().from(files)).filter((file) => file.loanId !== null).length,
  };
}
export const NOTHING = { loans: 0, properties: 0, submissions: 0, mails: 0, audits: 0, attached: 0 };

/** Runs a test on an application of its own, with one broker. */
export const withBroker = (run: (t: TestApp, broker: TestAccount) => Promise<void>): Promise<void> =>
  withApp(async (t) => run(t, await t.account({ name: "Priya Raman" })));
