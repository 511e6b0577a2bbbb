import assert from "node:assert/strict";
import { loanScene } from "../../support/loan_scene.ts";

loanScene({ phone: "call Daniel" })(
  "a phone number is one, with an extension at most; an old entry that is none stays until it is changed",
  async ({ t, admin, loan }) => {
    const save = async (data: object) => {
      const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data }, admin);
      return { status: answer.status, body: await answer.json() };
    };
    assert.equal((await save({ phone: "call Daniel", city: "Guelph" })).status, 200);
    const { status, body } = await save({ phone: "12345" });
    const reason = "Enter a phone number, such as 905-555-0119.";
    assert.deepEqual([status, body.reason, body.fields], [422, reason, { "data.phone": reason }]);
    for (const phone of ["(416) 555-0123 ext. 4", ""]) {
      assert.equal((await save({ phone })).body.data.loan.phone, phone);
    }
  },
);
