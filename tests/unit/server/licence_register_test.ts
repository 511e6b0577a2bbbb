/** The operator's copy of the licence register, as spreadsheets save it. */
import assert from "node:assert/strict";
import { licencesByClass, readLicenceRegister } from "../../../lib/server/licence_register.ts";
import { withFolder } from "../../support/folder.ts";

/** The register of a file with these lines. */
async function registerOf(...lines: string[]) {
  let register: ReturnType<typeof readLicenceRegister>;
  await withFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/register.csv`, lines.join("\r\n"));
    register = readLicenceRegister(`${folder}/register.csv`);
  });
  return register!;
}

Deno.test("a row whose first cell is empty, or with a line break in a cell, is read as it stands", async () => {
  const register = await registerOf(
    "\uFEFFSuffix,Number,Name,Class,Status,Expiry",
    ',M10000001,"Ann ""Bee"" Cole, Jr",Agent,Active,2027-03-31',
    'III,M10000002,"Dan\nEve", Broker ,Active,2027-03-31',
    ",,,,,",
    "",
    ",M10000003",
  );
  assert.deepEqual([...register.values()], [
    { number: "M10000001", name: 'Ann "Bee" Cole, Jr', class: "Agent", status: "Active", expiry: "2027-03-31" },
    { number: "M10000002", name: "Dan\nEve", class: "Broker", status: "Active", expiry: "2027-03-31" },
    { number: "M10000003", name: "", class: "", status: "", expiry: "" },
  ]);
  assert.deepEqual([...licencesByClass(register)], [["Agent", ["M10000001"]], ["Broker", ["M10000002"]]]);
});

Deno.test("a row without a number is nobody's licence", async () => {
  const register = await registerOf("number,name,class,status,expiry", ",A firm,Brokerage,Active,2027-03-31");
  assert.deepEqual([...register], []);
});

Deno.test("a register that lacks a column, or has nothing, is refused by its name", async () => {
  await assert.rejects(registerOf("number,name,class,status", "M10000001,Ann,Agent,Active"), /no column "expiry"/);
  await assert.rejects(registerOf(""), /no column "number"/);
});
