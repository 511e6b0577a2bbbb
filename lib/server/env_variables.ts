/** The variables of the environment as schemas: what each may be, its default, and what is said of a wrong value. */
import * as v from "valibot";
import { isEmail } from "../domain/accounts/account_rules.ts";
import { DEFAULT_LICENCE_LOOKUP_URL } from "../domain/accounts/licence.ts";
import { BANK_VARIABLES } from "./env_bank.ts";
import { isDatabase, isHost, isSmtp, isStorage } from "./env_addresses.ts";
import { OPERATION_VARIABLES } from "./env_operations.ts";
import { OWNER_VARIABLES } from "./env_owner.ts";

/** What stands after "but must be". A message that is a whole sentence begins with the variable's name. */
const check = <T>(test: (value: T) => boolean, wanted: string) => v.check(test, wanted);

const text = v.optional(v.string());
const textOr = (fallback: string) => v.optional(v.string(), fallback);
const email = v.optional(v.pipe(v.string(), check(isEmail, "an email address")));

/** An address of one of these schemes, without its trailing slash. */
function url(...schemes: string[]) {
  const starts = schemes.map((s) => s === "file:" ? s : `${s}//`).join(" or ");
  const fits = (value: string) => URL.canParse(value) && schemes.includes(new URL(value).protocol);
  return v.pipe(
    v.string(),
    check(fits, `an address that starts with ${starts}`),
    v.transform((value) => value.replace(/\/+$/, "")),
  );
}

const webUrl = url("https:", "http:");
const link = v.optional(webUrl);
const isWeb = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function choice<const T extends readonly string[]>(choices: T, fallback: T[number]) {
  return v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.picklist(choices, `one of: ${choices.join(", ")}`)),
    fallback,
  );
}

/**
 * The portal's own address, as browsers write it. It lives at the top of its host: its links and cookies begin there.
 */
const ownOrigin = v.pipe(
  webUrl,
  check((value) => !new URL(value).username && !new URL(value).password, "an address without user and password"),
  check((value) => {
    const { pathname, search, hash } = new URL(value);
    return pathname === "/" && !search && !hash;
  }, "an address without a path, as the portal needs a host (or port) of its own"),
  v.transform((value) => new URL(value).origin),
);

/** Where the server listens, as an address; a name for all interfaces is of no use in a link. */
export function ownAddress(host: string, port: number): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

const WITHOUT_COMMAS = check(
  (path: string) => !path.includes(","),
  "a path without commas, which part the paths a server may read and write",
);
const path = v.optional(v.pipe(v.string(), WITHOUT_COMMAS));

const listOf = (separator: string) => (value: string) => value.split(separator).map((s) => s.trim()).filter(Boolean);

/** "Title=https://…" pairs, parted by commas; a bare address gets a title of its own. */
function demoVideo(entry: string, i: number): { title: string; url: string } {
  const cut = entry.search(/=https?:/);
  const [title, url] = cut < 0 ? [`Demo ${i + 1}`, entry] : [entry.slice(0, cut), entry.slice(cut + 1)];
  return { title: title.trim(), url: url.trim() };
}

/** True for a web address with each of these names in braces after its host. */
const hasPlace = (...names: string[]) => (value: string): boolean => {
  const filled = names.reduce((url, name) => url.replaceAll(`{${name}}`, "1"), value);
  return isWeb(filled) && names.every((name) => value.includes(`{${name}}`)) &&
    new URL(filled).origin === new URL(value).origin;
};

/** Raster tiles, or one file of tiles. */
const isTiles = (value: string): boolean =>
  hasPlace("z", "x", "y")(value) || (isWeb(value) && new URL(value).pathname.endsWith(".pmtiles"));

