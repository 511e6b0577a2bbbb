/** A loan's main file that somebody else uploaded or replaced after the page was shown is not acted on unseen. */
import assert from "node:assert/strict";
import { files } from "../../../db/schema/mod.ts";
import { upload } from "../../support/files.ts";
import { loanScene } from "../../support/loan_scene.ts";

const OTHER = "/api/loans/uploadotherfile";
const MAIN = "/api/loans/uploadfile";

/** Condition 3 stores the signed commitment as the loan's, condition 11 a supporting document. */
const scene = loanScene({}, { conditions: [{ id: 3 }, { id: 11 }] });

async function idOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 200);
  return (await answer.json()).data.id;
}

scene("a file for a page that showed none replaces none that arrived; without a word it replaces it", async (s) => {
  const { t, broker, admin, loan } = s;
  const rows = () => t.deps.db.select().from(files), fields = { loanId: loan.id, type: "commitment" };
  const theirs = await idOf(await upload(t, OTHER, { loanId: loan.id, conditionId: 3 }, broker));
  const refused = await upload(t, MAIN, { ...fields, oldId: "none" }, admin);
  assert.equal(refused.status, 409);
  assert.match((await refused.json()).reason, /got such a file meanwhile\. Load the page again/);
  assert.deepEqual((await rows()).map(({ id, replacedBy }) => [id, replacedBy]), [[theirs, null]]);
  await idOf(await upload(t, MAIN, { ...fields, type: "bureau", oldId: "none" }, admin));
  const ours = await idOf(await upload(t, MAIN, fields, admin));
  assert.equal((await rows()).find(({ id }) => id === theirs)?.replacedBy, ours);
});

scene("a file that was shown as current is not deleted once it was replaced; its older versions are", async (s) => {
  const { t, broker, admin, loan } = s, loanId = loan.id;
  const send = async (conditionId: number) => await idOf(await upload(t, OTHER, { loanId, conditionId }, broker));
  for (
    const [path, conditionId, more] of [
      ["/api/loans/deletefile", 3, { type: "commitment" }],
      ["/api/loans/deleteotherfile", 11, {}],
    ] as const
  ) {
    const older = await send(conditionId), current = await send(conditionId);
    const remove = (id: string, fields: object) => t.post(path, { id, loanId, ...more, ...fields }, admin);
    const refused = await remove(older, { current: true });
    assert.equal(refused.status, 409);
    assert.match((await refused.json()).reason, /replaced this file meanwhile\. Load the page again/);
    for (const [id, fields] of [[older, {}], [current, { current: true }]] as const) {
      assert.equal((await remove(id, fields)).status, 200);
    }
  }
  assert.ok((await t.deps.db.select().from(files)).every(({ deletedAt }) => deletedAt !== null));
});
