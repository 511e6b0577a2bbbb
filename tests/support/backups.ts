/** What the tests of backups share: a portal with uploads, and whether another folder has the same. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { files, loans } from "../../db/schema/mod.ts";
import { type Env, readEnv } from "../../lib/server/env.ts";
import { makeApp, type TestApp } from "./app.ts";
import { BYTES, upload } from "./files.ts";
import { makeLoan } from "./loans.ts";

/** The settings of a place: its folder, and where its backups go. */
export const envOf = (folder: string, more: Record<string, string>): Env => {
  const variables: Record<string, string> = { DATA_DIR: folder, ...more };
  return readEnv((name) => variables[name]);
};

/** Uploads so many files, each with bytes of its own, to a new loan. */
export async function uploadSome(t: TestApp, count: number): Promise<void> {
  const admin = await t.account({ role: 9 });
  const loan = await makeLoan(t, { brokerId: admin.id });
  for (let n = 0; n < count; n++) {
    const bytes = new Uint8Array([...BYTES.pdf, ...randomBytes(2000)]);
    const answer = await upload(t, "/api/loans/uploadotherfile", { loanId: loan.id }, admin, { bytes });
    assert.equal(answer.status, 200, await answer.text());
  }
}

const rowsOf = async (t: TestApp) => ({
  loans: await t.deps.db.select().from(loans),
  files: await t.deps.db.select().from(files),
});

/** The whole bytes that the storage has under an id. */
const bytesOf = async (t: TestApp, id: string) =>
  Buffer.from(await new Response(await t.deps.ports.files.open(id)).arrayBuffer());

/** A portal on the folder has the loans and files that `t` has, to the last byte. */
export async function assertSame(t: TestApp, folder: string): Promise<void> {
  const back = await makeApp({ DATA_DIR: folder });
  try {
    const rows = await rowsOf(t);
    assert.deepEqual(await rowsOf(back), rows);
    for (const { id } of rows.files) assert.deepEqual(await bytesOf(back, id), await bytesOf(t, id));
  } finally {
    await back.close();
  }
}
