/**
 * Keeps one processor awake while the program that started it lives, with the time that nobody else wants. A virtual
 * machine's processor that sleeps has to be woken by its host, which may take longer than the answer that is measured.
 */
import { setPriority } from "node:os";

/** The lowest. */
const PRIORITY = 19, LOOK_MS = 200;
setPriority(PRIORITY);
for (const parent = Deno.ppid; Deno.ppid === parent;) {
  for (const until = performance.now() + LOOK_MS; performance.now() < until;);
}
