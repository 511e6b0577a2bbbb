import assert from "node:assert/strict";
import { join } from "node:path";
import { loadEnvFile } from "../../../lib/server/tasks/env_file.ts";
import { withFolder } from "../../support/folder.ts";

Deno.test("what is set in the environment wins over the .env file, an empty value too", () =>
  withFolder(async (folder) => {
    const file = join(folder, ".env"), environment = new Map([["PORT", "8744"], ["SMTP_URL", ""]]);
    loadEnvFile(file, environment);
    assert.equal(environment.size, 2);
    await Deno.writeTextFile(
      file,
      '# Ours\nPORT=8741\nSMTP_URL=smtp://x\nLENDER_NAME="Fundy Home Loans" # quoted\nHOST=',
    );
    loadEnvFile(file, environment);
    assert.deepEqual([...environment], [
      ["PORT", "8744"],
      ["SMTP_URL", ""],
      ["LENDER_NAME", "Fundy Home Loans"],
      ["HOST", ""],
    ]);
  }));

Deno.test("a mark at the file's beginning is no part of a name", () =>
  withFolder(async (folder) => {
    const environment = new Map<string, string>();
    await Deno.writeTextFile(join(folder, ".env"), "\uFEFFPORT=8741\r\nHOST=::1\r\n");
    loadEnvFile(join(folder, ".env"), environment);
    assert.deepEqual([...environment], [["PORT", "8741"], ["HOST", "::1"]]);
  }));

Deno.test("a value that is cut at its # is warned about by its name alone; a comment and quotes are not", () =>
  withFolder(async (folder) => {
    const said: string[] = [], environment = new Map<string, string>();
    await Deno.writeTextFile(
      join(folder, ".env"),
      "#PORT=1\nLENDER_ADDRESS=12 King St W #400, Toronto\nexport OWNER_PASSWORD=Horse#12345\n" +
        "LENDER_NAME=Fundy # the trade name\nLENDER_PHONE='905 #1'\nHOST=::1 ## ours\n# A=b#c\nPORT=\n#x\n",
    );
    loadEnvFile(join(folder, ".env"), environment, (sentence) => said.push(sentence));
    assert.equal(environment.get("LENDER_ADDRESS"), "12 King St W");
    assert.deepEqual(said.map((sentence) => /^In \.env the value of (\w+) ends before its #/.exec(sentence)?.[1]), [
      "LENDER_ADDRESS",
      "OWNER_PASSWORD",
    ]);
    assert.doesNotMatch(said.join(), /12345|King/);
  }));
