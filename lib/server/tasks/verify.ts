/** `deno task verify`: checks the whole installation beside the running portal, and changes nothing. */
import { CHECKS } from "../../features/registration.ts";
import { verifyInstallation } from "../backup/verify.ts";
import type { Checked } from "../backup/verify_source.ts";
import type { Env } from "../env.ts";
import { databaseProblem, refuseArguments, runOrExit, step } from "../start_problem.ts";
import { readEnvAndFile } from "./start.ts";

/** Problems that are printed of one check. */
const MOST_SHOWN = 20;

/** A line for each check, and its problems below it. */
export function verdict(checks: readonly Checked[]): string {
  return checks.flatMap(({ what, problems }) => [
    `${problems.length === 0 ? "ok   " : "WRONG"}  ${what}`,
    ...problems.slice(0, MOST_SHOWN).map((problem) => `         ${problem}`),
    ...problems.length > MOST_SHOWN ? [`         and ${problems.length - MOST_SHOWN} more`] : [],
  ]).join("\n");
}

/** True where no check found anything. */
export const isSound = (checks: readonly Checked[]): boolean => checks.every(({ problems }) => problems.length === 0);

export const verify = (env: Env, now = Date.now()): Promise<Checked[]> =>
  step(databaseProblem(env), () => verifyInstallation(env, CHECKS, now));

if (import.meta.main) {
  await runOrExit(async () => {
    refuseArguments("verify");
    const found = await verify(readEnvAndFile());
    console.log(verdict(found));
    if (!isSound(found)) Deno.exit(1);
  });
}
