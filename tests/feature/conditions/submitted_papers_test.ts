/** Conditions for papers that came with the application (docs/decisions/conditions.md). */
import assert from "node:assert/strict";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { eq } from "drizzle-orm";
import { events, files } from "../../../db/schema/mod.ts";
import { upload } from "../../support/files.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene();
const [APPLICATION, BUREAU, COMMITMENT, APPRAISAL, BINDER] = [1, 2, 3, 6, 11];

async function add({ t, admin, loan }: LoanScene, ids: number[], restriction = "none"): Promise<ConditionItem[]> {
  const conditions = ids.map((id) => ({ id, type: 1, title: `Paper ${id}`, restriction }));
  const answer = await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions }, admin);
  return JSON.parse((await answer.json()).data.brokerConditions);
}

const file = ({ t, loan }: LoanScene, kind: "application" | "bureau" | "commitment", uploadedBy: number) =>
  t.deps.db.insert(files).values({
    id: `${kind}-file`,
    loanId: loan.id,
    kind,
    name: `${kind}.pdf`,
    mediaType: "application/pdf",
    size: 1200,
    sha256: "0".repeat(64),
    uploadedAt: t.now(),
    uploadedBy,
  });

scene("the application that the broker submitted completes condition 1, and waits to be accepted", async (s) => {
  const { t, broker, loan } = s;
  await file(s, "application", broker.id);
  await file(s, "commitment", broker.id);
  const list = await add(s, [APPLICATION, COMMITMENT, APPRAISAL, BINDER]);
  const [first] = list.filter(({ completed }) => completed);
  assert.deepEqual(list.filter(({ completed }) => completed).map(({ id }) => id), [APPLICATION]);
  assert.deepEqual([first.fileName, first.completedBy, first.accepted], ["application.pdf", "Priya Raman", false]);
  const home = await (await t.get("/dashboard/loans", broker)).text();
  assert.match(home, /1 of 4/);
  assert.doesNotMatch(home, /data-condition="1"/, "nobody is asked for it again");
  const [news] = await t.deps.db.select().from(events).where(eq(events.type, "conditions.set"));
  assert.deepEqual(JSON.parse(news.data).titles, ["Paper 3", "Paper 6", "Paper 11"]);
  const again = await add(s, [APPLICATION, COMMITMENT, APPRAISAL, BINDER]);
  assert.equal(again.filter(({ completed }) => completed).length, 1);
  assert.equal((await t.get(`/dashboard/viewloan/${loan.id}`, broker)).status, 200);
});

scene("a paper that the lender uploaded needs no acceptance; one that was deleted completes nothing", async (s) => {
  const { t, admin, loan } = s;
  await file(s, "bureau", admin.id);
  await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "appraisal" }, admin, { name: "appraisal.pdf" });
  const list = await add(s, [BUREAU, APPRAISAL]);
  assert.deepEqual(list.map(({ completed, accepted }) => [completed, accepted]), [[true, true], [true, true]]);
  await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions: [] }, admin);
  await t.post("/api/loans/deletefile", { id: "bureau-file", type: "bureau", loanId: loan.id }, admin);
  const again = await add(s, [BUREAU]);
  assert.equal(again.find(({ id }) => id === BUREAU)?.completed, false);
});

scene("a broker's paper does not complete what the lender completes, which nobody could accept", async (s) => {
  const { broker, admin } = s;
  await file(s, "application", broker.id);
  await file(s, "bureau", admin.id);
  const list = await add(s, [APPLICATION, BUREAU], "admin");
  const found = [APPLICATION, BUREAU].map((id) => list.find((one) => one.id === id)!);
  assert.deepEqual(found.map(({ completed, accepted }) => [completed, accepted]), [[false, false], [true, true]]);
});

scene("a paper that was sent back does not complete its condition when that is added anew", async (s) => {
  const { t, broker, admin, loan } = s;
  await file(s, "application", broker.id);
  const [first] = await add(s, [APPLICATION]);
  assert.equal(first.completed, true);
  const review = { loanId: loan.id, conditionId: APPLICATION, accept: false, reason: "The second page is missing." };
  assert.equal((await t.post("/api/loans/reviewbrokercondition", review, admin)).status, 200);
  await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions: [] }, admin);
  assert.equal((await add(s, [APPLICATION]))[0].completed, false);
  await t.deps.db.update(files).set({ deletedAt: t.now() });
  await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "application" }, admin, { name: "whole.pdf" });
  await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions: [] }, admin);
  assert.equal((await add(s, [APPLICATION]))[0].completed, true, "another file does");
});
