/** The bundle that reads PDFs in the server's own thread, which a run makes once. */
import { stopBuilder } from "../../lib/server/build/build.ts";
import { buildReading } from "../../lib/server/build/reading_bundle.ts";

/** Says to the processes of a run that it was made; a file that runs by itself makes it. */
export const READING_BUILT = "TEST_READING_BUILT";

let built: Promise<void> | undefined;

/** Makes the bundle, where neither this run nor this process has. */
export async function builtReading(): Promise<void> {
  if (!Deno.env.get(READING_BUILT)) await (built ??= buildReading().finally(stopBuilder));
}
