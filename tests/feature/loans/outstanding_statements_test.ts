/** What waits for a broker is read in few statements, however many loans it is of. */
import assert from "node:assert/strict";
import type { Context } from "../../../db/mod.ts";
import { conditions } from "../../../db/schema/mod.ts";
import { listOutstanding } from "../../../lib/features/loans/list_outstanding.ts";
import { loanScene } from "../../support/loan_scene.ts";
import { makeLoan } from "../../support/loans.ts";

const scene = loanScene({}, { conditions: [{ id: 5 }, { id: 11 }] });

/** The statements that were sent to the database while `run` ran. */
async function counted(db: Context["db"], run: () => Promise<unknown>): Promise<number> {
  const client = (db as unknown as { $client: { execute: (...args: unknown[]) => unknown } }).$client;
  const execute = client.execute;
  let sent = 0;
  client.execute = (...args) => {
    sent++;
    return execute.apply(client, args);
  };
  try {
    await run();
  } finally {
    client.execute = execute;
  }
  return sent;
}

scene("ten loans that wait take no more statements than one, and each keeps its own conditions", async (s) => {
  const { t, broker } = s;
  const list = () => listOutstanding(t.context(broker));
  await t.deps.db.update(conditions).set({ readyAt: t.now() });
  await list();
  const one = await counted(t.deps.db, list);
  assert.ok(one > 0);
  for (let i = 0; i < 9; i++) await makeLoan(t, { brokerId: broker.id }, { conditions: [{ id: 5 + i }] });
  assert.equal(await counted(t.deps.db, list), one);
  const { loans } = await list();
  assert.deepEqual(
    loans.map(({ toDo, total }) => [toDo.map(({ id }) => id), total]).sort(),
    [[[5, 11], 2], ...Array.from({ length: 9 }, (_, i) => [[5 + i], 1])].sort(),
  );
});
