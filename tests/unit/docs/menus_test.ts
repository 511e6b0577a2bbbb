/** docs/requirements.md says what each role's menu has. */
import assert from "node:assert/strict";
import { menuFor } from "../../../routes/layout/menu.ts";
import { MENU } from "../../../routes/menu.ts";
import { LENDER } from "../../support/island_app.tsx";

const ROW = /^\| (\d+) +\| \w+ +\| (.*?) *\|$/gm;

Deno.test("the menus of the requirements are the menus that the roles see", async () => {
  const table = new Map<string, string>();
  for (const [, role, menu] of (await Deno.readTextFile("docs/requirements.md")).matchAll(ROW)) table.set(role, menu);
  const lender = { ...LENDER, links: { ...LENDER.links, partners: "https://partners.example" } };
  const every = new Set(MENU.map(({ location }) => location.split("?")[0]));
  const seen = (role: number) => menuFor(MENU, role, lender, every).places.map(({ name }) => name);
  const staff = seen(9);
  assert.equal(table.get("9")?.replace(" (outside)", ""), [...staff, "Logout"].join(", "));
  const owners = seen(99).filter((name) => !staff.includes(name));
  assert.equal(table.get("99"), `As an administrator, and ${owners.join(", ")}`);
  const brokers = table.get("0")?.split(";")[0].replace("Manage Loans (Manage Conditions)", "Manage Conditions");
  assert.equal(brokers, [...seen(0), "Logout"].join(", "));
});
