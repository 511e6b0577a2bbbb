/** A broker's page that is older than the lender's list: the id of a deleted condition comes again, titles change. */
import assert from "node:assert/strict";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { upload } from "../../support/files.ts";
import { loanScene } from "../../support/loan_scene.ts";

const CHEQUE = { id: 21, type: 1 as const, title: "Void cheque" };
const scene = loanScene({}, { conditions: [CHEQUE] });

scene("what a broker sends for a condition completes no other that has its id or its place by now", async (s) => {
  const { t, broker, admin, loan: { id: loanId } } = s;
  const list = async (who = broker): Promise<ConditionItem[]> =>
    JSON.parse((await (await t.post("/api/loans/getbrokerconditions", { loanId }, who)).json()).data.brokerConditions);
  const save = async (conditions: object[]) => {
    const answer = await t.post(
      "/api/loans/savebrokerconditions",
      { loanId, conditions, loaded: await list(admin) },
      admin,
    );
    assert.equal(answer.status, 200, await answer.text());
  };
  const send = (title: string) => upload(t, "/api/loans/uploadotherfile", { loanId, conditionId: 21, title }, broker);
  const [seen] = await list();
  await save([]);
  await save([{ id: 21, type: 1, title: "Survey of the lot" }]);
  const refused = await send(seen.title);
  assert.deepEqual([refused.status, (await refused.json()).reason], [
    409,
    "We changed this condition meanwhile. Reload the page to see what it asks for.",
  ]);
  assert.deepEqual((await list()).map(({ title, completed }) => [title, completed]), [["Survey of the lot", false]]);
  assert.equal((await send("Survey  of the lot")).status, 200);

  await save([...(await list(admin)), { id: 22, type: 0, title: "Confirm the closing date" }]);
  await save((await list(admin)).map((one) => one.id === 22 ? { ...one, title: "Confirm the price" } : one));
  const act = { loanId, conditionId: 22, condtionState: true };
  const tick = (title: string, who = broker) => t.post("/api/loans/updatebrokercondition", { ...act, title }, who);
  assert.equal((await tick("Confirm the closing date")).status, 409);
  assert.equal((await tick("Confirm the price")).status, 200);
});
