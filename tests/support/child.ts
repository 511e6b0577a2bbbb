/** Flags of Deno for the programs that the tests start. */

/**
 * The runner has installed the packages. Otherwise Deno compares node_modules with the tests' lock file at each of 800
 * imports of a package: 5 of the 6 seconds of CPU time that the application's start took in a test.
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