/** Each variable by itself. */
const VARIABLES = {
  PORT: v.optional(
    v.pipe(
      v.string(),
      check((value) => /^\d+$/.test(value) && Number(value) <= 65_535, "a port number from 0 to 65535"),
      v.transform(Number),
    ),
    "8000",
  ),
  HOST: v.optional(
    v.pipe(
      v.string(),
      // As the portal itself prints an address of IPv6.
      v.transform((host) => host.replace(/^\[(.*:.*)\]$/, "$1")),
      check(isHost, "an address or a name of this machine"),
    ),
    "127.0.0.1",
  ),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      WITHOUT_COMMAS,
    ),
    "./data",
  ),
  CONTACT_EMAIL: email,
  RESEND_API_KEY: text,
  SMTP_URL: v.optional(v.pipe(
    v.string(),
    check(
      isSmtp,
      "SMTP_URL must be the address of a mail server: smtp://USER:PASSWORD@host:587 or smtps://USER:PASSWORD@host:465, " +
        "with any / ? # @ % of user and password written as %2F %3F %23 %40 %25.",
    ),
  )),
  RESEND_WEBHOOK_SECRET: v.optional(v.pipe(
    v.string(),
    check(
      (value) => /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(value),
      "RESEND_WEBHOOK_SECRET must be the signing secret that Resend shows for the webhook: whsec_ and more.",
    ),
  )),
  MAIL_FROM: v.optional(v.pipe(
    v.string(),
    check(
      (from) => isEmail(/^[^<>\r\n]*<([^<>]*)>$/.exec(from)?.[1] ?? from),
      "an email address, or a name with one: Lender <mail@lender.example>",
    ),
  )),
  MAIL_PER_SECOND: v.optional(
    v.pipe(
      v.string(),
      check(
        (value) => /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) >= 0.1 && Number(value) <= 100,
        "a number from 0.1 to 100",
      ),
      v.transform(Number),
    ),
    "2",
  ),
  ...OWNER_VARIABLES,
  PUBLIC_URL: v.optional(ownOrigin),
  RESEND_BASE_URL: link,
  DATABASE_URL: v.optional(v.pipe(
    url("file:", "http:", "https:", "libsql:", "ws:", "wss:"),
    check(isDatabase, "file: and a path without commas, or a libSQL server's address with its host"),
  )),
  DATABASE_AUTH_TOKEN: text,
  DEVICE_VERIFICATION: choice(["on", "off"], "on"),
  SECOND_FACTOR: choice(["on", "off"], "on"),
  STORAGE_URL: v.optional(v.pipe(
    v.string(),
    check(
      isStorage,
      "STORAGE_URL must hold key, secret and bucket: https://KEY:SECRET@host/bucket?region=ca-central-1, " +
        "with any / ? # @ % of the secret written as %2F %3F %23 %40 %25.",
    ),
    v.transform((value) => value.replace(/\/+$/, "")),
  )),
  ISLANDS_RUNTIME: choice(["preact", "react"], "preact"),
  LENDER_NAME: textOr("Harbourline"),
  LENDER_LEGAL_NAME: text,
  LENDER_LICENCES: v.optional(v.pipe(v.string(), v.transform(listOf(";"))), ""),
  LENDER_ADDRESS: text,
  LENDER_PHONE: text,
  PAYOUT_INSTRUCTIONS: v.optional(v.pipe(v.string(), v.transform(listOf(";"))), ""),
  PARTNERS_URL: link,
  MORTGAGE_OFFICE_URL: link,
  PROPERTY_MAP_URL: link,
  SOLD_PRICES_URL: link,
  LISTINGS_URL: link,
  PROPERTY_REGISTRY_URL: link,
  VALUATION_URL: link,
  ENFORCEMENT_URL: link,
  SCHEDULE_CALL_URL: link,
  DEMO_VIDEO_URLS: v.optional(
    v.pipe(
      v.string(),
      v.transform(listOf(",")),
      v.array(v.pipe(
        v.string(),
        check(
          (entry) => isWeb(demoVideo(entry, 0).url),
          "a list of web addresses parted by commas, each with a title before it if you like (Title=https://…)",
        ),
      )),
      v.transform((entries) => entries.map(demoVideo)),
    ),
    "",
  ),
  LICENCE_LOOKUP_URL: v.optional(
    v.pipe(
      v.string(),
      check(
        (value) => value.includes("{license}") && isWeb(value.replace("{license}", "M1")),
        "a web address with {license} where the number goes",
      ),
    ),
    DEFAULT_LICENCE_LOOKUP_URL,
  ),
  LICENCE_REGISTER: path,
  GEOIP_DB: path,
  IP_KEPT_MONTHS: v.optional(
    v.pipe(
      v.string(),
      check((value) => /^[1-9]\d?$/.test(value), "a number of months from 1 to 99"),
      v.transform(Number),
    ),
    "13",
  ),
  MAP_TILES: v.optional(v.pipe(
    v.string(),
    check(isTiles, "a web address with {z}, {x} and {y} where a tile's place goes, or one that ends in .pmtiles"),
  )),
  MAP_TILES_KEY: text,
  MAP_ATTRIBUTION: text,
  GEOCODER_URL: v.optional(v.pipe(v.string(), check(hasPlace("q"), "a web address with {q} where the address goes"))),
  MARKET_TRENDS_URL: v.optional(
    v.pipe(v.string(), check(hasPlace("region"), "a web address with {region} where the region's name goes")),
  ),
  ...OPERATION_VARIABLES,
  ...BANK_VARIABLES,
  HARBOURLINE_MODE: choice(["production", "demo", "dev"], "production"),
};

