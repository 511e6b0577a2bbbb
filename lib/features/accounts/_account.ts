/** The account data for its own signed-in browser: without rating, notes, status and password hash. */
import type { accounts } from "../../../db/schema/mod.ts";

export interface OwnAccount {
  id: number;
  role: number;
  name: string;
  email: string;
  phone: string;
  brokerage: string;
  brokerageLicense: string;
  license: string;
}

export function ownAccount(row: typeof accounts.$inferSelect): OwnAccount {
  const { id, role, name, email, phone, brokerage, brokerageLicense, license } = row;
  return { id, role, name, email, phone, brokerage, brokerageLicense, license };
}
