/** The operator's variables: where backups go, keys, and who may read the metrics. */
import { resolve } from "node:path";
import * as v from "valibot";
import { databasePath } from "../../db/database_path.ts";
import { isPath, isStorage } from "./env_addresses.ts";
import { key } from "./env_key.ts";

const isFolder = (value: string): boolean => /^file:.*[^/]/.test(value) && isPath(value);

/** True where a folder of backups lies below the data folder, and is lost with it. */
export const isInDataFolder = (backupUrl: string, dataDir: string): boolean =>
  backupUrl.startsWith("file:") && isWithin(databasePath(backupUrl), resolve(dataDir));

/** True for a place and all below it. */
const isWithin = (place: string, whole: string): boolean => `${place}/`.startsWith(`${whole.replace(/\/+$/, "")}/`);

/**
 * True where backups would lie among the stored files: in the same bucket and prefix, in the data folder itself, in the
 * folder of files or below.
 */
export function isStorageOfFiles(backupUrl: string, storageUrl: string | undefined, dataDir: string): boolean {
  if (backupUrl.startsWith("file:")) {
    const folder = databasePath(backupUrl);
    return folder === resolve(dataDir) || isWithin(folder, resolve(dataDir, "files"));
  }
  const place = (address: string) => {
    const { host, pathname } = new URL(address);
    return `${host}/${decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "")}`;
  };
  return storageUrl !== undefined && place(backupUrl) === place(storageUrl);
}

/** A whole number from `least` to `most`, as text. */
const whole = (least: number, most: number, fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most,
        `a whole number from ${least} to ${most}`,
      ),
      v.transform(Number),
    ),
    fallback,
  );

/** What a service sends to show that it may ask. */
const token = (name: string) =>
  v.optional(v.pipe(
    v.string(),
    v.check(
      (value) => /^[A-Za-z0-9._~+/=-]{24,}$/.test(value),
      `${name} must be at least 24 letters and digits, as \`openssl rand -hex 24\` writes them.`,
    ),
  ));

export const OPERATION_VARIABLES = {
  BACKUP_URL: v.optional(v.pipe(
    v.string(),
    v.check(
      (value) => isFolder(value) || isStorage(value),
      "BACKUP_URL must be a folder without commas, file:/srv/backups, or hold key, secret and bucket: " +
        "https://KEY:SECRET@host/bucket?region=ca-central-1, with any / ? # @ % of the secret written as %2F %3F %23 %40 %25.",
    ),
    v.transform((value) => value.replace(/\/+$/, "")),
  )),
  BACKUP_KEY: key("BACKUP_KEY"),
  SECOND_FACTOR_KEY: key("SECOND_FACTOR_KEY"),
  BACKUP_EVERY_HOURS: whole(1, 168, "24"),
  BACKUP_KEEP: whole(1, 1000, "14"),
  METRICS_TOKEN: token("METRICS_TOKEN"),
  TICK_TOKEN: token("TICK_TOKEN"),
  PLATFORM: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.picklist(["machine", "edge"], "one of: machine, edge")),
    "machine",
  ),
  EDGE_PDF_READING: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.picklist(["on", "off"], "one of: on, off")),
    "off",
  ),
};
