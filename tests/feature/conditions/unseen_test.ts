/** What the lender has not seen yet: of a row as in SQL. */
import assert from "node:assert/strict";
import { asc } from "drizzle-orm";
import { conditions } from "../../../db/schema/mod.ts";
import { markViewed, updateCondition } from "../../../lib/features/conditions/mod.ts";
import { isUnseen, UNSEEN } from "../../../lib/features/conditions/unseen.ts";
import { loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

loanScene()(
  "a condition is unseen while its broker changed it after the lender looked, in SQL too",
  async ({ t: { deps: { db } }, loan: { id: loanId } }) => {
    const times = [null, 1_000, 2_000];
    const pairs = times.flatMap((brokerUpdatedAt) => times.map((viewedAt) => ({ brokerUpdatedAt, viewedAt })));
    await db.insert(conditions).values(
      pairs.map((pair, at) => ({ ...pair, loanId, id: at + 1, type: 0, title: "x", position: at })),
    );
    const unseen = await db.select({ id: conditions.id }).from(conditions).where(UNSEEN).orderBy(asc(conditions.id));
    const found = unseen.map(({ id }) => pairs[id - 1]);
    assert.deepEqual(found, pairs.filter(isUnseen));
    assert.deepEqual(found, [
      { brokerUpdatedAt: 1_000, viewedAt: null },
      { brokerUpdatedAt: 2_000, viewedAt: null },
      { brokerUpdatedAt: 2_000, viewedAt: 1_000 },
    ]);
  },
);

loanScene({}, { conditions: ONE_OF_EACH })(
  "an act that began before what the lender looked at and ended after it stays unseen",
  async ({ t, broker, admin, loan: { id: loanId } }) => {
    const ctx = t.context(broker), act = { loanId, condtionState: true };
    await updateCondition(ctx, { ...act, conditionId: 31 });
    // As a file whose upload takes a minute.
    const slow = { ...ctx, now: ctx.now - 60_000 };
    await updateCondition(slow, { ...act, conditionId: 5, conditionText: "Dana Whitfield" });
    assert.deepEqual(await markViewed(t.context(admin), { loanId, until: ctx.now }), { updated: 1 });
    const unseen = await t.deps.db.select({ id: conditions.id }).from(conditions).where(UNSEEN);
    assert.deepEqual(unseen, [{ id: 5 }]);
  },
);
