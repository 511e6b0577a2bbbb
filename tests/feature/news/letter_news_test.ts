/** A letter to sign and conditions to complete are told a few minutes later, and only while they still are to be. */
import assert from "node:assert/strict";
import { GATHER_MS } from "../../../lib/domain/news/gather.ts";
import { INPUT_TEXT } from "../../../lib/domain/loans/conditions.ts";
import { mailGathered } from "../../../lib/features/news/jobs.ts";
import { listNews } from "../../../lib/features/news/mod.ts";
import { newsQuery } from "../../../lib/schemas/news.ts";
import { upload } from "../../support/files.ts";
import { sendLetter, WHOLE } from "../../support/letters.ts";
import { type LoanScene, loanScene } from "../../support/loan_scene.ts";
import { newsOfAccount } from "../../support/news.ts";

const scene = loanScene({ ...WHOLE });
const conditionScene = loanScene({ ...WHOLE }, { conditions: [5, 6, 7].map((id) => ({ id, type: INPUT_TEXT })) });

async function generate({ t, loan, admin }: LoanScene): Promise<void> {
  const made = await sendLetter(t, "generate", loan, admin);
  assert.equal(made.status, 200, await made.text());
}
async function setStatus({ t, loan, admin }: LoanScene, adminComSelect: string): Promise<void> {
  const answer = await t.post("/api/loans/updateloan", { loanId: loan.id, data: { adminComSelect } }, admin);
  assert.equal(answer.status, 200, await answer.text());
}
/** The subjects of the broker's mails once what waited has left, and the kinds that stand in the list. */
async function told({ t, broker }: LoanScene): Promise<[subjects: string[], kinds: string[]]> {
  await t.mails();
  t.advance(GATHER_MS);
  await mailGathered(t.context());
  return [
    (await t.mails(broker.email)).map(({ subject }) => subject),
    (await newsOfAccount(t, broker)).map(({ kind }) => kind),
  ];
}

scene("a letter that waits is told, again where it was generated anew", async (s) => {
  const { t, loan, admin, broker } = s;
  await generate(s);
  const first = [`${loan.clientCode}: the commitment is ready to sign`];
  assert.deepEqual(await told(s), [first, ["commitmentReady"]]);
  await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker);
  const anew = await sendLetter(t, "generate", loan, admin, { revision: 1 });
  assert.equal(anew.status, 200, await anew.text());
  assert.deepEqual((await told(s))[0], [...first, ...first]);
});

scene("a letter that came back signed within minutes is not asked for", async (s) => {
  await generate(s);
  const { t, loan, broker } = s;
  const signed = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker);
  assert.equal(signed.status, 200, await signed.text());
  assert.deepEqual(await told(s), [[], []]);
});

for (const [status, word] of [["Funded", "funded"], ["Declined", "declined"]]) {
  scene(`a letter of a loan that was ${word} within minutes is not asked for`, async (s) => {
    await generate(s);
    await setStatus(s, status);
    assert.deepEqual(await told(s), [[`${s.loan.clientCode} is ${word}`], ["statusChanged"]]);
  });
}

scene("conditions of a loan that was declined within minutes are not asked for", async (s) => {
  const { t, loan, admin } = s;
  const cheque = { id: 21, type: 1, title: "Void cheque", restriction: "none", optional: false, note: "" };
  const saved = await t.post("/api/loans/savebrokerconditions", { loanId: loan.id, conditions: [cheque] }, admin);
  assert.equal(saved.status, 200, await saved.text());
  await setStatus(s, "Declined");
  assert.deepEqual(await told(s), [[`${loan.clientCode} is declined`], ["statusChanged"]]);
});

conditionScene("a morning's digest asks again only for what is still open for the reason that it says", async (s) => {
  const { t, loan, admin, broker } = s;
  await t.post("/api/news/choose", { choice: "digest" }, broker);
  const post = async (call: string, conditionId: number, more: object, who = admin) => {
    const answer = await t.post(`/api/loans/${call}`, { loanId: loan.id, conditionId, ...more }, who);
    assert.equal(answer.status, 200, await answer.text());
  };
  const complete = (id: number) =>
    post("updatebrokercondition", id, { condtionState: true, conditionText: "Dana" }, broker);
  const sendBack = (id: number, reason: string) => post("reviewbrokercondition", id, { accept: false, reason });
  for (const id of [5, 6, 7]) await complete(id);
  for (const id of [5, 6, 7]) await sendBack(id, `First ${id}.`);
  for (const id of [5, 6]) await complete(id);
  await sendBack(6, "Second 6.");
  await t.mails();
  await t.runJobs();
  const [digest] = await t.mails(broker.email);
  assert.deepEqual(["First 5.", "First 6.", "First 7.", "Second 6."].filter((words) => digest.text.includes(words)), [
    "First 7.",
    "Second 6.",
  ]);
  assert.equal((await newsOfAccount(t, broker)).length, 4, "all are listed");
});

conditionScene("what joins a piece of news stays unread by a list that was shown before", async (s) => {
  const { t, loan, admin, broker } = s;
  const accept = async (conditionId: number) => {
    const body = { loanId: loan.id, conditionId, condtionState: true, conditionText: "Dana" };
    await t.post("/api/loans/updatebrokercondition", body, broker);
    const review = { loanId: loan.id, conditionId, accept: true };
    assert.equal((await t.post("/api/loans/reviewbrokercondition", review, admin)).status, 200);
    await t.mails();
  };
  const list = () => listNews(t.context(broker), newsQuery.defaults);
  await accept(5);
  const { newest } = await list();
  await accept(6);
  const marked = await t.post("/api/news/markread", { until: newest }, broker);
  assert.deepEqual(await marked.json(), { response: true, unread: 1 });
  const { rows } = await list();
  assert.deepEqual(rows.map(({ title, read }) => [title, read]), [[
    `${loan.clientCode}: 2 conditions accepted`,
    false,
  ]]);
});
