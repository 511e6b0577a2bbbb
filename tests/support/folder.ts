/** Folders of tests. */

/** Names the folder of a run's applications and databases, which lies in memory where there is room. */
export const RUN_FOLDER = "TEST_FOLDER";

/**
 * Makes a folder for the files of an application or a database of this process, which the caller removes. A server with
 * the permissions of a start cannot use it, as Deno opens nothing below /dev without all permissions.
 */
export async function runFolder(prefix: string): Promise<string> {
  return await Deno.makeTempDir({ dir: Deno.env.get(RUN_FOLDER), prefix });
}

/** Gives `body` an empty folder, and removes it whatever happens. */
export async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "harbourline-" });
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
