/** A database as a new installation has it, which a run makes once: the applications of its tests begin with a copy. */
import { join } from "node:path";
import { migrate, openDatabase } from "../../db/mod.ts";
import { seedDefaults } from "../../db/seed/defaults.ts";

/** Friday, 20 November 2026, 12:00 in Toronto: where the test clock starts. */
export const START = Date.UTC(2026, 10, 20, 17);

/** Names the template's file to the processes of a run; one that runs by itself has none and migrates. */
export const TEMPLATE = "TEST_DATABASE";

/** Makes the template in `folder` and answers its path; nobody has it open then. */
export async function makeTemplate(folder: string): Promise<string> {
  const path = join(folder, "template.db");
  const { db, client, makeWhole, close } = await openDatabase({ url: `file:${path}` });
  await migrate(client);
  await seedDefaults(db, START);
  await makeWhole();
  close();
  return path;
}

/** Puts a copy where the application of `folder` looks for its database, where this run has a template. */
export async function copyTemplate(folder: string): Promise<void> {
  const path = Deno.env.get(TEMPLATE);
  if (path) await Deno.copyFile(path, join(folder, "harbourline.db"));
}
