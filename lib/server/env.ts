/** The environment, read once at start. A wrong value stops the start with one sentence that names it. */
import type { Lender } from "../domain/lender.ts";
import { isEmail, isStrongPassword, MESSAGES, USERNAME_MIN } from "../domain/account_rules.ts";
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

function reader(get: Source) {
  const text = (name: string) => get(name)?.trim() || undefined;
  return {
    text,
    url(name: string, schemes: string[]): string | undefined {
      const value = text(name);
      if (value === undefined) return undefined;
      const ok = URL.canParse(value) && schemes.includes(new URL(value).protocol);
      if (!ok) wrong(name, value, `an address that starts with ${schemes.map((s) => `${s}//`).join(" or ")}`);
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

/** Reads and checks the environment. Throws EnvError with one clear sentence. */
export function readEnv(get: Source = (name) => Deno.env.get(name)): Env {
  const read = reader(get);
  const web = ["https:", "http:"];
  const portText = read.text("PORT") ?? "8000";
  const port = Number(portText);
  if (!/^\d+$/.test(portText) || port > 65_535) wrong("PORT", portText, "a port number from 0 to 65535");
  const host = read.text("HOST") ?? "127.0.0.1";
  const dataDir = read.text("DATA_DIR") ?? "./data";
  const name = read.text("LENDER_NAME") ?? "Harbourline";
  const contactEmail = read.email("CONTACT_EMAIL") ?? "contact@localhost.localdomain";
  const apiKey = read.text("RESEND_API_KEY");
  const mailFrom = read.text("MAIL_FROM");
  if (apiKey && !mailFrom) {
    throw new EnvError(
      "MAIL_FROM is not set, but RESEND_API_KEY is: mail needs a sender address that Resend has verified.",
    );
  }
  if (mailFrom && !/^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(mailFrom)) {
    wrong("MAIL_FROM", mailFrom, "an email address, or a name with one: Lender <mail@lender.example>");
  }
  const ownerUsername = read.text("OWNER_USERNAME") ?? "firstowner";
  if (ownerUsername.length < USERNAME_MIN || /\s/.test(ownerUsername)) {
    wrong("OWNER_USERNAME", ownerUsername, `at least ${USERNAME_MIN} characters without spaces`);
  }
  const ownerPassword = read.text("OWNER_PASSWORD");
  if (ownerPassword !== undefined && !isStrongPassword(ownerPassword)) {
    throw new EnvError(`OWNER_PASSWORD breaks the password rule. ${MESSAGES.password}.`);
  }
  const link = (variable: string) => read.url(variable, web);
  return {
    port,
    host,
    publicUrl: read.url("PUBLIC_URL", web) ??
      `http://${host === "0.0.0.0" || host === "::" ? "localhost" : host}:${port}`,
    dataDir,
    databaseUrl: read.url("DATABASE_URL", ["file:", "http:", "https:", "libsql:", "ws:", "wss:"]) ??
      `file:${dataDir.replace(/\/+$/, "")}/harbourline.db`,
    databaseAuthToken: read.text("DATABASE_AUTH_TOKEN"),
    owner: {
      email: read.email("OWNER_EMAIL") ?? "owner@localhost.localdomain",
      username: ownerUsername,
      password: ownerPassword,
    },
    deviceVerification: read.choice("DEVICE_VERIFICATION", ["on", "off"], "on") === "on",
    resend: apiKey ? { apiKey, baseUrl: read.url("RESEND_BASE_URL", web) } : null,
    mailFrom: mailFrom ?? `${name} <${contactEmail}>`,
    storageUrl: read.url("STORAGE_URL", web),
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
  if (!url.includes("{license}") || !/^https?:/.test(url)) {
    wrong("LICENCE_LOOKUP_URL", url, "a web address with {license} where the number goes");
  }
  return url;
}
