/** What each role is shown and led to, beside the menus of the accounts specification. */
import assert from "node:assert/strict";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { makeApp, type TestAccount } from "../../support/app.ts";

const t = await makeApp();
const broker = await t.account({ name: "Priya Raman" });
const admin = await t.account({ role: ROLE.administrator, name: "Helen Voss" });
const other = await t.account({ role: 5 });
Deno.test.afterAll(() => t.close());

const html = async (path: string, as: TestAccount) => await (await t.get(path, as)).text();

Deno.test("section 6: an unknown role sees Settings and Logout, and nothing else", async () => {
  assert.doesNotMatch(await html("/dashboard/accountsettings", other), /dashboard\/(?!accountsettings|secondfactor)/);
  assert.doesNotMatch(await html("/", other), /dashboard\/(?!accountsettings)|SUBMIT LOAN<\/a>/);
});

Deno.test("news by mail: a broker hears of conditions, staff of maturities", async () => {
  const hint = async (as: TestAccount) => (await html("/dashboard/accountsettings", as)).split('id="news"')[1];
  assert.match(await hint(broker), /a condition to complete/);
  assert.match(await hint(admin), /Loans that mature, which all need you/);
  assert.doesNotMatch(await hint(admin), /a condition to complete/);
});

Deno.test("section 2: a slash at a page's end leads to that page, by anybody and with its query", async () => {
  const to = async (path: string, as: TestAccount | null) => (await t.get(path, as)).headers.get("location");
  assert.equal(await to("/register/", null), "/register");
  assert.equal(await to("/dashboard/loans/?q=Smith", admin), "/dashboard/loans?q=Smith");
  assert.equal(await to("/dashboard/loans//", null), "/dashboard/loans");
  assert.equal(await to("/nowhere/", null), "/login");
});
