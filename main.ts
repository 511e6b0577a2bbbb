/** Reads the environment, opens the database, serves. */
import { createFirstOwner } from "./lib/features/accounts/mod.ts";
import { openAssets } from "./lib/server/assets.ts";
import { makeBackupFolder } from "./lib/server/backup/make_folder.ts";
import { refuseNewBesideBackups } from "./lib/server/backup/refuse_new.ts";
import { FEATURES } from "./lib/features/registration.ts";
import { createDeps } from "./lib/server/create_deps.ts";
import { readEnv, warnings } from "./lib/server/env.ts";
import { serve, tryAddress } from "./lib/server/serve.ts";
import { runOrExit } from "./lib/server/start_problem.ts";
import { StartError } from "./lib/server/operator_errors.ts";
import { createApp } from "./routes/app.tsx";

await runOrExit(async () => {
  if (Deno.env.get("NODE_ENV") !== "production") {
    throw new StartError(
      "NODE_ENV must be production (deno task start sets it): without it React renders twelve times slower.",
    );
  }
  const env = readEnv();
  for (const warning of [...warnings(env), await makeBackupFolder(env)]) if (warning) console.warn(warning);
  await refuseNewBesideBackups(env);
  const assets = openAssets(env.islandsRuntime);
  const deps = await createDeps(env, FEATURES, { assets });
  // Before a password is shown that the next start would not show again.
  await tryAddress(env);
  const password = await createFirstOwner(deps.db, deps.ports.passwords, env.owner, deps.clock());
  if (password) {
    console.log(`First owner: sign in as "${env.owner.username}" with the password ${password} (shown this once).`);
  }
  await serve(deps, createApp(deps).fetch);
});
