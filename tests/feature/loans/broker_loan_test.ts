/** A broker's view of a loan: their own words, the lender's kept back, and nobody else's loan. */
import assert from "node:assert/strict";
import { eq } from "drizzle-orm";
import { loans } from "../../../db/schema/mod.ts";
import { getBrokerLoan } from "../../../lib/features/loans/mod.ts";
import { SCORING_CONFIG } from "../../../db/seed/scoring_config.ts";
import { brokerStatusLabel, mayDownloadCommitment, noConditionsText } from "../../../lib/domain/loans/broker_view.ts";
import { SECTION_NAMES } from "../../../lib/domain/settings/form_config.ts";
import { inputsOf } from "../../../lib/domain/settings/form_order.ts";
import { upload } from "../../support/files.ts";
import { loanScene } from "../../support/loan_scene.ts";

/** Every field that is the lender's own holds something that can be recognised. */
const scene = loanScene({
  comments: "They close on the 4th.",
  bridgeTerm: 45,
  adminComments: "SECRET-comment",
  declineReason: "SECRET-reason",
  adminPenalty: "SECRET-penalty",
  riskRatingOver: "7",
  finalScore: 6.789,
  shownScore: 6.789,
  suggestedRate: 0.1357,
  adminRate: 0.1468,
  monthlyPayments: 1234.56,
  adminFee: 98765,
  adminComSelect: "Loss",
  loss: 87654,
}, {
  conditions: [{ id: 3 }, { id: 4 }],
  additionalProperties: [{ address: "4 Cottage Lane", value: 1, mortgage: 0 }],
});

const PRIVATE = [
  "SECRET",
  "6.789",
  "6.79",
  "13.57",
  "0.1357",
  "14.68",
  "0.1468",
  "1234.56",
  "98765",
  "98,765",
  "87654",
];

scene("every input of the broker's form is in the broker's view", async ({ t, broker, loan }) => {
  const form = SECTION_NAMES.filter((name) => name !== "additionalProperties")
    .flatMap((name) => inputsOf(SCORING_CONFIG[name], "broker").map(({ id }) => id));
  const { loan: shown } = await getBrokerLoan(t.context(broker), { id: loan.id });
  assert.deepEqual(form.filter((id) => !(id in shown)), []);
  assert.equal(shown.bridgeTerm, 45);
});

scene("neither the call nor the page tells what is the lender's own", async ({ t, broker, loan }) => {
  const answer = await t.post("/api/loans/getbrokerloan", { id: loan.id }, broker);
  const sent = await answer.text();
  const { data } = JSON.parse(sent);
  const html = await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text();
  for (const word of PRIVATE) {
    assert.ok(!sent.includes(word), `the call tells ${word}`);
    assert.ok(!html.includes(word), `the page tells ${word}`);
  }
  for (
    const name of [
      "finalScore",
      "shownScore",
      "adminComSelect",
      "suggested_rate",
      "suggestedRate",
      "loss",
      "riskRatingOver",
      "ltv",
    ]
  ) {
    assert.ok(!(name in data), name);
  }
  assert.equal(data.status, "Closed");
  assert.equal(data.newLoanAmount, 120_000);
  assert.deepEqual(JSON.parse(data.brokerConditions).map((c: { id: number }) => c.id), [3, 4]);
  assert.deepEqual(JSON.parse(data.additionalProperties), [{ address: "4 Cottage Lane", value: 1, mortgage: 0 }]);
  assert.ok(html.includes("They close on the 4th."));
  assert.doesNotMatch(html, /"weight"|"score"/);
});

scene("the page reads without script, with flags by the configuration", async ({ t, broker, loan }) => {
  const html = (await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text()).replace(/<!--.*?-->/g, "");
  assert.match(html, /Second mortgage of \$120,000/);
  assert.match(html, /Executed commitment letter/);
  assert.match(html, /0 of 2 completed/);
  // A second is flagged Yellow and Hamilton's first mortgage shows: loans specification 5.2, with the default
  // configuration.
  assert.match(html, /<dt>Position<\/dt><dd><span>Second<\/span><span class="band" data-band="yellow">/);
  assert.match(html, /<noscript>/);
});

scene("others' loans, unknown ones and malformed ids are Page Not Found!; administrators go to theirs", async (s) => {
  const { t, broker, admin, loan } = s;
  const stranger = await t.account();
  for (
    const [path, as] of [
      [`/dashboard/viewloan/${loan.id}`, stranger],
      ["/dashboard/viewloan/999", broker],
      ["/dashboard/viewloan/1e1", broker],
      ["/dashboard/viewloan/0", broker],
    ] as const
  ) {
    const answer = await t.get(path, as);
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /Page Not Found!/);
  }
  assert.equal((await t.post("/api/loans/getbrokerloan", { id: loan.id }, stranger)).status, 404);
  assert.equal((await t.post("/api/loans/getbrokerloan", { id: "x" }, broker)).status, 422);
  assert.equal((await t.post("/api/loans/getbrokerloan", { id: loan.id }, null)).status, 401);
  const moved = await t.get(`/dashboard/viewloan/${loan.id}`, admin);
  assert.equal(moved.headers.get("location"), `/dashboard/viewloan?id=${loan.id}`);
  const out = await t.get(`/dashboard/viewloan/${loan.id}`);
  assert.equal(out.headers.get("location"), `/login?next=${encodeURIComponent(`/dashboard/viewloan/${loan.id}`)}`);
});

scene("Download Commitment shows while there is one and the executed one is not uploaded", async (s) => {
  const { t, broker, admin, loan } = s;
  const shows = async () =>
    (await (await t.get(`/dashboard/viewloan/${loan.id}`, broker)).text()).includes("Download Commitment");
  assert.equal(await shows(), false, "no dead link");
  await upload(t, "/api/loans/uploadfile", { loanId: loan.id, type: "commitment" }, admin);
  assert.equal(await shows(), true);
  await t.deps.db.update(loans).set({ adminComSelect: "NA" }).where(eq(loans.id, loan.id));
  await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id, conditionId: 3 }, broker);
  assert.equal(await shows(), false);
});

Deno.test("statuses in a broker's words, and when the commitment is offered", () => {
  const words = ["NA", "Funded", "Repaid", "Declined", "Loss", "Trash", "?"].map(brokerStatusLabel);
  assert.deepEqual(words, ["Pending", "Funded", "Repaid", "Declined", "Closed", "Closed", "Pending"]);
  assert.equal(mayDownloadCommitment(true, []), true);
  assert.equal(mayDownloadCommitment(true, [{ id: 3, completed: false }]), true);
  assert.equal(mayDownloadCommitment(true, [{ id: 3, completed: true }]), false);
  assert.equal(mayDownloadCommitment(false, [{ id: 3, completed: false }]), false);
});

Deno.test("the page of a closed loan does not announce conditions", () => {
  assert.match(noConditionsText(brokerStatusLabel("NA")), /will be listed here/);
  for (const status of ["Funded", "Repaid", "Declined", "Loss", "Trash"]) {
    assert.equal(noConditionsText(brokerStatusLabel(status)), "No conditions were set for this loan.");
  }
});
