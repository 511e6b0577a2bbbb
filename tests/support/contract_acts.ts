/** What tests of contracts do with the loan of a scene, as its administrator. */
import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { contracts, loans } from "../../db/schema/mod.ts";
import type { LoanScene } from "./loan_scene.ts";

/** All contracts, the oldest version first. */
export const rows = ({ t }: LoanScene) => t.deps.db.select().from(contracts).orderBy(asc(contracts.version));

/** The loan as it is stored. */
export const row = async ({ t, loan }: LoanScene) =>
  (await t.deps.db.select().from(loans).where(eq(loans.id, loan.id)).get())!;

/** Calls what has to succeed; the answer's data. */
export async function call(s: LoanScene, name: string, body: object) {
  const answer = await s.t.post(`/api/loans/${name}`, body, s.admin);
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text).data;
}

export const save = (s: LoanScene, data: object) => call(s, "updateloan", { loanId: s.loan.id, data });
