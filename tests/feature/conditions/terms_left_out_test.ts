/** A save of a loan's conditions that sends the specification's fields alone (loans specification 3.5). */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { conditions } from "../../../db/schema/mod.ts";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { loanScene, ONE_OF_EACH } from "../../support/loan_scene.ts";

const scene = loanScene({}, { conditions: ONE_OF_EACH });

scene("terms that a save leaves out stay; those of an added condition are none", async (s) => {
  const { t, admin, loan: { id: loanId } } = s;
  const list = async (): Promise<ConditionItem[]> =>
    JSON.parse(
      (await (await t.post("/api/loans/getbrokerconditions", { loanId }, admin)).json()).data.brokerConditions,
    );
  const save = async (conditions: object[], loaded?: object[]) => {
    const answer = await t.post("/api/loans/savebrokerconditions", { loanId, conditions, loaded }, admin);
    assert.equal(answer.status, 200, await answer.text());
  };
  const ours = { restriction: "admin", optional: true, note: "Name the lender" } as const;
  await t.deps.db.update(conditions).set(ours).where(eq(conditions.loanId, loanId));
  const before = await list();
  const bare = before.map(({ id, type, title }) => ({ id, type, title }));
  for (const loaded of [undefined, before.map(({ id, completed }) => ({ id, completed })), before]) {
    await save(bare, loaded);
    assert.deepEqual(await list(), before);
  }
  const none = { restriction: "none", optional: false, note: "" };
  await save([...bare.map((one) => ({ ...one, ...none })), { id: 8, type: 1, title: "NOA" }]);
  assert.deepEqual(
    (await list()).map(({ restriction, optional, note }) => ({ restriction, optional, note })),
    Array.from({ length: 5 }, () => none),
  );
});
