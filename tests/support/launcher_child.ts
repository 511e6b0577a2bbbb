/** The launcher, which says what it may still do once the server runs. Run with the flags of `deno task start`. */
import { readEnvAndFile, runServer } from "../../lib/server/tasks/start.ts";

/** With the paths of its task: of a permission for a path alone it is not known without. */
const ALL: readonly Deno.PermissionDescriptor[] = [
  { name: "read", path: "." },
  { name: "write", path: "static/build" },
  ...(["net", "env", "run", "sys", "ffi", "import"] as const).map((name) => ({ name })),
];
const allowed = () => ALL.filter((one) => Deno.permissions.querySync(one).state === "granted");

const ended = runServer(readEnvAndFile());
const timer = setInterval(() => {
  if (allowed().length > 0) return;
  clearInterval(timer);
  console.log("\nkeeps: none");
}, 50);
Deno.exit(await ended);
