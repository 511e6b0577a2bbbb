/** The environment, read once at start. A wrong value stops the start with one sentence that names it. */
import * as v from "valibot";
import type { Lender } from "../domain/lender.ts";
import type { Originator } from "../domain/servicing/cpa005.ts";
import type { MapServices } from "../domain/places/map_services.ts";
import { originatorOf, originatorProblem } from "./env_bank.ts";
import { isInDataFolder, isStorageOfFiles } from "./env_operations.ts";
import { outerSpaceProblem } from "./env_owner.ts";
import { NAMES, ownAddress, Variables } from "./env_variables.ts";
import { EnvError } from "./operator_errors.ts";

export type IslandsRuntime = "preact" | "react";

/** Where backups go, and how often the portal makes one by itself. */
export interface BackupSettings {
  /** `file:` and a folder, or a bucket. */
  url: string;
  /** 32 bytes; undefined where backups are not sealed. */
  key: Uint8Array | undefined;
  everyHours: number;
  /** How many backups stay. */
  keep: number;
}

/** Everything the operator can set, checked and with its defaults filled in. URLs have no trailing slash. */
export interface Env {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string;
  databaseAuthToken: string | undefined;
  owner: { email: string; username: string; password: string | undefined };
  deviceVerification: boolean;
  secondFactor: boolean;
  /** What secrets of second factors are sealed with, 32 bytes; without it the data folder has one. */
  secondFactorKey: Uint8Array | undefined;
  resend: { apiKey: string; baseUrl: string | undefined } | null;
  /** The mail server that mail leaves through, where there is no Resend account. */
  smtpUrl: string | undefined;
  /** What Resend signs its news of mails with. */
  resendWebhookSecret: string | undefined;
  mailFrom: string;
  /** Mails a second that one process sends at most. */
  mailPerSecond: number;
  storageUrl: string | undefined;
  backup: BackupSettings | null;
  /** The token that allows reading the metrics; without it there are none. */
  metricsToken: string | undefined;
  /** The token that allows running jobs and mail at once (`/internal/tick`). */
  tickToken: string | undefined;
  /** Where the portal runs: a machine of its own, or a place with network and memory alone. */
  platform: "machine" | "edge";
  /** On edge, PDFs are read in the server's own thread, which a crafted one can stop. */
  edgePdfReading: boolean;
  /** 32 bytes each; without a key no bank details can be kept. What the old one sealed can still be read. */
  bankDetails: { key: Uint8Array | undefined; oldKey: Uint8Array | undefined };
  /** How the lender's bank knows the lender. */
  originator: Originator | null;
  /** The least file creation number of the next file: the bank may have had others before the portal. */
  eftNextNumber: number;
  islandsRuntime: IslandsRuntime;
  lender: Lender;
  licenceLookupUrl: string;
  licenceRegister: string | undefined;
  /** A MaxMind database of places by network address. */
  geoIpDb: string | undefined;
  /** Months after which the addresses of opens and clicks are cut to their network. */
  ipKeptMonths: number;
  /** As the environment has them; a file of tiles in the data folder joins at the start. */
  maps: MapServices;
  /** Set by the tasks. `dev` and `demo` also show the kept mails at /dev/mail. */
  mode: "production" | "demo" | "dev";
}

type Source = (name: string) => string | undefined;

const FIRST_OWNER_EMAIL = "owner@localhost.localdomain";

/** An address without the key, password or token that may stand in it: the sentence ends up in logs. */
const withoutSecrets = (value: string): string => value.replace(/\/\/.*@/, "//…@").replace(/\?.*/, "?…");

/** The whole sentence about a wrong value. */
function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const name = String(issue.path?.[0].key);
  if (issue.message.startsWith(`${name} `)) return issue.message;
  return `${name} is "${withoutSecrets(String(issue.input))}", but must be ${issue.message}.`;
}

/** What is allowed but hardly meant, a sentence each, for the operator to read at the start. */
export function warnings(env: Env): string[] {
  const found: string[] = [];
  if (env.backup && isInDataFolder(env.backup.url, env.dataDir)) {
    found.push(
      "BACKUP_URL leads into DATA_DIR, so backups are lost with what they are made of. " +
        "Name a folder elsewhere, best on another disk, or a bucket.",
    );
  }
  if (env.backup && !env.databaseUrl.startsWith("file:")) {
    found.push(
      "BACKUP_URL is set, but DATABASE_URL leads to a libSQL server: the portal makes no backups of it. " +
        "Back it up by its own means (docs/operations.md).",
    );
  }
  if (!env.secondFactor) {
    found.push("SECOND_FACTOR is off: nobody is asked for the second step of a sign-in. Take it out once you are in.");
  }
  const set = env.resend ? "RESEND_API_KEY" : env.smtpUrl ? "SMTP_URL" : null;
  if (set === null) return found;
  if (!env.lender.contactEmail) {
    found.push(
      `CONTACT_EMAIL is not set, but ${set} is: no one is notified of account requests and new loans.`,
    );
  }
  if (env.deviceVerification && env.owner.email === FIRST_OWNER_EMAIL) {
    found.push(
      `OWNER_EMAIL is not set, but ${set} is: a first owner's sign-in codes are mailed to ${FIRST_OWNER_EMAIL}. ` +
        "Where that account is already made, start once with DEVICE_VERIFICATION=off and change its email.",
    );
  }
  return found;
}

