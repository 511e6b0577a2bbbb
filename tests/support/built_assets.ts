/** The built bundles for tests in this process, whose other tests render without. */
import { openAssets } from "../../lib/server/assets.ts";
import { buildIfStale, stopBuilder } from "../../lib/server/build/build.ts";

/** Runs `work` with the bundles of Preact, built where a source has changed, and puts back what was open before. */
export async function withBuiltAssets(work: () => Promise<void>): Promise<void> {
  await buildIfStale({ runtime: "preact" });
  await stopBuilder();
  const putBack = openAssets("preact");
  try {
    await work();
  } finally {
    putBack();
  }
}
