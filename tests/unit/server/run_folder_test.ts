/** A run's folder for its applications and databases: in memory where there is room, and empty of what a run leaves. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { RUN_FOLDER } from "../../support/folder.ts";
import { makeRunFolder, removeRunFolder, type Room, roomHere } from "../../support/runner/run_folder.ts";

const GB = 2 ** 30;

/** The folder above the one that a run gets on a machine with this room. */
async function placeOn(room: Room): Promise<string> {
  const { folder, env } = await makeRunFolder(room);
  await Deno.writeTextFile(`${folder}/left`, "");
  await removeRunFolder(folder);
  await assert.rejects(Deno.stat(folder), Deno.errors.NotFound);
  assert.deepEqual(env, { [RUN_FOLDER]: folder });
  return dirname(folder);
}

Deno.test("a machine with too little memory, or no folder in memory, keeps a run's files on its disk", async () => {
  const minLoanRefusal = [{ memory: 11 * GB, folder: 8 * GB }, { memory: 16 * GB, folder: 64 * 2 ** 20 }];
  for (const room of [...minLoanRefusal, { memory: 16 * GB, folder: null }]) {
    assert.equal(await placeOn(room), tmpdir());
  }
});

Deno.test({
  name: "a run's files are in memory where there is room for them and for its programs",
  ignore: roomHere().folder === null,
  fn: async () => assert.equal(await placeOn({ memory: 12 * GB, folder: 4 * GB }), "/dev/shm"),
});
