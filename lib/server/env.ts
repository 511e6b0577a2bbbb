/** The environment, read once at start. A wrong value stops the start with one sentence that names it. */
import type { Lender } from "../domain/lender.ts";
import { isEmail, PASSWORD_MIN, USERNAME_MIN } from "../domain/account_rules.ts";
import { DEFAULT_LICENCE_LOOKUP_URL } from "../domain/licence.ts";

export type IslandsRuntime = "preact" | "react";

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
  resend: { apiKey: string; baseUrl: string | undefined } | null;
  mailFrom: string;
  storageUrl: string | undefined;
  islandsRuntime: IslandsRuntime;
  lender: Lender;
  licenceLookupUrl: string;
  licenceRegister: string | undefined;
  /** Set by the tasks. `dev` and `demo` also show the kept mails at /dev/mail. */
  mode: "production" | "demo" | "dev";
}

/** A value of the environment that cannot be used. Its message is the whole sentence shown to the operator. */
export class EnvError extends Error {
  override name = "EnvError";
}

type Source = (name: string) => string | undefined;

const wrong = (name: string, value: string, wanted: string): never => {
  throw new EnvError(`${name} is "${value}", but must be ${wanted}.`);
};

/** An address without the key, password or token that may stand in it: the sentence ends up in logs. */
const withoutSecrets = (address: string): string => address.replace(/\/\/.*@/, "//…@").replace(/\?.*/, "?…");

function reader(get: Source) {
  const text = (name: string) => get(name)?.trim() || undefined;
  return {
    text,
    url(name: string, schemes: string[]): string | undefined {
      const value = text(name);
      if (value === undefined) return undefined;
      const ok = URL.canParse(value) && schemes.includes(new URL(value).protocol);
      if (!ok) {
        const starts = schemes.map((s) => s === "file:" ? s : `${s}//`).join(" or ");
        const wanted = `an address that starts with ${starts}`;
        wrong(name, withoutSecrets(value), wanted);
      }
      return value.replace(/\/+$/, "");
    },
    email(name: string): string | undefined {
      const value = text(name);
      if (value !== undefined && !isEmail(value)) wrong(name, value, "an email address");
      return value;
    },
    choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
      const value = text(name)?.toLowerCase();
      if (value === undefined) return fallback;
      if (!choices.includes(value as T)) wrong(name, value, `one of: ${choices.join(", ")}`);
      return value as T;
    },
  };
}

/** The portal's own address, as browsers write it. It lives at the top of its host: its links and cookies begin there. */
function origin(name: string, value: string): string {
  const { origin, pathname, search, hash, username } = new URL(value);
  if (pathname !== "/" || search || hash || username) {
    wrong(name, value, "an address without a path, as the portal needs a host (or port) of its own");
  }
  return origin;
}

/** Where the server listens, as an address; a name for all interfaces is of no use in a link. */
function ownAddress(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  if (!URL.canParse(`http://${name}:${port}`)) wrong("HOST", host, "an address or a name of this machine");
  return `http://${name}:${port}`;
}

/** The whole address of an object storage. Keys have characters in them that an address must write otherwise. */
function storage(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : null;
  const whole = url && /^https?:$/.test(url.protocol) && url.username && url.password && url.pathname.length > 1;
  if (!whole || !canDecode(url.username) || !canDecode(url.password)) {
    throw new EnvError(
      "STORAGE_URL must hold key, secret and bucket: https://KEY:SECRET@host/bucket?region=ca-central-1, " +
        "with any / ? # @ % of the secret written as %2F %3F %23 %40 %25.",
    );
  }
  return value.replace(/\/+$/, "");
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** "Title=https://…" pairs, parted by commas; a bare address gets a title of its own. */
function demoVideos(value: string | undefined): Lender["links"]["demoVideos"] {
  return (value ?? "").split(",").map((s) => s.trim()).filter(Boolean).map((entry, i) => {
    const cut = entry.search(/=https?:/);
    const [title, url] = cut < 0 ? [`Demo ${i + 1}`, entry] : [entry.slice(0, cut).trim(), entry.slice(cut + 1).trim()];
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
      wrong(
        "DEMO_VIDEO_URLS",
        entry,
        "a list of web addresses parted by commas, each with a title before it if you like (Title=https://…)",
      );
    }
    return { title, url };
  });
}

/** The first owner's username (decisions, "Sign-in, devices, recovery"): the one that may be shorter than others. */
const FIRST_OWNER = "owner";
const FIRST_OWNER_EMAIL = "owner@localhost.localdomain";

/** What is allowed but hardly meant, a sentence each, for the operator to read at the start. */
export function warnings(env: Env): string[] {
  if (!env.resend) return [];
  const found: string[] = [];
  if (!env.lender.contactEmail) {
    found.push(
      "CONTACT_EMAIL is not set, but RESEND_API_KEY is: account requests and new loans are announced to nobody.",
    );
  }
  if (env.deviceVerification && env.owner.email === FIRST_OWNER_EMAIL) {
    found.push(
      `OWNER_EMAIL is not set, but RESEND_API_KEY is: a first owner's sign-in codes are mailed to ${FIRST_OWNER_EMAIL}. ` +
        "Where that account is already made, start once with DEVICE_VERIFICATION=off and change its email.",
    );
  }
  return found;
}

