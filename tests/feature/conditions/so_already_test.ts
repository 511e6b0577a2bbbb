/** An act that finds its condition so already, as from an older page or sent again, writes nothing. */
import assert from "node:assert/strict";
import { and, eq } from "drizzle-orm";
import { auditRows, conditions } from "../../../db/schema/mod.ts";
import type { TestAccount } from "../../support/app.ts";
import { type LoanScene, loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

const stored = async ({ t, loan }: LoanScene, id: number) =>
  (await t.deps.db.select().from(conditions).where(and(eq(conditions.loanId, loan.id), eq(conditions.id, id))).get())!;
const post = async ({ t, loan }: LoanScene, call: string, as: TestAccount, body: object) => {
  t.advance(1000);
  const answer = await t.post(`/api/loans/${call}brokercondition`, { loanId: loan.id, ...body }, as);
  assert.equal(answer.status, 200);
  return (await answer.json()).data;
};
const acts = ({ t: { deps: { db } } }: LoanScene) => db.$count(auditRows, eq(auditRows.action, "condition.complete"));

for (const [kind, conditionId, conditionText] of [["tick", 31, undefined], ["text", 5, "Dana"]] as const) {
  scene(`the lender's acceptance outlasts a ${kind} that is sent once more`, async (s) => {
    const act = { conditionId, condtionState: true, conditionText };
    await post(s, "update", s.broker, act);
    await post(s, "review", s.admin, { conditionId, accept: true });
    const before = await stored(s, conditionId);
    assert.notEqual(before.acceptedAt, null);
    const { total, done, condition } = await post(s, "update", s.broker, act);
    assert.deepEqual([total, done, condition.accepted, condition.completedBy], [4, 1, true, ""]);
    assert.equal((await post(s, "update", s.admin, act)).condition.completedBy, "Priya Raman");
    assert.deepEqual([await stored(s, conditionId), await acts(s)], [before, 1]);
  });
}

scene("why a condition was sent back outlasts who takes it back on an older page", async (s) => {
  await post(s, "update", s.broker, { conditionId: 31, condtionState: true });
  await post(s, "review", s.admin, { conditionId: 31, accept: false, reason: "Which day?" });
  const before = await stored(s, 31);
  for (const as of [s.broker, s.admin]) {
    const { condition } = await post(s, "update", as, { conditionId: 31, condtionState: false });
    assert.deepEqual([condition.completed, condition.returnReason], [false, "Which day?"]);
  }
  assert.deepEqual(await stored(s, 31), before);
});

scene("what the broker completed is accepted by who of the lender completes it", async (s) => {
  const act = { conditionId: 31, condtionState: true };
  await post(s, "update", s.broker, act);
  assert.equal((await post(s, "update", s.admin, act)).condition.accepted, true);
});
