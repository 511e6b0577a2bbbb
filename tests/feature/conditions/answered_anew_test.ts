/** A condition that is deleted from the list while its broker answers it again. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

scene("what the broker answered anew since the list was loaded stays; a deleted change leaves no flag", async (s) => {
  const { t, broker, admin, loan: { id: loanId } } = s;
  const write = async (conditionText: string) => {
    const act = { loanId, conditionId: 5, condtionState: true, conditionText };
    assert.equal((await t.post("/api/loans/updatebrokercondition", act, broker)).status, 200);
    t.advance(1000);
  };
  const list = async (): Promise<ConditionItem[]> =>
    JSON.parse(
      (await (await t.post("/api/loans/getbrokerconditions", { loanId }, admin)).json()).data.brokerConditions,
    );
  const flag = async () =>
    (await t.deps.db.select().from(loans).where(eq(loans.id, loanId)).get())!.brokerConditionsUpdated;
  /** Deletes condition 5 from a list that was loaded then; what is stored of it afterwards. */
  const deleteFrom = async (all: ConditionItem[]) => {
    const conditions = all.filter(({ id }) => id !== 5)
      .map(({ id, type, title, restriction, optional, note }) => ({ id, type, title, restriction, optional, note }));
    const loaded = all.map(({ id, completed, brokerUpdatedAt }) => ({ id, completed, brokerUpdatedAt }));
    const saved = await t.post("/api/loans/savebrokerconditions", { loanId, conditions, loaded }, admin);
    assert.equal(saved.status, 200);
    return (await list()).find(({ id }) => id === 5)?.text;
  };
  await write("Dana Whitfield");
  const old = await list();
  await t.post("/api/loans/viewedbrokerconditions", { loanId }, admin);
  assert.equal(await flag(), 0);
  await write("Omar Reyes, 905-555-0133");
  assert.deepEqual([await deleteFrom(old), await flag()], ["Omar Reyes, 905-555-0133", 1]);
  assert.deepEqual([await deleteFrom(await list()), await flag()], [undefined, 0]);
});
