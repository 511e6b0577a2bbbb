/** The launcher, which says what it may still do once the server runs. Run with the flags of `deno task start`. */
import { readEnvAndFile, runServer } from "../../lib/server/tasks/start.ts";

const ALL = ["read", "write", "net", "env", "run", "sys", "ffi", "import"] as const;
const allowed = () => ALL.filter((name) => Deno.permissions.querySync({ name }).state === "granted");

const ended = runServer(readEnvAndFile());
const timer = setInterval(() => {
  if (allowed().length > 0) return;
  clearInterval(timer);
  console.log("\nkeeps: none");
}, 50);
Deno.exit(await ended);
