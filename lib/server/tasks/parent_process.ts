/** Detects the exit of a parent process: one killed with SIGKILL forwards no signal. */
import process from "node:process";

/** Environment variable with the launcher's process id, for the server that it starts. */
export const LAUNCHER_VARIABLE = "HARBOURLINE_LAUNCHER";

const POLL_MS = 1000;

/** Calls `callback` once the launcher of this process has exited. Does nothing without a launcher. */
export function onLauncherExit(callback: () => void): void {
  const launcher = Number(Deno.env.get(LAUNCHER_VARIABLE) ?? 0);
  if (launcher) onceFalse(() => Deno.ppid === launcher, callback);
}

/** Calls `callback` once the npx that runs this task has exited: a signal ends npx and its shell, but not the task. */
export function onNpxExit(callback: () => void): void {
  if (Deno.env.get("npm_command") !== "exec") return;
  const shell = parentOf(Deno.ppid);
  if (shell > 1) onceFalse(() => isRunning(shell), callback);
}

/** Polls `condition` and calls `callback` once it is false. Does not keep the process alive. */
function onceFalse(condition: () => boolean, callback: () => void): void {
  const timer = setInterval(() => {
    if (condition()) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  Deno.unrefTimer(timer as unknown as number);
}

/** The parent of a process; 0 where it is unknown. */
function parentOf(pid: number): number {
  try {
    const { stdout } = new Deno.Command("ps", { args: ["-o", "ppid=", "-p", String(pid)] }).outputSync();
    return Number(new TextDecoder().decode(stdout));
  } catch {
    return 0;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}
