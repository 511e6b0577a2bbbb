/** A file condition that somebody wants to take back: its file stands for it, and is replaced. */
import assert from "node:assert/strict";
import { upload } from "../../support/files.ts";
import { loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

scene("who takes a completed file condition back is told to replace its file, not to upload one", async (s) => {
  const { t, broker, admin, loan: { id: loanId } } = s;
  const reason = async (condtionState: boolean, who = broker) => {
    const answer = await t.post("/api/loans/updatebrokercondition", { loanId, conditionId: 11, condtionState }, who);
    assert.equal(answer.status, 422);
    return (await answer.json()).reason;
  };
  assert.equal(await reason(true), "Upload a file to complete this condition.");
  assert.equal((await upload(t, "/api/loans/uploadotherfile", { loanId, conditionId: 11 }, broker)).status, 200);
  assert.equal(await reason(false), "The file completes this condition. Replace the file instead.");
  assert.equal(await reason(false, admin), "The file completes this condition. Replace or return the file instead.");
});