/** Reads and checks the environment. Throws EnvError with one clear sentence. */
export function readEnv(get: Source = (name) => Deno.env.get(name)): Env {
  const outer = outerSpaceProblem(get("OWNER_PASSWORD"));
  if (outer) throw new EnvError(outer);
  const set = NAMES.map((name) => [name, get(name)?.trim() || undefined]);
  const parsed = v.safeParse(Variables, Object.fromEntries(set), { abortPipeEarly: true });
  if (!parsed.success) throw new EnvError(sentenceOf(parsed.issues[0]));
  const is = parsed.output;
  if (is.BACKUP_URL && isStorageOfFiles(is.BACKUP_URL, is.STORAGE_URL, is.DATA_DIR)) {
    throw new EnvError(
      "BACKUP_URL leads to where the portal keeps its files. Name a folder outside DATA_DIR, or another bucket or " +
        "prefix.",
    );
  }
  const problem = originatorProblem(is) ||
    (is.BANK_DETAILS_OLD_KEY && !is.BANK_DETAILS_KEY
      ? "BANK_DETAILS_KEY is not set, but BANK_DETAILS_OLD_KEY is: the old one only reads what it sealed."
      : "");
  if (problem) throw new EnvError(problem);
  return {
    port: is.PORT,
    host: is.HOST,
    publicUrl: is.PUBLIC_URL ?? ownAddress(is.HOST, is.PORT),
    dataDir: is.DATA_DIR,
    databaseUrl: is.DATABASE_URL ?? `file:${is.DATA_DIR.replace(/\/+$/, "")}/harbourline.db`,
    databaseAuthToken: is.DATABASE_AUTH_TOKEN,
    owner: { email: is.OWNER_EMAIL ?? FIRST_OWNER_EMAIL, username: is.OWNER_USERNAME, password: is.OWNER_PASSWORD },
    deviceVerification: is.DEVICE_VERIFICATION === "on",
    secondFactor: is.SECOND_FACTOR === "on",
    secondFactorKey: is.SECOND_FACTOR_KEY,
    resend: is.RESEND_API_KEY ? { apiKey: is.RESEND_API_KEY, baseUrl: is.RESEND_BASE_URL } : null,
    mailFrom: is.MAIL_FROM ?? `${is.LENDER_NAME} <${is.CONTACT_EMAIL ?? "mail@localhost.localdomain"}>`,
    smtpUrl: is.SMTP_URL,
    resendWebhookSecret: is.RESEND_WEBHOOK_SECRET,
    mailPerSecond: is.MAIL_PER_SECOND,
    storageUrl: is.STORAGE_URL,
    backup: is.BACKUP_URL
      ? { url: is.BACKUP_URL, key: is.BACKUP_KEY, everyHours: is.BACKUP_EVERY_HOURS, keep: is.BACKUP_KEEP }
      : null,
    metricsToken: is.METRICS_TOKEN,
    tickToken: is.TICK_TOKEN,
    platform: is.PLATFORM,
    edgePdfReading: is.EDGE_PDF_READING === "on",
    bankDetails: { key: is.BANK_DETAILS_KEY, oldKey: is.BANK_DETAILS_OLD_KEY },
    originator: originatorOf(is, is.LENDER_LEGAL_NAME ?? is.LENDER_NAME),
    eftNextNumber: is.EFT_NEXT_NUMBER ?? 1,
    islandsRuntime: is.ISLANDS_RUNTIME,
    lender: {
      name: is.LENDER_NAME,
      legalName: is.LENDER_LEGAL_NAME,
      licences: is.LENDER_LICENCES,
      address: is.LENDER_ADDRESS,
      phone: is.LENDER_PHONE,
      contactEmail: is.CONTACT_EMAIL,
      payoutInstructions: is.PAYOUT_INSTRUCTIONS,
      links: {
        partners: is.PARTNERS_URL,
        mortgageOffice: is.MORTGAGE_OFFICE_URL,
        propertyMap: is.PROPERTY_MAP_URL,
        soldPrices: is.SOLD_PRICES_URL,
        listings: is.LISTINGS_URL,
        propertyRegistry: is.PROPERTY_REGISTRY_URL,
        valuation: is.VALUATION_URL,
        enforcement: is.ENFORCEMENT_URL,
        scheduleCall: is.SCHEDULE_CALL_URL,
        demoVideos: is.DEMO_VIDEO_URLS,
      },
    },
    licenceLookupUrl: is.LICENCE_LOOKUP_URL,
    licenceRegister: is.LICENCE_REGISTER,
    geoIpDb: is.GEOIP_DB,
    ipKeptMonths: is.IP_KEPT_MONTHS,
    maps: {
      tiles: is.MAP_TILES === undefined ? null : {
        kind: new URL(is.MAP_TILES).pathname.endsWith(".pmtiles") ? "pmtiles" : "raster",
        url: is.MAP_TILES.replaceAll("{key}", encodeURIComponent(is.MAP_TILES_KEY ?? "")),
      },
      attribution: is.MAP_ATTRIBUTION ?? "",
      geocoderUrl: is.GEOCODER_URL,
      marketTrendsUrl: is.MARKET_TRENDS_URL,
    },
    mode: is.HARBOURLINE_MODE,
  };
}
