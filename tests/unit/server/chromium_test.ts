/** Which Chromium the browser tests take, and how a machine without one gets it. */
import assert from "node:assert/strict";
import { RUN_CHILD } from "../../support/child.ts";
import { getChromium, type Machine } from "../../support/chromium.ts";

const ROOT = new URL("../../../", import.meta.url);

interface Fake {
  /** Programs that are there. */
  files?: string[];
  /** Those of them that do not run. */
  broken?: string[];
  named?: string;
  isRoot?: boolean;
  /** What Playwright's download brings; none where its server is not reached. */
  playwrights?: string;
  /** Packages that Debian has; none where it is not reached. */
  debian?: string[];
  packaged?: string;
}

/** A machine that writes down what was done to it. */
function machine(fake: Fake): { machine: Machine; done: string[] } {
  const files = new Set(fake.files), downloaded: string[] = [], done: string[] = [];
  const debian = fake.debian ?? [];
  return {
    done,
    machine: {
      env: (name) => ({ PATH: "/usr/local/bin:/usr/bin", CHROMIUM_PATH: fake.named })[name],
      isFile: (path) => files.has(path),
      isRoot: () => fake.isRoot ?? false,
      downloaded: () => downloaded,
      downloadPlaywrights() {
        done.push("playwright");
        if (fake.playwrights) downloaded.push(fake.playwrights);
        return Promise.resolve();
      },
      unpackPackaged() {
        done.push("package");
        if (fake.packaged) downloaded.push(fake.packaged);
        return Promise.resolve();
      },
      run(command, args) {
        if (command !== "apt-get") {
          const there = files.has(command) || downloaded.includes(command);
          return Promise.resolve(there && !fake.broken?.includes(command));
        }
        done.push(args.join(" "));
        const name = args.at(-1)!;
        if (args[0] === "install" && debian.includes(name)) files.add(`/usr/bin/${name}`);
        return Promise.resolve(args[0] === "update" ? debian.length > 0 : debian.includes(name));
      },
      say: (text) => void done.push(text.startsWith("No Chromium is here") ? "told" : text),
    },
  };
}

async function got(fake: Fake): Promise<[path: string, done: string[]]> {
  const { machine: here, done } = machine(fake);
  return [await getChromium(here), done];
}

const SHELL = "/usr/bin/chromium-headless-shell", WHOLE = "/usr/bin/chromium", OWN = "/cache/headless_shell";
const PACKAGED = "/modules/chromium";
const UPDATE = "update", INSTALL_SHELL = "install -y chromium-headless-shell", INSTALL_WHOLE = "install -y chromium";

Deno.test("an installed browser is used, the lightest first, and nothing is downloaded", async () => {
  assert.deepEqual(await got({ files: [WHOLE, SHELL], isRoot: true }), [SHELL, []]);
  assert.deepEqual(await got({ files: [WHOLE] }), [WHOLE, []]);
  assert.deepEqual(await got({ files: ["/snap/bin/chromium"] }), ["/snap/bin/chromium", []]);
});

Deno.test("one that does not run is passed over", async () => {
  const chrome = "/usr/bin/google-chrome";
  assert.deepEqual(await got({ files: [WHOLE, chrome], broken: [WHOLE] }), [chrome, []]);
});

Deno.test("CHROMIUM_PATH comes first; a wrong one is an error, and nothing is installed in its place", async () => {
  assert.deepEqual(await got({ files: [SHELL, "/opt/mine"], named: "/opt/mine" }), ["/opt/mine", []]);
  const wrong = machine({ files: [SHELL], named: "/opt/gone", isRoot: true, debian: ["chromium"] });
  await assert.rejects(getChromium(wrong.machine), { message: /^CHROMIUM_PATH is "\/opt\/gone", but .*\.$/ });
  assert.deepEqual(wrong.done, []);
});

Deno.test("Playwright's own download comes first where it can be reached", async () => {
  const fake = { playwrights: OWN, isRoot: true, debian: ["chromium"] };
  assert.deepEqual(await got(fake), [OWN, ["told", "playwright"]]);
});

Deno.test("root gets Debian's package: the light one, or the whole browser where a release lacks that", async () => {
  const both = { isRoot: true, debian: ["chromium", "chromium-headless-shell"] };
  assert.deepEqual(await got(both), [SHELL, ["told", "playwright", UPDATE, INSTALL_SHELL]]);
  const old = { isRoot: true, debian: ["chromium"] };
  assert.deepEqual(await got(old), [WHOLE, ["told", "playwright", UPDATE, INSTALL_SHELL, INSTALL_WHOLE]]);
  const bare = { ...both, playwrights: OWN, broken: [OWN] };
  assert.equal((await got(bare))[0], SHELL, "Playwright's download does not run where its libraries are missing");
});

Deno.test("without root the registry's package is used, also beside a download that does not run", async () => {
  assert.deepEqual(await got({ packaged: PACKAGED, debian: ["chromium"] }), [
    PACKAGED,
    ["told", "playwright", "package"],
  ]);
  assert.equal((await got({ playwrights: OWN, broken: [OWN], packaged: PACKAGED }))[0], PACKAGED);
});

Deno.test("a machine that can get none reads in one sentence what to install", async () => {
  const { machine: here } = machine({ isRoot: true });
  await assert.rejects(getChromium(here), (error: Error) => {
    assert.match(error.message, /^The browser tests need Chromium .*apt-get install chromium.*CHROMIUM_PATH\.$/);
    return !/\. [A-Z]/.test(error.message);
  });
});

Deno.test("a run without a browser ends with that sentence alone, before anything is made", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN_CHILD, "tests/run.ts", "e2e"],
    cwd: ROOT,
    env: { CHROMIUM_PATH: "/nowhere/chromium" },
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.deepEqual([code, ...said], [
    1,
    "",
    'CHROMIUM_PATH is "/nowhere/chromium", but there is no program there that runs.\n',
  ]);
});
