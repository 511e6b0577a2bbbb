/** Notices that the process above is gone: one that is killed hands no signal on. */
import process from "node:process";

/** Handed to the server by who launched it: the process id that stands above it while that runs. */
export const LAUNCHER_VARIABLE = "HARBOURLINE_LAUNCHER";

const LOOK_MS = 1000;

/** Calls `gone` once the launcher of this process has ended. One that was started by itself has none. */
export function whenLauncherEnds(gone: () => void): void {
  const launcher = Number(Deno.env.get(LAUNCHER_VARIABLE) ?? 0);
  if (launcher) look(() => Deno.ppid === launcher, gone);
}

/** Calls `gone` once the npx has ended that runs this task: it and its shell end at a signal, the task below them stays. */
export function whenNpxEnds(gone: () => void): void {
  if (Deno.env.get("npm_command") !== "exec") return;
  const shell = parentOf(Deno.ppid);
  if (shell > 1) look(() => isThere(shell), gone);
}

function look(isFine: () => boolean, gone: () => void): void {
  const timer = setInterval(() => {
    if (isFine()) return;
    clearInterval(timer);
    gone();
  }, LOOK_MS);
  Deno.unrefTimer(timer as unknown as number);
}

/** The process above another; 0 where this machine does not tell. */
function parentOf(pid: number): number {
  try {
    const { stdout } = new Deno.Command("ps", { args: ["-o", "ppid=", "-p", String(pid)] }).outputSync();
    return Number(new TextDecoder().decode(stdout));
  } catch {
    return 0;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}
