/**
 * Run in a copy of the project in which the paths of change were taken: uses what each of them added, as people would.
 * `deno run changed_paths_child.ts <empty data folder> <heading of a path>...`; fails by its exit code.
 */
import assert from "node:assert/strict";
import { ROLE } from "../../lib/domain/permissions.ts";
import { makeApp, type TestAccount } from "./app.ts";
import { APPLICATION } from "./application.ts";
import { makeLoan } from "./loans.ts";
import { token } from "./submission.ts";

const t = await makeApp({ DATA_DIR: Deno.args[0] });
const broker = await t.account({ name: "Priya Raman" });
const owner = await t.account({ role: ROLE.owner });

async function page(path: string, as: TestAccount): Promise<string> {
  const answer = await t.get(path, as);
  const html = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${html.slice(0, 500)}`);
  return html;
}

async function post(path: string, body: object, as: TestAccount) {
  const answer = await t.post(path, body, as);
  const text = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${text}`);
  return JSON.parse(text);
}

/** A field: it is on the form, is kept with a submitted application, and staff read and change it. */
async function useField(): Promise<void> {
  const form = await page("/dashboard/submitloan", broker);
  assert.ok(form.includes(">Occupation<") && form.includes('name="occupation"'));
  const data = { ...APPLICATION, occupation: "Nurse", tmpUploadId: token(t, broker) };
  const { loanId: id } = (await post("/api/loans/newloan", { data }, broker)).data;
  const loan = async () => (await post("/api/loans/getloan", { id }, owner)).data.loan;
  assert.equal((await loan()).occupation, "Nurse");
  assert.ok((await page(`/dashboard/viewloan?id=${id}`, owner)).includes("Nurse"));
  await post("/api/loans/updateloan", { loanId: id, data: { occupation: "Midwife" } }, owner);
  assert.equal((await loan()).occupation, "Midwife");
}

/** A page: who may see it does, with its figures and from the menu; a visitor is asked to sign in. */
async function usePage(): Promise<void> {
  for (const who of [broker, owner]) {
    const html = await page("/dashboard/rates", who);
    assert.match(html, /<a href="\/dashboard\/rates" aria-current="page">/);
    assert.ok(html.includes("Annual rates by score") && /<td[^>]*>\d+\.\d\d%<\/td>/.test(html));
  }
  assert.equal((await t.get("/dashboard/rates")).status, 302);
}

/** A setting: it has its value and its place on the screen, a saved change counts at once, and its rule refuses. */
async function useSetting(): Promise<void> {
  const { status: _, ...settings } = await (await t.get("/api/loans/getSettings", owner)).json();
  assert.deepEqual(settings.maxLoan, { amount: 1_000_000 });
  assert.ok((await page("/dashboard/settings?panel=general", owner)).includes("Largest loan"));
  const submit = () => t.post("/api/loans/testloan", { data: { ...APPLICATION, newLoanAmount: "1,200,000" } }, broker);
  const refused = await submit();
  assert.equal(refused.status, 422);
  assert.match((await refused.json()).reason, /1,000,000/);
  await post("/api/loans/savesettings", { ...settings, maxLoan: { amount: 2_000_000 }, basedOn: 1 }, owner);
  const taken = await submit();
  assert.equal(taken.status, 200, await taken.text());
}

/** A mail: what causes it writes it once, in words and with its link. */
async function useMail(): Promise<void> {
  const loan = await makeLoan(t);
  await post("/api/loans/updatebrokerloan", { loanId: loan.id, brokerId: broker.id }, owner);
  const mails = (await t.mails(broker.email)).filter(({ kind }) => kind === "loanAssigned");
  assert.equal(mails.length, 1);
  assert.ok(mails[0].subject.includes(loan.clientCode) && mails[0].text.includes(`/dashboard/viewloan/${loan.id}`));
}

const USES: Record<string, () => Promise<void>> = {
  "### A field": useField,
  "### A page": usePage,
  "### A setting": useSetting,
  "### A mail": useMail,
};
const [, ...paths] = Deno.args;
for (const path of paths) await USES[path]();
assert.doesNotMatch(t.logged(), /"level":"error"/);
await t.close();
console.log(`${paths.length} paths work`);
