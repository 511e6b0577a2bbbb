/** What a ledger's page says that a prepayment costs: as a payout of that day would charge it (lending rules 10). */
import assert from "node:assert/strict";
import { prepaymentPenalty } from "../../../lib/domain/servicing/prepayment.ts";
import { getLedger } from "../../../lib/features/servicing/mod.ts";
import { WHOLE } from "../../support/letters.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

loanScene()(
  "a prepayment costs what the payout would: nothing of a bridge, and what the form adds",
  async ({ t, admin }) => {
    const cases = [
      [{}, 3],
      [{ adminPenalty: "none" }, 0],
      [{ adminPenalty: "closed" }, "closed"],
      [{ adminPenalty: "" }, null],
      [{ firstOrSecond: "Bridge", adminStructure: "Bridge", adminTerm: "3 months" }, 0],
    ] as const;
    for (const [more, months] of cases) {
      const loan = await makeLoan(t, { ...WHOLE, ...more });
      const save = async (data: object) => {
        const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
        assert.equal(answer.status, 200, await answer.text());
      };
      const costs = async () => {
        const { prepayment, today } = await getLedger(t.context(admin), { loanId: loan.id });
        return prepaymentPenalty(prepayment, today, 1_000_000).months;
      };
      await save({ adminComSelect: "Funded", dateFunded: "2026-11-20" });
      assert.equal(await costs(), months, JSON.stringify(more));
      if (months !== null) continue;
      await save({ adminPenalty: "2 months" });
      assert.equal(await costs(), 2, "the contract leaves it open");
      t.advance(400 * 24 * 3600_000);
      await t.signInAgain(admin);
      assert.equal(await costs(), 0, "at maturity there is none");
    }
  },
);
