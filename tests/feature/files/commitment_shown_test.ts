/** The commitment to sign is offered in every list where the loan's page has it, and in none where it has not. */
import assert from "node:assert/strict";
import { and, eq, isNull } from "drizzle-orm";
import { accounts, conditions, files } from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { listOutstanding } from "../../../lib/features/loans/list_outstanding.ts";
import type { TestAccount } from "../../support/app.ts";
import { upload } from "../../support/files.ts";
import { LETTER_TERMS, sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";

const scene = loanScene({}, { conditions: [{ id: 3 }] });

scene("lists offer the commitment as the loan's page does", async ({ t, broker, stranger, admin, loan }) => {
  const { db } = t.deps, fields = { loanId: loan.id, type: "commitment" };
  const sign = () =>
    upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker, { name: "signed.pdf" });
  const offeredTo = async (as: TestAccount) => {
    const { data } = await (await t.post("/api/loans/getbrokerloan", { id: loan.id }, as)).json();
    const { loans: [listed] } = await listOutstanding(t.context(as));
    return [data.hasCommitment, listed.hasCommitment, listed.toDo[0].ready];
  };
  const remove = async (id: string) =>
    assert.equal((await t.post("/api/loans/deletefile", { ...fields, id }, admin)).status, 200);
  await db.update(conditions).set({ readyAt: t.now() });
  assert.deepEqual(await offeredTo(broker), [false, false, false]);

  const { data: letter } = await (await upload(t, "/api/loans/uploadfile", fields, admin)).json();
  assert.deepEqual(await offeredTo(broker), [true, true, true]);
  await sign();
  const current = and(eq(files.kind, "commitment"), isNull(files.replacedBy), isNull(files.deletedAt));
  const [signed] = await db.select().from(files).where(current);
  await remove(signed.id);
  assert.deepEqual(await offeredTo(broker), [true, true, true], "a signed copy that was removed");

  await sign();
  await remove(letter.id);
  const back = { loanId: loan.id, conditionId: 3, accept: false, reason: "Sign the second page, too." };
  assert.equal((await t.post("/api/loans/reviewbrokercondition", back, admin)).status, 200);
  assert.deepEqual(await offeredTo(broker), [true, true, true], "their own copy, without a letter");
  await t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: stranger.id }, admin);
  assert.deepEqual(await offeredTo(stranger), [false, false, false], "another broker's copy");
});

scene(
  "the letter to sign is no signed copy, also of staff, of who is staff now, or of an account that is gone",
  async (s) => {
    const { t, broker, stranger, admin, loan } = s;
    const send = (name: string, as: TestAccount) =>
      upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, as, { name });
    const offered = async (as: TestAccount) => {
      const answer = await t.get(`/api/loans/brokerDownloadCommitment?loanId=${loan.id}`, as);
      await answer.body?.cancel();
      return /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? answer.status;
    };
    await send("by broker.pdf", broker);
    await t.post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: stranger.id }, admin);
    await t.deps.db.update(accounts).set({ role: ROLE.administrator }).where(eq(accounts.id, broker.id));
    assert.equal(await offered(stranger), 404, "of a broker who is staff now");
    await t.deps.db.update(accounts).set({ role: ROLE.broker }).where(eq(accounts.id, broker.id));
    assert.equal((await t.post("/api/auth/deleteAccount", { id: broker.id }, admin)).status, 200);
    assert.equal(await offered(stranger), 404, "of an account that is gone");

    const { id } = loan;
    await upload(t, "/api/loans/uploadfile", { loanId: id, type: "commitment" }, admin, { name: "letter.pdf" });
    t.advance(1000);
    await send("by lender.pdf", admin);
    assert.equal(await offered(stranger), "letter.pdf", "the lender's copy of a signed one is not to be signed");
    const { data } = await (await t.post("/api/loans/gettimeline", { id }, admin)).json();
    assert.equal(data.filter(({ text }: { text: string }) => text === "Commitment sent").length, 1);
  },
);

const MADE: Record<string, (s: LoanScene) => Promise<Response>> = {
  generated: ({ t, loan, admin }) => sendLetter(t, "generate", loan, admin, { terms: LETTER_TERMS }),
  uploaded: ({ t, loan, admin }) => upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "commitment" }, admin),
};
for (const [how, make] of Object.entries(MADE)) {
  loanScene({ ...WHOLE }, { conditions: [{ id: 3 }] })(
    `the letter that was ${how} stays one once who made it is a broker`,
    async (s) => {
      const { t, broker, admin, loan } = s;
      assert.equal((await make(s)).status, 200);
      await t.deps.db.update(accounts).set({ role: ROLE.broker }).where(eq(accounts.id, admin.id));
      const answer = await t.get(`/api/loans/brokerDownloadCommitment?loanId=${loan.id}`, broker);
      await answer.body?.cancel();
      assert.equal(answer.status, 200);
      const { data } = await (await t.post("/api/loans/gettimeline", { id: loan.id }, broker)).json();
      assert.equal(data.filter(({ text }: { text: string }) => text === "Commitment sent").length, 1);
    },
  );
}
