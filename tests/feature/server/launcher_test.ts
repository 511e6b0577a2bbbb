/**
 * `deno task start` launches the server: whichever of the two, or of what stands above them, ends first, none stays
 * behind.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { LAUNCHER_VARIABLE } from "../../../lib/server/tasks/parent_process.ts";
import { runIn, withCopy } from "../../support/copy_project.ts";
import { withFolder } from "../../support/folder.ts";
import { ROOT } from "../../support/server_process.ts";
import { until } from "../../support/until.ts";

/** A stop takes a moment and at most 20 seconds; what is still there then stays for ever. */
const GONE_MS = 120_000;

interface Launched {
  /** The process that was started here. */
  child: Deno.ChildProcess;
  url: string;
  /** Everything on its standard output so far. */
  printed(): string;
}

/** Starts `command` with a data folder of its own and waits for the server that it launches. */
async function launch(
  folder: string,
  command: [string, ...string[]],
  env: Record<string, string>,
  test: (launched: Launched) => Promise<void>,
  cwd: string | URL = ROOT,
): Promise<void> {
  const [program, ...args] = command;
  const child = new Deno.Command(program, {
    args,
    cwd,
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
  // Every process that holds the other end of the pipe, the server too, has ended then.
  reading.finally(() => opened.reject(new Error(`the server did not start:\n${printed}`)));
  const url = await opened.promise;
  await test({ child, url, printed: () => printed });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`the server at ${url} stayed behind`)), GONE_MS);
  await Promise.race([Promise.all([child.status, reading]), late.promise]).finally(() => clearTimeout(timer));
}

/** The task's own command: with its permissions, and without the process of `deno task` above it. */
const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const [, ...ARGS]: string[] = tasks.start.command.split(" ");
const START: [string, ...string[]] = [Deno.execPath(), ...ARGS];

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

Deno.test("the server ends when the task that runs its launcher is killed", () =>
  withFolder((folder) =>
    launch(folder, [Deno.execPath(), "task", "start"], {}, ({ child }) => Promise.resolve(child.kill("SIGKILL")))
  ));

Deno.test({
  name: "the server takes its memory as decided, and an operator's own variable goes before it",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withFolder(async (folder) => {
      // The C library ends each of its settings with a zero where it reads them.
      const sees = async (...settings: string[]) => {
        let text = "";
        // The tests' own process may have the variable.
        const command: [string, ...string[]] = ["env", "-u", "GLIBC_TUNABLES", ...settings, ...START];
        await launch(folder, command, {}, async ({ child }) => {
          const below = (await Deno.readTextFile(`/proc/${child.pid}/task/${child.pid}/children`)).trim().split(" ");
          const texts = await Promise.all(below.map((pid) => Deno.readTextFile(`/proc/${pid}/environ`)));
          text = texts.find((text) => text.includes(`${LAUNCHER_VARIABLE}=${child.pid}`))!.replaceAll("\0", ":");
          child.kill("SIGTERM");
        });
        return text;
      };
      assert.match(await sees(), /GLIBC_TUNABLES=glibc\.malloc\.hugetlb=1:glibc\.malloc\.arena_max=1:/);
      assert.match(
        await sees("GLIBC_TUNABLES=glibc.malloc.arena_max=2"),
        /GLIBC_TUNABLES=glibc\.malloc\.arena_max=2:/,
      );
    }),
});

/** Only a machine that tells which process stands above another lets the launcher notice npx's end. */
const tellsParents = await new Deno.Command("ps", { args: ["-p", String(Deno.pid)], stdout: "null", stderr: "null" })
  .output().then(({ success }) => success, () => false);

Deno.test({
  name: "the server ends when npx does, whose shell forwards no signal to the task",
  ignore: !tellsParents,
  fn: () =>
    withFolder((folder) => {
      const shell: [string, ...string[]] = ["sh", "-c", `'${Deno.execPath()}' task start; true`];
      return launch(folder, shell, { npm_command: "exec" }, ({ child }) => Promise.resolve(child.kill("SIGTERM")));
    }),
});

Deno.test("it reads the project's folder and the bundles alone, and keeps no permission beside the server", () =>
  withFolder((folder) => {
    const flags = ARGS.slice(1, -1);
    assert.deepEqual(flags.filter((flag) => /read|write|net|sys|ffi|-A|all$/.test(flag)), [
      "--allow-read=.",
      "--allow-write=static/build",
    ]);
    const child: [string, ...string[]] = [Deno.execPath(), "run", ...flags, "tests/support/launcher_child.ts"];
    const folders = { DATA_DIR: join(folder, "new/data"), BACKUP_URL: `file:${join(folder, "new/backups")}` };
    return launch(folder, child, folders, async ({ child, printed }) => {
      await until(
        "the launcher to give up its permissions",
        () => Promise.resolve(printed().includes("\nkeeps: none\n")),
      );
      assert.equal((await Deno.stat(folders.BACKUP_URL.slice(5))).mode! & 0o777, 0o700);
      child.kill("SIGTERM");
      assert.equal((await child.status).code, 0);
    });
  }));

Deno.test("started again after an upgrade, it builds what is stale with the permissions of its task, and reads .env", () =>
  withCopy("upgrade", async (copy, folder) => {
    const styles = join(copy, "static/css/public.css");
    // Packages of its own, as an installation has them: permissions end at the project's folder.
    const packages = join(copy, "node_modules"), from = new URL("node_modules/.", ROOT).pathname;
    await Deno.remove(packages);
    await runIn(copy, "sh", ["-c", `cp -al '${from}' '${packages}' || cp -a '${from}' '${packages}'`]);
    await Deno.writeTextFile(styles, (await Deno.readTextFile(styles)) + "\n.upgraded-part { color: red }\n");
    const built = join(copy, "static/build");
    await Deno.rename(built, `${built}.away`);
    await Deno.writeTextFile(built, "");
    await assert.rejects(
      runIn(copy, "deno", ["task", "start"]),
      /\nThe bundles are stale, and static\/build cannot be written: [a-z ]+\. Run `deno task build` as the user .*\.\n$/,
    );
    await Deno.remove(built);
    await Deno.rename(`${built}.away`, built);
    // The port of the environment comes first, or nothing would open.
    await Deno.writeTextFile(join(copy, ".env"), "PORT=none\nLENDER_NAME=Fundy Home Loans\n");
    const serves = async ({ child, url }: Launched) => {
      const page = await (await fetch(url)).text();
      assert.match(page, /Fundy Home Loans/);
      child.kill("SIGTERM");
      assert.equal((await child.status).code, 0);
      assert.match(page, /\.upgraded-part/);
    };
    await launch(folder, START, {}, serves, copy);
    await launch(folder, START, {}, serves, copy);
  }));
