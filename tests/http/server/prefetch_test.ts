/** What a browser fetched ahead is thrown away by the call that changed it, and by no other answer. */
import assert from "node:assert/strict";
import { makeApp } from "../../support/app.ts";

const t = await makeApp();
const broker = await t.account();
Deno.test.afterAll(() => t.close());

const CHANGE = "/api/auth/updateSettings";
const fields = { name: "Ann Lee", phone: "", brokerage: "Lakeshore Mortgage Group", brokerageLicense: "" };
const MESSAGE = { name: "Ann Lee", email: "ann@b.example", msg: "Do you lend in Sudbury?" };

async function cleared(answer: Promise<Response>): Promise<[status: number, header: string | null]> {
  const { status, headers, body } = await answer;
  await body?.cancel();
  return [status, headers.get("clear-site-data")];
}

Deno.test("a signed-in call that changed something clears prefetched pages, by script and by a plain form", async () => {
  assert.deepEqual(await cleared(t.post(CHANGE, fields, broker)), [200, '"prefetchCache"']);
  assert.deepEqual(await cleared(t.postForm(CHANGE, fields, broker)), [303, '"prefetchCache"']);
});

Deno.test("a refusal, a GET, a page and a visitor's call clear nothing", async () => {
  assert.deepEqual(await cleared(t.post(CHANGE, { ...fields, name: "" }, broker)), [422, null]);
  assert.deepEqual(await cleared(t.post(CHANGE, fields)), [401, null]);
  assert.deepEqual(await cleared(t.get("/api/loans/getconfig", broker)), [200, null]);
  assert.deepEqual(await cleared(t.get("/dashboard/accountsettings", broker)), [200, null]);
  assert.deepEqual(await cleared(t.post("/api/loans/sendcontactemail", MESSAGE)), [200, null]);
});
