/** Which build of the portal runs: its bundle says so when it is loaded. */

/** Name of the property of `globalThis` that the bundle's first module sets. */
export const BUILD_PROPERTY = "harbourlineBuild";

/** Twelve letters of the hash of all that the bundle was made from; empty where the portal runs from its sources. */
export function buildId(): string {
  const id = (globalThis as Record<string, unknown>)[BUILD_PROPERTY];
  return typeof id === "string" ? id : "";
}
