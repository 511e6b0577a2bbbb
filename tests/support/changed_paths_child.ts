/**
 * Run in a copy of the project in which the paths of change were taken: uses what each of them added, as people would.
 * `deno run changed_paths_child.ts <empty data folder>`; fails by its exit code.
 */
import assert from "node:assert/strict";
import { ROLE } from "../../lib/domain/permissions.ts";
import { makeApp, type TestAccount } from "./app.ts";
import { APPLICATION } from "./application.ts";
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
  assert.match(await page("/dashboard/submitloan", broker), /<label[^>]*>Occupation[\s\S]*?name="occupation"/);
  const data = { ...APPLICATION, occupation: "Nurse", tmpUploadId: token(t, broker) };
  const { loanId: id } = (await post("/api/loans/newloan", { data }, broker)).data;
  const loan = async () => (await post("/api/loans/getloan", { id }, owner)).data.loan;
  assert.equal((await loan()).occupation, "Nurse");
  assert.match(await page(`/dashboard/viewloan?id=${id}`, owner), /Nurse/);
  await post("/api/loans/updateloan", { loanId: id, data: { occupation: "Midwife" } }, owner);
  assert.equal((await loan()).occupation, "Midwife");
}

/** A page: who may see it does, with its figures; a visitor is asked to sign in. */
async function usePage(): Promise<void> {
  for (const who of [broker, owner]) {
    const html = await page("/dashboard/rates", who);
    assert.match(html, /Yearly rates by score/);
    assert.ok([...html.matchAll(/<td[^>]*>\d+\.\d\d%<\/td>/g)].length >= 2, "rates are shown");
  }
  assert.equal((await t.get("/dashboard/rates")).status, 302);
}

await useField();
await usePage();
assert.doesNotMatch(t.logged(), /"level":"error"/);
await t.close();
console.log("what each path added works");
