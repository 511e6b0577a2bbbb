/** Days that cannot follow one another are refused as they are entered, and as the loan is funded. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { withApp } from "../../support/app.ts";
import { makeLoan } from "../../support/loans.ts";

const EARLY = "The loan cannot mature before it was funded. Correct one of the two dates.";

Deno.test("a loan does not mature before it was funded, alone or among many; one that does of old can be saved", () =>
  withApp(async (t) => {
    const admin = await t.account({ role: 9 }), loan = await makeLoan(t);
    const save = async (data: object): Promise<string> =>
      (await (await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin)).json()).reason ?? "";
    const days = { dateFunded: "2026-11-10", maturityEmailDate: "2026-11-09" };
    assert.equal(await save(days), EARLY);
    assert.equal(await save({ maturityEmailDate: "2026-01-31" }), "");
    assert.equal(await save({ adminComSelect: "Funded" }), EARLY);
    const many = { loans: [loan.id], status: "Funded" };
    const { data } = await (await t.post("/api/loans/updatemultipleloans", many, admin)).json();
    assert.deepEqual([data.failed, data.outcomes[0].reason], [1, EARLY]);
    await t.deps.db.update(loans).set(days).where(eq(loans.id, loan.id));
    assert.equal(await save({ employer: "Stelco" }), "");
    assert.equal(await save({ maturityEmailDate: "2026-11-08" }), EARLY);
  }));
