/** The process that looks at the links of mails, where it does not start. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { startLinkProcess } from "../../../lib/server/tasks/link_process.ts";
import { withFolder } from "../../support/folder.ts";

Deno.test("the portal starts without the process that looks at links where that ends at once", () =>
  withFolder(async (folder) => {
    const program = join(folder, "ends.ts");
    await Deno.writeTextFile(program, "Deno.exit(1);\n");
    const resend = { apiKey: "re_test" } as Parameters<typeof startLinkProcess>[0]["resend"];
    assert.equal(await startLinkProcess({ resend, smtpUrl: undefined }, program), null);
  }));
