import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { loanScene } from "../../support/loan_scene.ts";

loanScene({ postal: "" })("a saved postal code is kept as it is printed", async ({ t, admin, loan }) => {
  const body = { loanId: loan.id, updatedAt: loan.updatedAt, data: { postal: "m5v1a1" } };
  const answer = await (await t.post("/api/loans/updateloan", body, admin)).json();
  const stored = await t.deps.db.select({ postal: loans.postal }).from(loans).where(eq(loans.id, loan.id)).get();
  assert.deepEqual([answer.data.loan.postal, stored!.postal], ["M5V 1A1", "M5V 1A1"]);
});
