/** The first owner (docs/decisions/account-powers.md). */
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { type Db, inTransaction } from "../../../db/mod.ts";
import { accounts, auditRows } from "../../../db/schema/mod.ts";
import { generatePassword } from "../../domain/accounts/account_rules.ts";
import { auditColumns } from "../../domain/audit.ts";
import { ROLE } from "../../domain/permissions.ts";
import type { Passwords } from "../../domain/ports.ts";

/** From the environment. Its password only has a minimum length. */
export interface FirstOwner {
  email: string;
  username: string;
  password: string | undefined;
}

/** Creates the owner where there is none. Returns a generated password, to be shown once. */
export async function createFirstOwner(
  db: Db,
  passwords: Passwords,
  owner: FirstOwner,
  now: number,
): Promise<string | null> {
  const exists = () => db.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, ROLE.owner)).limit(1);
  if ((await exists()).length) return null;
  const password = owner.password ?? generatePassword(randomInt);
  const passwordHash = await passwords.hash(password);
  const made = await inTransaction(db, async (tx) => {
    const [there] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.role, ROLE.owner)).limit(1);
    if (there) return false;
    const [account] = await tx.insert(accounts).values({
      role: ROLE.owner,
      name: "Owner",
      email: owner.email,
      emailKey: owner.email.toLowerCase(),
      username: owner.username,
      usernameKey: owner.username.toLowerCase(),
      passwordHash,
      createdAt: now,
      updatedAt: now,
    }).returning({ id: accounts.id });
    await tx.insert(auditRows).values({
      at: now,
      ...auditColumns({ action: "account.create", entityId: account.id, after: { role: ROLE.owner } }),
    });
    return true;
  });
  return made && owner.password === undefined ? password : null;
}
