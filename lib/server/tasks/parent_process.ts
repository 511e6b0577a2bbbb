/** Detects the exit of a parent process: one killed with SIGKILL forwards no signal. */

/** Environment variable with the launcher's process id, for the server that it starts. */
export const LAUNCHER_VARIABLE = "HARBOURLINE_LAUNCHER";

const POLL_MS = 1000;

/** Calls `callback` once the launcher of this process has exited. Does nothing without a launcher. */
export function onLauncherExit(callback: () => void): void {
  const launcher = Number(Deno.env.get(LAUNCHER_VARIABLE) ?? 0);
  if (launcher) onParentExit(launcher, callback);
}

/** Calls `callback` once this process has another parent. Does not keep it alive, and needs no permission. */
function onParentExit(parent: number, callback: () => void): void {
  const timer = setInterval(() => {
    if (Deno.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, POLL_MS);
  Deno.unrefTimer(timer as unknown as number);
}

/**
 * Calls `callback` once what runs this task has exited: the process of `deno task`, which is the parent that this one
 * began with, or the npx above that.
 */
export function onRunnerExit(parent: number, callback: () => void): void {
  // Set by `deno task`: without it a shell may have started this process, and end before it.
  if (Deno.env.get("INIT_CWD") !== undefined) onParentExit(parent, callback);
  onNpxExit(callback);
}

/** Calls `callback` once the npx that runs this task has exited: a signal ends npx and its shell, but not the task. */
function onNpxExit(callback: () => void): void {
  if (Deno.env.get("npm_command") !== "exec") return;
  const shell = parentOf(Deno.ppid);
  if (shell > 1) onExitOf(shell, callback);
}

/** A shell that ends once the process has, or this one: to look for it here would take a permission for good. */
const WATCH = 'while kill -0 "$0" && kill -0 "$PPID"; do sleep 1; done';

/** Calls `callback` once the process with this id has exited. Does not keep this process alive. */
function onExitOf(pid: number, callback: () => void): void {
  const watch = new Deno.Command("sh", {
    args: ["-c", WATCH, String(pid)],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  watch.unref();
  void watch.status.then(callback);
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
