/** Flags of Deno for the programs that the tests start. */

/**
 * The runner has installed the packages. Otherwise Deno compares node_modules with the tests' lock file at each import
 * of a package: 6 seconds of CPU time as a program with the application starts, half a second as a test file does.
 */
export const PACKAGES_INSTALLED = "--node-modules-dir=manual";

/** Runs a program of the tests in a process of its own. */
export const RUN_CHILD: readonly string[] = [
  "run",
  "-A",
  "--no-check",
  "--lock=tests/deno.lock",
  PACKAGES_INSTALLED,
];
