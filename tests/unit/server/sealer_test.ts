import assert from "node:assert/strict";
import type { Env } from "../../../lib/server/env.ts";
import { createSealer, KEY_FILE } from "../../../lib/server/sealer.ts";
import { StartError } from "../../../lib/server/operator_errors.ts";

const inFolder = async (run: (env: Env, path: string) => Promise<void>) => {
  const dataDir = await Deno.makeTempDir();
  try {
    const env = { dataDir, databaseUrl: `file:${dataDir}/portal.db` } as Env;
    await run(env, `${dataDir}/${KEY_FILE}`);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
};

Deno.test("processes that start at once share one key of 32 bytes, and leave no other file", () =>
  inFolder(async (env, path) => {
    const sealers = await Promise.all(Array.from({ length: 20 }, () => createSealer(env)));
    const sealed = sealers[0]!.seal("a", "secret");
    for (const sealer of [...sealers, await createSealer(env)]) assert.equal(sealer!.open("a", sealed), "secret");
    const { size, mode } = await Deno.stat(path);
    assert.deepEqual([size, mode! & 0o777], [32, 0o600]);
    const names = (await Array.fromAsync(Deno.readDir(env.dataDir))).map(({ name }) => name);
    assert.deepEqual(names, [KEY_FILE]);
  }));

Deno.test("a key file of another length stops the start and says what to do", () =>
  inFolder(async (env, path) => {
    for (const length of [0, 31, 33]) {
      await Deno.writeFile(path, new Uint8Array(length));
      await assert.rejects(createSealer(env), (error) => {
        assert.ok(error instanceof StartError);
        assert.match(error.message, /second-factor\.key is not a key of 32 bytes\. Put your copy of it back\./);
        return true;
      });
      assert.equal((await Deno.stat(path)).size, length, "what is there stays");
    }
  }));
