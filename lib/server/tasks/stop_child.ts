/** Ends the server's process from the one that started it. */

/** Maximum time for open requests after SIGTERM, in milliseconds. */
export const SHUTDOWN_TIMEOUT_MS = 20_000;
/** So long after the signal a process that is still there hangs where it cannot end itself, as in native code. */
const KILL_AFTER_MS = SHUTDOWN_TIMEOUT_MS + 10_000;

/** Sends the signal, and SIGKILL where the process has not ended `killAfterMs` milliseconds later. */
export function stopChild(child: Deno.ChildProcess, signal: Deno.Signal, killAfterMs = KILL_AFTER_MS): void {
  try {
    child.kill(signal);
  } catch {
    return; // It has already ended.
  }
  const timer = setTimeout(() => stopChild(child, "SIGKILL"), killAfterMs);
  void child.status.then(() => clearTimeout(timer));
}
