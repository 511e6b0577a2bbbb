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