/** The names of all variables. */
export const NAMES = Object.keys(VARIABLES);

/** All variables together: texts that are set, undefined where one is not. */
export const Variables = v.pipe(
  v.object(VARIABLES),
  v.forward(
    v.partialCheck(
      [["RESEND_API_KEY"], ["MAIL_FROM"]],
      ({ RESEND_API_KEY, MAIL_FROM }) => !RESEND_API_KEY || !!MAIL_FROM,
      "MAIL_FROM is not set, but RESEND_API_KEY is: mail needs a sender address that Resend has verified.",
    ),
    ["MAIL_FROM"],
  ),
  v.forward(
    v.partialCheck(
      [["SMTP_URL"], ["MAIL_FROM"]],
      ({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || !!MAIL_FROM,
      "MAIL_FROM is not set, but SMTP_URL is: mail needs a sender address that this mail server sends for.",
    ),
    ["MAIL_FROM"],
  ),
  v.forward(
    v.partialCheck(
      [["SMTP_URL"], ["RESEND_API_KEY"]],
      ({ SMTP_URL, RESEND_API_KEY }) => !SMTP_URL || !RESEND_API_KEY,
      "SMTP_URL is set, but RESEND_API_KEY is too: mail leaves through one of them. Take one out.",
    ),
    ["SMTP_URL"],
  ),
  v.forward(
    v.partialCheck(
      [["MAP_TILES"], ["MAP_TILES_KEY"]],
      ({ MAP_TILES, MAP_TILES_KEY }) => !!MAP_TILES?.includes("{key}") === !!MAP_TILES_KEY,
      "MAP_TILES_KEY must be set where MAP_TILES has {key} in it, and only there.",
    ),
    ["MAP_TILES_KEY"],
  ),
  v.forward(
    v.partialCheck(
      [["MAP_TILES"], ["GEOCODER_URL"], ["MAP_ATTRIBUTION"]],
      ({ MAP_TILES, GEOCODER_URL, MAP_ATTRIBUTION }) => !!MAP_ATTRIBUTION || (!MAP_TILES && !GEOCODER_URL),
      "MAP_ATTRIBUTION is not set, but MAP_TILES or GEOCODER_URL is: the map must say whose tiles and addresses it shows.",
    ),
    ["MAP_ATTRIBUTION"],
  ),
  v.forward(
    v.partialCheck(
      [["HARBOURLINE_MODE"], ["PUBLIC_URL"]],
      ({ HARBOURLINE_MODE, PUBLIC_URL }) => HARBOURLINE_MODE === "production" || !PUBLIC_URL?.startsWith("https:"),
      "HARBOURLINE_MODE must be production where PUBLIC_URL is https: any other shows every mail to anybody.",
    ),
    ["HARBOURLINE_MODE"],
  ),
);
