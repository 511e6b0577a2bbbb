/** Reads the environment, opens the database, serves, and stops in good order. */
import { createFirstOwner } from "./lib/features/accounts/create_first_owner.ts";
import { openAssets } from "./lib/server/assets.ts";
import { createDeps } from "./lib/server/create_deps.ts";
import { drainable } from "./lib/server/drain.ts";
import { type Env, EnvError, readEnv } from "./lib/server/env.ts";
import { scheduleJobs } from "./lib/server/jobs.ts";
import { createApp } from "./routes/app.tsx";

/** How long requests that are being answered may take to finish after SIGTERM. */
const LAST_REQUESTS_MS = 20_000;

if (Deno.env.get("NODE_ENV") !== "production") {
  console.error("NODE_ENV must be production (deno task start sets it): without it React renders twelve times slower.");
  Deno.exit(1);
}
try {
  await serve(readEnv());
} catch (error) {
  const told = error instanceof EnvError || (error instanceof Error && /^(DatabaseInUse|AddrInUse)/.test(error.name));
  console.error(told ? (error as Error).message : error);
  Deno.exit(1);
}

async function serve(env: Env): Promise<void> {
  openAssets(env.islandsRuntime);
  const deps = await createDeps(env);
  const password = await createFirstOwner(deps.db, deps.ports.passwords, env.owner, Date.now());
  if (password) {
    console.log(`First owner: sign in as "${env.owner.username}" with the password ${password} (shown this once).`);
  }
  const jobs = scheduleJobs(deps);
  const app = drainable(createApp(deps).fetch);
  const server = Deno.serve({
    port: env.port,
    hostname: env.host,
    onListen: ({ port, hostname }) => console.log(`${env.lender.name} is open at http://${hostname}:${port}`),
  }, app.fetch);
  const stop = async () => {
    deps.leave();
    await app.seeOut(LAST_REQUESTS_MS);
    await Promise.race([server.shutdown(), new Promise((done) => setTimeout(done, LAST_REQUESTS_MS))]);
    await jobs.stop();
    await deps.close();
    Deno.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) Deno.addSignalListener(signal, () => void stop());
}
