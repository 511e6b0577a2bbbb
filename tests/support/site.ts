/** The application served to browsers, on bundles built for one runtime. */
import { openAssets } from "../../lib/server/assets.ts";
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";
import type { IslandsRuntime } from "../../lib/server/env.ts";
import { makeApp, type TestApp } from "./app.ts";

export interface Site {
  t: TestApp;
  url: string;
  close(): Promise<void>;
}

/** The runtime that browser tests run on: ISLANDS_RUNTIME, or preact. */
const RUNTIME: IslandsRuntime = Deno.env.get("ISLANDS_RUNTIME") === "react" ? "react" : "preact";

/** Opens the bundles, built where a source has changed, and serves; `env` overrides environment variables. */
export async function openSite(env: Record<string, string> = {}, runtime: IslandsRuntime = RUNTIME): Promise<Site> {
  await buildIfStale({ runtime });
  await stopBuilder();
  const t = await makeApp({ ISLANDS_RUNTIME: runtime, ...env }, undefined, openAssets(runtime));
  return { t, url: t.serve(), close: t.close };
}
