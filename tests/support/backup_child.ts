/** Makes a backup, and says each of its steps and waits for a line before it: to be killed at any of them. */
import { BackupPlace } from "../../lib/server/backup/backup_place.ts";
import { makeBackup } from "../../lib/server/backup/make_backup.ts";
import { readEnv } from "../../lib/server/env.ts";

const [folder, place] = Deno.args;
const go = Deno.stdin.readable.getReader();

async function step(): Promise<void> {
  console.log("step");
  await go.read();
}

const { put, putManifest } = BackupPlace.prototype;
// One after the other: each line from outside lets one step go.
let last = Promise.resolve();
BackupPlace.prototype.put = async function (...args) {
  await (last = last.then(step));
  return await put.apply(this, args);
};
BackupPlace.prototype.putManifest = async function (...args) {
  await step();
  return await putManifest.apply(this, args);
};
await step();
const variables: Record<string, string> = { DATA_DIR: folder, BACKUP_URL: place };
await makeBackup(readEnv((name) => variables[name]));
// The kill finds it here, however late it comes.
await step();
