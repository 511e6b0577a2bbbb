/** `deno task dev`: serves like `start`, and on every edit of server, islands or styles builds, restarts and reloads the browser. */
import { buildIfStale } from "../build/build.ts";
import { envOrExit, serverFlags } from "./start.ts";

const WATCHED = ["main.ts", "routes", "islands", "lib", "db", "static/css", "static/img"];
/** Editors write a file in several steps. */
const SETTLE_MS = 120;

const env = envOrExit();
let server: Deno.ChildProcess | undefined;

async function build(): Promise<boolean> {
  try {
    await buildIfStale({ runtime: env.islandsRuntime, dev: true });
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

async function restart(): Promise<void> {
  const old = server;
  if (old) {
    try {
      old.kill("SIGTERM");
    } catch {
      // It had ended by itself: an edit that did not run.
    }
    await old.status;
  }
  server = new Deno.Command(Deno.execPath(), {
    args: ["run", ...serverFlags(env), "main.ts"],
    env: { NODE_ENV: "production", HARBOURLINE_MODE: "dev" },
    stdin: "null",
  }).spawn();
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.addSignalListener(signal, async () => {
    server?.kill("SIGTERM");
    await server?.status;
    Deno.exit(0);
  });
}

await Deno.mkdir(env.dataDir, { recursive: true });
if (await build()) await restart();
let timer: ReturnType<typeof setTimeout> | undefined;
let turn: Promise<void> = Promise.resolve();
for await (const event of Deno.watchFs(WATCHED)) {
  if (event.kind === "access") continue;
  clearTimeout(timer);
  timer = setTimeout(() => {
    turn = turn.then(async () => {
      if (await build()) await restart();
    });
  }, SETTLE_MS);
}
