/** The public face of the feature settings: what routes and the server's tasks use of it. */
export { compareVersion, type Comparison } from "./compare_version.ts";
export { getConfig } from "./get_config.ts";
export { type ListedVersion, listVersions } from "./list_versions.ts";
export { outdatedAmong, outdatedLoans, outdatedOf, outdatedOfAll } from "./outdated_loans.ts";
export { previewSettings } from "./preview_settings.ts";
export { readDocument } from "./read_document.ts";
export { restoreVersion } from "./restore_version.ts";
export { saveConfig } from "./save_config.ts";
export { saveSettings } from "./save_settings.ts";
export type { VersionFacts } from "./versions.ts";
