/**
 * Uploads files without pause to the portal in the folder of its first argument, and writes a dot for each; it is
 * killed.
 */
import { makeApp } from "./app.ts";
import { upload } from "./files.ts";
import { makeLoan } from "./loans.ts";

const [folder] = Deno.args;
const t = await makeApp({ DATA_DIR: folder });
t.longTurns("It is there to be killed: a long turn of a busy machine would end it before.");
const unique = crypto.randomUUID().slice(0, 8);
const admin = await t.account({ role: 9, email: `${unique}@example.com`, username: unique, license: unique });
const loan = await makeLoan(t, { brokerId: admin.id });
const bytes = new Uint8Array(256 * 1024).fill(32);
bytes.set(new TextEncoder().encode("%PDF-1.4"));

async function uploadForEver(): Promise<never> {
  for (;;) {
    const answer = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id }, admin, { bytes });
    if (answer.status !== 200) throw new Error(await answer.text());
    Deno.stdout.writeSync(new TextEncoder().encode("."));
  }
}
await Promise.all(Array.from({ length: 4 }, uploadForEver));
