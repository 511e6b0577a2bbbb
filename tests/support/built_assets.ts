/** Applications with the built bundles, for tests that ask for files; all others render without. */
import { openAssets } from "../../lib/server/assets.ts";
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";
import { type TestApp, withApp } from "./app.ts";

/** Runs `run` on an application with the bundles of Preact, built where a source has changed. */
export async function withBuiltApp(run: (t: TestApp) => Promise<void>): Promise<void> {
  await buildIfStale({ runtime: "preact" });
  await stopBuilder();
  await withApp(run, {}, undefined, openAssets("preact"));
}
