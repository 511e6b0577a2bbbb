/** Account requests and records that tests of account administration stand on. */
import assert from "node:assert/strict";
import { count, desc, eq } from "drizzle-orm";
import { accountLinks, accountRequests, accounts, auditRows, sessions } from "../../db/schema/mod.ts";
import { newToken, tokenHash } from "../../lib/features/tokens.ts";
import { makeApp, PASSWORD, type TestAccount, type TestApp } from "./app.ts";

type RequestFields = Partial<typeof accountRequests.$inferInsert>;

/** Puts an account request in the database, with the test password, and gives its row. */
export async function makeRequest(t: TestApp, fields: RequestFields = {}) {
  const name = fields.name ?? "Dominic Ferraro";
  const email = fields.email ?? "dominic@example.com", username = fields.username ?? "dferraro";
  const [row] = await t.deps.db.insert(accountRequests).values({
    name,
    phone: "519-555-0100",
    brokerage: "Ferraro Mortgages",
    brokerageLicense: "10233",
    license: "M24001973",
    passwordHash: await t.deps.ports.passwords.hash(PASSWORD),
    createdAt: t.now(),
    ...fields,
    email,
    emailKey: email.toLowerCase(),
    username,
    usernameKey: username.toLowerCase(),
  }).returning();
  return row;
}

/** The account's row as it is stored; undefined once it is gone. */
export const storedAccount = (t: TestApp, id: number) =>
  t.deps.db.select().from(accounts).where(eq(accounts.id, id)).get();

export async function sessionCount(t: TestApp, id: number): Promise<number> {
  return (await t.deps.db.select({ n: count() }).from(sessions).where(eq(sessions.accountId, id)).get())!.n;
}

/** Puts an unused recovery link in the database and gives a function that says whether it still works. */
export async function makeLink(t: TestApp, account: TestAccount): Promise<() => Promise<boolean>> {
  const id = tokenHash(newToken());
  const day = 24 * 3600_000;
  await t.deps.db.insert(accountLinks).values({
    id,
    accountId: account.id,
    kind: "recovery",
    createdAt: t.now(),
    expiresAt: t.now() + day,
  });
  return async () => {
    const row = await t.deps.db.select().from(accountLinks).where(eq(accountLinks.id, id)).get();
    return row !== undefined && row.usedAt === null;
  };
}

/** The newest audit row, its two halves read; null where there is none. */
export async function lastAudit(t: TestApp) {
  const row = await t.deps.db.select().from(auditRows).orderBy(desc(auditRows.id)).limit(1).get();
  if (!row) return null;
  const read = (text: string | null) => text === null ? null : JSON.parse(text);
  return { ...row, before: read(row.before), after: read(row.after) };
}

/** Everything that a refused call must leave as it was. */
export async function snapshot(t: TestApp): Promise<string> {
  const { db } = t.deps;
  const tables = [accounts, accountRequests, sessions, accountLinks, auditRows];
  // Mails of what went before are sent meanwhile, so only their texts are compared.
  const written = (await t.mails()).map(({ id, to, kind, subject, text }) => ({ id, to, kind, subject, text }));
  return JSON.stringify([...await Promise.all(tables.map((table) => db.select().from(table))), written]);
}

type Cast = { t: TestApp; owner: TestAccount; admin: TestAccount; broker: TestAccount };

/** One test on an application with an owner, an administrator and a broker. */
export function testWithPeople(name: string, run: (c: Cast) => Promise<void>): void {
  Deno.test(name, async () => {
    const t = await makeApp();
    try {
      await run({
        t,
        owner: await t.account({ role: 99 }),
        admin: await t.account({ role: 9 }),
        broker: await t.account({ notes: "Pays late", rating: "elite" }),
      });
    } finally {
      await t.close();
    }
  });
}

/** An update that changes nothing, to be spread over. */
export async function sent(t: TestApp, { id }: { id: number }) {
  const row = (await storedAccount(t, id))!;
  const { name, email, phone, brokerage, brokerageLicense, license, username, notes, rating, status, role } = row;
  const { touchBaseEmails } = row;
  const fields = {
    role,
    id,
    name,
    email,
    phone,
    brokerage,
    brokerageLicense,
    license,
    username,
    notes,
    rating,
    status,
  };
  return { ...fields, touchBaseEmails, password: "", confirmPassword: "" };
}

/** A new broker as the form sends it. */
export const NEW = {
  role: 0,
  name: "Aisha Mohamud",
  email: "Aisha@Example.com",
  phone: "613-555-0100",
  brokerage: "Cornerstone Lending",
  brokerageLicense: "12100",
  license: "m22004460",
  username: "AishaMohamud",
  password: "Fresh2Start",
  confirmPassword: "Fresh2Start",
  notes: "Met at the fair",
  rating: "green",
  status: 1,
  introEmail: true,
};

export const UPDATE = "/api/auth/updateAccount";
export const CREATE = "/api/auth/createAccount";
export const DELETE = "/api/auth/deleteAccount";

/** Posts and expects a refusal that changed nothing; answers its body. */
export async function refused(t: TestApp, status: number, path: string, body: unknown, as: TestAccount | null) {
  const before = await snapshot(t);
  const answer = await t.post(path, body, as);
  const read = await answer.json();
  assert.equal(answer.status, status, JSON.stringify(read));
  assert.equal(read.response, false);
  assert.equal(await snapshot(t), before, "a refusal changes nothing");
  return read;
}
