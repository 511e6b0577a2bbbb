/** What waits for a loan's broker: of a row as in SQL. */
import assert from "node:assert/strict";
import { asc } from "drizzle-orm";
import { conditions } from "../../../db/schema/mod.ts";
import { isToDo } from "../../../lib/domain/loans/conditions.ts";
import { TO_DO } from "../../../lib/features/conditions/to_do.ts";
import { loanScene } from "../../support/loan_scene.ts";

loanScene()("an open condition that is not the lender's waits for the broker, in SQL too", async ({ t, loan }) => {
  const { db } = t.deps;
  const each = (["none", "admin"] as const).flatMap((restriction) =>
    [false, true].map((completed) => ({ restriction, completed }))
  );
  const of = { loanId: loan.id, type: 0, title: "x" };
  await db.insert(conditions).values(each.map((one, i) => ({ ...of, ...one, id: i + 1, position: i })));
  const found = await db.select({ id: conditions.id }).from(conditions).where(TO_DO).orderBy(asc(conditions.id));
  assert.deepEqual(found.map(({ id }) => each[id - 1]), each.filter(isToDo));
  assert.deepEqual(each.filter(isToDo), [{ restriction: "none", completed: false }]);
});