/** Reads and checks the environment. Throws EnvError with one clear sentence. */
export function readEnv(get: Source = (name) => Deno.env.get(name)): Env {
  const read = reader(get);
  const web = ["https:", "http:"];
  const portText = read.text("PORT") ?? "8000";
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65_535) wrong("PORT", portText, "a port number from 0 to 65535");
  const host = read.text("HOST") ?? "127.0.0.1";
  const dataDir = read.text("DATA_DIR") ?? "./data";
  if (dataDir.includes(",")) {
    wrong("DATA_DIR", dataDir, "a path without commas, which part the paths a server may write");
  }
  const name = read.text("LENDER_NAME") ?? "Harbourline";
  const contactEmail = read.email("CONTACT_EMAIL");
  const ownerEmail = read.email("OWNER_EMAIL");
  const apiKey = read.text("RESEND_API_KEY");
  const mailFrom = read.text("MAIL_FROM");
  if (apiKey && !mailFrom) {
    throw new EnvError(
      "MAIL_FROM is not set, but RESEND_API_KEY is: mail needs a sender address that Resend has verified.",
    );
  }
  if (mailFrom && !isEmail(/^[^<>\r\n]*<([^<>]*)>$/.exec(mailFrom)?.[1] ?? mailFrom)) {
    wrong("MAIL_FROM", mailFrom, "an email address, or a name with one: Lender <mail@lender.example>");
  }
  const ownerUsername = read.text("OWNER_USERNAME") ?? FIRST_OWNER;
  if (ownerUsername !== FIRST_OWNER && (ownerUsername.length < USERNAME_MIN || /\s/.test(ownerUsername))) {
    wrong("OWNER_USERNAME", ownerUsername, `at least ${USERNAME_MIN} characters without spaces`);
  }
  const ownerPassword = read.text("OWNER_PASSWORD");
  if (ownerPassword !== undefined && ownerPassword.length < PASSWORD_MIN) {
    throw new EnvError(`OWNER_PASSWORD is too short: it must have at least ${PASSWORD_MIN} characters.`);
  }
  const link = (variable: string) => read.url(variable, web);
  const address = ownAddress(host, port);
  const publicUrl = read.url("PUBLIC_URL", web);
  const resendUrl = read.url("RESEND_BASE_URL", web);
  return {
    port,
    host,
    publicUrl: publicUrl ? origin("PUBLIC_URL", publicUrl) : address,
    dataDir,
    databaseUrl: read.url("DATABASE_URL", ["file:", "http:", "https:", "libsql:", "ws:", "wss:"]) ??
      `file:${dataDir.replace(/\/+$/, "")}/harbourline.db`,
    databaseAuthToken: read.text("DATABASE_AUTH_TOKEN"),
    owner: {
      email: ownerEmail ?? FIRST_OWNER_EMAIL,
      username: ownerUsername,
      password: ownerPassword,
    },
    deviceVerification: read.choice("DEVICE_VERIFICATION", ["on", "off"], "on") === "on",
    resend: apiKey ? { apiKey, baseUrl: resendUrl } : null,
    mailFrom: mailFrom ?? `${name} <${contactEmail ?? "mail@localhost.localdomain"}>`,
    storageUrl: storage(read.text("STORAGE_URL")),
    islandsRuntime: read.choice("ISLANDS_RUNTIME", ["preact", "react"], "preact"),
    lender: {
      name,
      legalName: read.text("LENDER_LEGAL_NAME"),
      licences: (read.text("LENDER_LICENCES") ?? "").split(";").map((s) => s.trim()).filter(Boolean),
      address: read.text("LENDER_ADDRESS"),
      phone: read.text("LENDER_PHONE"),
      contactEmail,
      links: {
        partners: link("PARTNERS_URL"),
        mortgageOffice: link("MORTGAGE_OFFICE_URL"),
        propertyMap: link("PROPERTY_MAP_URL"),
        soldPrices: link("SOLD_PRICES_URL"),
        listings: link("LISTINGS_URL"),
        propertyRegistry: link("PROPERTY_REGISTRY_URL"),
        valuation: link("VALUATION_URL"),
        enforcement: link("ENFORCEMENT_URL"),
        scheduleCall: link("SCHEDULE_CALL_URL"),
        demoVideos: demoVideos(read.text("DEMO_VIDEO_URLS")),
      },
    },
    licenceLookupUrl: licenceLookup(read.text("LICENCE_LOOKUP_URL")),
    licenceRegister: read.text("LICENCE_REGISTER"),
    mode: read.choice("HARBOURLINE_MODE", ["production", "demo", "dev"], "production"),
  };
}

function licenceLookup(value: string | undefined): string {
  const url = value ?? DEFAULT_LICENCE_LOOKUP_URL;
  if (!url.includes("{license}") || !/^https?:/.test(url) || !URL.canParse(url.replace("{license}", "M1"))) {
    wrong("LICENCE_LOOKUP_URL", url, "a web address with {license} where the number goes");
  }
  return url;
}
