/**
 * `deno task start` launches the server: whichever of the two, or of what stands above them, ends first, none stays
 * behind.
 */
import assert from "node:assert/strict";
import { withFolder } from "../../support/folder.ts";
import { ROOT } from "../../support/server_process.ts";

/** A stop takes a moment and at most 20 seconds; what is still there then stays for ever. */
const GONE_MS = 120_000;

interface Launched {
  /** The process that was started here. */
  child: Deno.ChildProcess;
  url: string;
}

/** Starts `command` with a data folder of its own and waits for the server that it launches. */
async function launch(
  folder: string,
  command: [string, ...string[]],
  env: Record<string, string>,
  test: (launched: Launched) => Promise<void>,
): Promise<void> {
  const [program, ...args] = command;
  const child = new Deno.Command(program, {
    args,
    cwd: ROOT,
    env: { PORT: "0", DATA_DIR: folder, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let printed = "";
  const opened = Promise.withResolvers<string>();
  const reading = child.stdout.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write(text) {
        printed += text;
        const url = /open at (http:\S+)/.exec(printed)?.[1];
        if (url) opened.resolve(url);
      },
    }),
  );
  // Whoever holds the other end of the pipe, the server too, has ended then.
  reading.finally(() => opened.reject(new Error(`the server did not start:\n${printed}`)));
  const url = await opened.promise;
  await test({ child, url });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`the server at ${url} stayed behind`)), GONE_MS);
  await Promise.race([Promise.all([child.status, reading]), late.promise]).finally(() => clearTimeout(timer));
}

const START: [string, ...string[]] = [Deno.execPath(), "run", "-A", "lib/server/tasks/start.ts"];

Deno.test("SIGTERM to the launcher alone stops the server in good order", () =>
  withFolder((folder) =>
    launch(folder, START, {}, async ({ child, url }) => {
      assert.equal(await (await fetch(url + "/healthz")).text(), "ok");
      child.kill("SIGTERM");
      assert.equal((await child.status).code, 0);
      await assert.rejects(fetch(url + "/healthz"));
    })
  ));

Deno.test("the server ends when its launcher is killed, and its database is free again", () =>
  withFolder((folder) => {
    const kill = ({ child }: Launched) => Promise.resolve(child.kill("SIGKILL"));
    return launch(folder, START, {}, kill).then(() => launch(folder, START, {}, kill));
  }));

/** Only a machine that tells which process stands above another lets the launcher notice npx's end. */
const tellsParents = await new Deno.Command("ps", { args: ["-p", String(Deno.pid)], stdout: "null", stderr: "null" })
  .output().then(({ success }) => success, () => false);

Deno.test({
  name: "it ends when npx does, whose shell hands no signal on to the task",
  ignore: !tellsParents,
  fn: () =>
    withFolder((folder) => {
      const shell: [string, ...string[]] = ["sh", "-c", `'${Deno.execPath()}' task start; true`];
      return launch(folder, shell, { npm_command: "exec" }, ({ child }) => Promise.resolve(child.kill("SIGTERM")));
    }),
});
