/** The application served to browsers, on bundles built for one runtime. */
import { openAssets } from "../../lib/server/assets.ts";
import { buildBundles, stopBuilder } from "../../lib/server/build/build.ts";
import type { IslandsRuntime } from "../../lib/server/env.ts";
import { makeApp, type TestApp } from "./app.ts";

export interface Site {
  t: TestApp;
  url: string;
  close(): Promise<void>;
}

/** The runtime that browser tests run on: ISLANDS_RUNTIME, or preact. */
export const RUNTIME: IslandsRuntime = Deno.env.get("ISLANDS_RUNTIME") === "react" ? "react" : "preact";

/** Builds into a folder of its own, opens the bundles and serves; `env` overrides environment variables. */
export async function openSite(env: Record<string, string> = {}, runtime: IslandsRuntime = RUNTIME): Promise<Site> {
  const outDir = new URL(`file://${await Deno.makeTempDir({ prefix: "harbourline-build-" })}/`);
  await buildBundles({ runtime, outDir });
  await stopBuilder();
  openAssets(outDir);
  const t = await makeApp({ ISLANDS_RUNTIME: runtime, ...env });
  return {
    t,
    url: t.serve(),
    async close() {
      await t.close();
      await Deno.remove(outDir, { recursive: true });
    },
  };
}
