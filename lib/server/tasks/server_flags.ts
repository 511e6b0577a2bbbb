/** The permissions of the server's process: those that one configuration needs, and no more. */
import { readdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { databasePath } from "../../../db/database_path.ts";
import type { Env } from "../env.ts";
import { NAMES } from "../env_variables.ts";
import { LINK_SERVICE_VARIABLE } from "../mail/link_service.ts";
import { LAUNCHER_VARIABLE } from "./parent_process.ts";

const PACKAGES = new URL("../../../node_modules/.deno/", import.meta.url);
/** Variables already set take precedence over the file's. The server itself may not read the file. */
export const DOT_ENV = fileURLToPath(new URL("../../../.env", import.meta.url));

/**
 * Request objects die young. One thread collects 16 MB of them in less CPU time than several do 4 MB: a loan's page
 * 6.3 ms instead of 8.2, a quote 67 us instead of 73, in as much memory. The old ones' heap grows by half before it is
 * collected, else to several times: 215 MB instead of 280 in four minutes of 100 people, in as much CPU time.
 */
const V8_FLAGS = "--max-semi-space-size=16,--no-parallel-scavenge,--heap-growing-percent=50";

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "ws:": 80 };

/** Host and port of an address; 443 where neither the address nor its scheme names another. */
function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (DEFAULT_PORTS[protocol] ?? 443)}`;
}

/**
 * The hosts that this configuration listens on and calls, `links` among them. Null with SMTP: a mail server is reached
 * by the address that its name has.
 */
function hosts(env: Env, links: string[]): string[] | null {
  if (env.smtpUrl) return null;
  const called = [
    ...env.databaseUrl.startsWith("file:") ? [] : [env.databaseUrl],
    ...env.storageUrl ? [env.storageUrl] : [],
    ...env.backup && !env.backup.url.startsWith("file:") ? [env.backup.url] : [],
    ...env.resend ? [env.resend.baseUrl ?? "https://api.resend.com"] : [],
    ...links,
  ];
  const own = env.host.includes(":") ? `[${env.host}]` : env.host;
  return [`${own}:${env.port}`, ...called.map(hostAndPort)];
}

/** The folders of the two packages with native code, libsql and argon2, as this platform has them. */
function nativePackages(): string[] {
  const native = /^@(libsql\+(darwin|linux|win32)|node-rs\+argon2-)/;
  return readdirSync(PACKAGES).filter((name) => native.test(name)).map((name) => `node_modules/.deno/${name}`);
}

/** Nothing that is not here is fetched: `import()` may ask several hosts, whatever --allow-net says. */
const NO_FETCHING = ["--no-remote", "--cached-only"];

/** What packages ask the system for: libsql its processors, mail its host name, uploads and copies the free space. */
const SYSTEM = ["cpus", "hostname", "networkInterfaces", "statfs"];

/**
 * Deno flags for one configuration: read the project without `.env`, write the data folder, reach the services that are
 * set up, read the portal's own variables, load two native packages, run no programs. `links` is the address of the
 * process that asks the sites of links, where there is one.
 */
export function serverFlags(env: Env, links?: string): string[] {
  const databaseFolder = env.databaseUrl.startsWith("file:") ? dirname(databasePath(env.databaseUrl)) : undefined;
  const backupFolder = env.backup?.url.startsWith("file:") ? databasePath(env.backup.url) : undefined;
  const write = [
    env.dataDir,
    ...(databaseFolder && databaseFolder !== resolve(env.dataDir) ? [databaseFolder] : []),
    ...(backupFolder ? [backupFolder] : []),
  ];
  const read = [".", ...write, ...[env.licenceRegister, env.geoIpDb].filter((path) => path !== undefined)];
  const net = hosts(env, links ? [links] : []);
  return [
    `--v8-flags=${V8_FLAGS}`,
    "--no-prompt",
    ...NO_FETCHING,
    net ? `--allow-net=${net.join(",")}` : "--allow-net",
    `--allow-env=${[...NAMES, "NODE_ENV", LAUNCHER_VARIABLE, LINK_SERVICE_VARIABLE].join(",")}`,
    // Packages ask for variables of their own, and find them unset.
    "--ignore-env",
    `--allow-ffi=${nativePackages().join(",")}`,
    `--allow-sys=${SYSTEM.join(",")}`,
    `--allow-read=${read.join(",")}`,
    `--deny-read=${DOT_ENV}`,
    `--allow-write=${write.join(",")}`,
  ];
}
