/** The environment: defaults as the README's table says, and one clear sentence for each wrong value. */
import assert from "node:assert/strict";
import { mapHosts, marketTrends, withTilesFile } from "../../../lib/domain/places/map_services.ts";
import { readEnv, warnings } from "../../../lib/server/env.ts";
import { EnvError } from "../../../lib/server/operator_errors.ts";

const read = (values: Record<string, string> = {}) => readEnv((name) => values[name]);

Deno.test("without a single variable the portal runs on this machine alone", () => {
  const env = read();
  assert.equal(env.port, 8000);
  assert.equal(env.host, "127.0.0.1");
  assert.equal(env.publicUrl, "http://127.0.0.1:8000");
  assert.equal(env.dataDir, "./data");
  assert.equal(env.databaseUrl, "file:./data/harbourline.db");
  assert.equal(env.deviceVerification, true);
  assert.equal(env.resend, null);
  assert.equal(env.islandsRuntime, "preact");
  assert.equal(env.owner.username, "owner");
  assert.equal(env.mode, "production");
  assert.match(env.licenceLookupUrl, /\{license\}/);
});

Deno.test("the database goes where the data folder is", () => {
  assert.equal(read({ DATA_DIR: "/srv/portal/" }).databaseUrl, "file:/srv/portal/harbourline.db");
  assert.equal(read({ DATABASE_URL: "http://127.0.0.1:8080" }).databaseUrl, "http://127.0.0.1:8080");
});

Deno.test("addresses lose their trailing slash, lists are split", () => {
  const env = read({
    PUBLIC_URL: "https://portal.lender.example/",
    DEMO_VIDEO_URLS: "Price a loan=https://video.example/1, https://video.example/2",
    LENDER_LICENCES: "Mortgage brokerage licence 12345; Mortgage administrator licence 54321",
  });
  assert.equal(env.publicUrl, "https://portal.lender.example");
  assert.deepEqual(env.lender.links.demoVideos, [
    { title: "Price a loan", url: "https://video.example/1" },
    { title: "Demo 2", url: "https://video.example/2" },
  ]);
  assert.equal(env.lender.licences.length, 2);
});

const WRONG: [Record<string, string>, RegExp][] = [
  [{ PORT: "eighty" }, /^PORT is "eighty", but must be a port number/],
  [{ PORT: "70000" }, /^PORT is "70000"/],
  [{ DATABASE_URL: "mysql://db" }, /^DATABASE_URL is "mysql:\/\/db", .* starts with file: or http:\/\/ or /],
  [{ PUBLIC_URL: "portal.lender.example" }, /^PUBLIC_URL is .* must be an address that starts with https:\/\//],
  [{ PUBLIC_URL: "javascript:alert(1)" }, /^PUBLIC_URL/],
  ...["libsql://", "file:/srv/a,b/x.db", "file:/srv/%zz/x.db"].map((
    DATABASE_URL,
  ): [Record<string, string>, RegExp] => [{ DATABASE_URL }, /^DATABASE_URL is .* must be file: and a path without/]),
  [{ LICENCE_REGISTER: "/srv/a,b.csv" }, /^LICENCE_REGISTER is .* must be a path without commas/],
  [{ GEOIP_DB: "/srv/a,b.mmdb" }, /^GEOIP_DB is .* must be a path without commas/],
  [{ DATABASE_URL: "postgres://x" }, /^DATABASE_URL is "postgres:\/\/x"/],
  [{ DEVICE_VERIFICATION: "maybe" }, /^DEVICE_VERIFICATION is "maybe", but must be one of: on, off/],
  [{ ISLANDS_RUNTIME: "vue" }, /^ISLANDS_RUNTIME is "vue", but must be one of: preact, react/],
  [{ OWNER_EMAIL: "owner" }, /^OWNER_EMAIL is "owner", but must be an email address/],
  [{ CONTACT_EMAIL: "a b@c.d" }, /^CONTACT_EMAIL/],
  [{ OWNER_EMAIL: "owner@lender" }, /^OWNER_EMAIL/],
  [{ OWNER_USERNAME: "the owner" }, /^OWNER_USERNAME/],
  [{ OWNER_USERNAME: "staff" }, /^OWNER_USERNAME is "staff", but must be 6 to 100 characters/],
  [{ OWNER_PASSWORD: "feeble1" }, /^OWNER_PASSWORD is too short(?!.*feeble1)/],
  ...["demo", "dev"].map((mode): [Record<string, string>, RegExp] => [
    { HARBOURLINE_MODE: mode, PUBLIC_URL: "https://portal.lender.example" },
    /^HARBOURLINE_MODE must be production where PUBLIC_URL is https/,
  ]),
  [{ RESEND_API_KEY: "re_1" }, /^MAIL_FROM is not set/],
  [{ MAIL_FROM: "Lender" }, /^MAIL_FROM is "Lender"/],
  [{ RESEND_WEBHOOK_SECRET: "secret" }, /^RESEND_WEBHOOK_SECRET (?!.*"secret")/],
  [{ SMTP_URL: "smtp://mail.example" }, /^MAIL_FROM is not set, but SMTP_URL is/],
  [
    { SMTP_URL: "smtp://mail.example", RESEND_API_KEY: "re_1", MAIL_FROM: "mail@lender.example" },
    /^SMTP_URL is set, but RESEND_API_KEY is too/,
  ],
  [{ SMTP_URL: "https://u:secret@mail.example" }, /^SMTP_URL must be the address of a mail server(?!.*secret)/],
  [{ SMTP_URL: "smtp://onlyuser@mail.example" }, /^SMTP_URL must be/],
  [{ SMTP_URL: "smtp://u:%zz@mail.example" }, /^SMTP_URL must be/],
  [{ MAIL_PER_SECOND: "0" }, /^MAIL_PER_SECOND is "0", but must be a number from 0.1 to 100/],
  [{ MAIL_PER_SECOND: "1e9" }, /^MAIL_PER_SECOND is "1e9"/],
  [{ RESEND_BASE_URL: "resend" }, /^RESEND_BASE_URL is "resend"/],
  [{ MAIL_FROM: "Lender <mail>" }, /^MAIL_FROM is "Lender <mail>"/],
  ...["999.1.1.1", "x@y", "a/b", "a?b", "a#b", "a\\b", "a:b", "[::1", "[127.0.0.1]", "a\tb"]
    .map((HOST): [Record<string, string>, RegExp] => [{ HOST }, /^HOST is "[^"]+", but must be an address or a name/]),
  [{ OWNER_PASSWORD: "x".repeat(201) }, /^OWNER_PASSWORD is too long: it must have at most 200 characters\.$/],
  [{ OWNER_USERNAME: "x".repeat(101) }, /^OWNER_USERNAME is .* must be 6 to 100 characters without spaces/],
  ...[" Correct1Horse", "Correct1Horse ", "Correct1Horse\n"]
    .map((
      OWNER_PASSWORD,
    ): [Record<string, string>, RegExp] => [
      { OWNER_PASSWORD },
      /^OWNER_PASSWORD begins or ends with a space or a line break(?!.*Horse)/,
    ]),
  [{ PUBLIC_URL: "https://:hunter2@lender.example" }, /^PUBLIC_URL is .* without user and password(?!.*hunter2)/],
  [{ PUBLIC_URL: "https://me@lender.example" }, /^PUBLIC_URL is .* without user and password/],
  [{ DATA_DIR: "/srv/a,b" }, /^DATA_DIR is "\/srv\/a,b"/],
  [{ PUBLIC_URL: "https://lender.example/portal" }, /^PUBLIC_URL is .* must be an address without a path/],
  [{ PUBLIC_URL: "https://lender.example/?from=mail" }, /^PUBLIC_URL is .* must be an address without a path/],
  [{ LICENCE_LOOKUP_URL: "https:// {license}" }, /^LICENCE_LOOKUP_URL/],
  ...["s3", "https://host.example/b", "https://KEY@host.example/b", "https://KEY:SECRET@host.example/", "ftp://K:S@h/b"]
    .map((url): [Record<string, string>, RegExp] => [{ STORAGE_URL: url }, /^STORAGE_URL must hold key, secret and/]),
  [{ LICENCE_LOOKUP_URL: "https://register.example/" }, /^LICENCE_LOOKUP_URL .*\{license\}/],
  ...["/srv/backups", "file:", "https://host.example/b", "file:/srv/a,b", "file:/srv/%zz"]
    .map((url): [Record<string, string>, RegExp] => [{ BACKUP_URL: url }, /^BACKUP_URL must be a folder/]),
  [{ BACKUP_KEY: "hunter2" }, /^BACKUP_KEY must be 32 random bytes in base64(?!.*hunter2)/],
  [{ BANK_DETAILS_KEY: "hunter2" }, /^BANK_DETAILS_KEY must be 32 random bytes in base64(?!.*hunter2)/],
  [{ BANK_DETAILS_OLD_KEY: "hunter2" }, /^BANK_DETAILS_OLD_KEY must be 32 random bytes in base64(?!.*hunter2)/],
  [{ BANK_DETAILS_OLD_KEY: btoa("k".repeat(32)) }, /^BANK_DETAILS_KEY is not set, but BANK_DETAILS_OLD_KEY is/],
  [{ EFT_ORIGINATOR_ID: "12-34" }, /^EFT_ORIGINATOR_ID is "12-34", but must be up to 10 letters and digits/],
  [{ EFT_DATA_CENTRE: "16" }, /^EFT_DATA_CENTRE is "16", but must be five digits/],
  [{ EFT_NEXT_NUMBER: "0" }, /^EFT_NEXT_NUMBER is "0", but must be a number from 1 to 9999/],
  [{ EFT_NEXT_NUMBER: "10000" }, /^EFT_NEXT_NUMBER is "10000"/],
  [{ EFT_SHORT_NAME: "A name of sixteen" }, /^EFT_SHORT_NAME is .* up to 15 characters/],
  [{ EFT_RETURN_ACCOUNT: "7654321" }, /^EFT_RETURN_ACCOUNT must be institution, transit(?!.*7654321)/],
  [{ EFT_ORIGINATOR_ID: "1234567890" }, /^EFT_DATA_CENTRE is not set, but EFT_ORIGINATOR_ID is/],
  [{ BACKUP_EVERY_HOURS: "0" }, /^BACKUP_EVERY_HOURS is "0", but must be a whole number from 1 to 168/],
  [{ METRICS_TOKEN: "hunter2" }, /^METRICS_TOKEN must be at least 24 letters(?!.*hunter2)/],
  [{ BACKUP_KEEP: "all" }, /^BACKUP_KEEP is "all", but must be a whole number from 1 to 1000/],
  [{ PARTNERS_URL: "partners" }, /^PARTNERS_URL/],
  [{ SCHEDULE_CALL_URL: "ftp://x.example" }, /^SCHEDULE_CALL_URL/],
  [{ MAP_TILES: "https://tiles.example/" }, /^MAP_TILES is .* with \{z\}, \{x\} and \{y\}/],
  [{ MAP_TILES: "map.pmtiles" }, /^MAP_TILES is "map.pmtiles"/],
  [{ MAP_TILES: "https://{z}.tiles.example/{x}/{y}" }, /^MAP_TILES/],
  [{ MAP_TILES: "https://tiles.example/{z}/{x}/{y}" }, /^MAP_ATTRIBUTION is not set/],
  [{ MAP_TILES: "https://tiles.example/{z}/{x}/{y}?key={key}", MAP_ATTRIBUTION: "T" }, /^MAP_TILES_KEY must be set/],
  [{ MAP_TILES_KEY: "k" }, /^MAP_TILES_KEY must be set where MAP_TILES has \{key\} in it, and only there\.$/],
  [{ GEOCODER_URL: "https://geo.example/search", MAP_ATTRIBUTION: "T" }, /^GEOCODER_URL .*\{q\}/],
  [{ GEOCODER_URL: "https://geo.example/search?q={q}" }, /^MAP_ATTRIBUTION is not set/],
  [{ MARKET_TRENDS_URL: "https://trends.example/" }, /^MARKET_TRENDS_URL .*\{region\}/],
  [{ MARKET_TRENDS_URL: "https://{region}.trends.example/" }, /^MARKET_TRENDS_URL/],
  [{ DEMO_VIDEO_URLS: "video" }, /^DEMO_VIDEO_URLS is "video"/],
];

for (const [values, sentence] of WRONG) {
  Deno.test(`a wrong ${Object.keys(values)[0]} is named: ${Object.values(values)[0]}`, () => {
    assert.throws(() => read(values), (error: Error) => {
      assert.ok(error instanceof EnvError);
      assert.match(error.message, sentence);
      assert.ok(!error.message.includes("\n"), "one sentence");
      return true;
    });
  });
}

Deno.test("the sentence about an address has none of the secrets in it", () => {
  const secret = /hunter2|tok3n/;
  for (
    const values of [
      { STORAGE_URL: "https://KEY:hunter2/x@host.example/bucket" },
      { STORAGE_URL: "https://KEY:hunter2%ZZ@host.example/bucket" },
      { DATABASE_URL: "postgres://user:hunter2@host.example/db?authToken=tok3n" },
    ] as Record<string, string>[]
  ) assert.throws(() => read(values), (error: Error) => error instanceof EnvError && !secret.test(error.message));
});

Deno.test("addresses are normalised as browsers do", () => {
  assert.equal(read({ PUBLIC_URL: "HTTPS://Portal.Lender.example:443/" }).publicUrl, "https://portal.lender.example");
  assert.equal(read({ HOST: "::1", PORT: "80" }).publicUrl, "http://[::1]:80");
  assert.equal(read({ HOST: "[::1]" }).host, "::1", "as the portal itself prints it");
  assert.equal(read({ HOST: "::" }).publicUrl, "http://localhost:8000");
  const storage = "https://KEY:a%2Fb+c@host.example/bucket?region=ca-central-1";
  assert.equal(read({ STORAGE_URL: storage }).storageUrl, storage);
});

Deno.test("the map's services are those that are set, with the tiles' key filled in", () => {
  assert.deepEqual(read().maps, {
    tiles: null,
    attribution: "",
    geocoderUrl: undefined,
    marketTrendsUrl: undefined,
  });
  const tiles = "https://tiles.example:8443/{z}/{x}/{y}.png?key={key}";
  const { maps } = read({ MAP_TILES: tiles, MAP_TILES_KEY: "a b", MAP_ATTRIBUTION: "© Tiles" });
  assert.deepEqual(maps.tiles, { kind: "raster", url: "https://tiles.example:8443/{z}/{x}/{y}.png?key=a%20b" });
  assert.deepEqual(mapHosts(maps), { images: ["https://tiles.example:8443"], data: ["https://tiles.example:8443"] });
});

Deno.test("the policy's hosts are those of the tiles and of the geocoder, and of nothing else", () => {
  const file = read({
    MAP_TILES: "https://tiles.example/on.pmtiles",
    GEOCODER_URL: "https://geo.example/search?q={q}",
    MARKET_TRENDS_URL: "https://trends.example/{region}",
    MAP_ATTRIBUTION: "© T",
  }).maps;
  assert.equal(file.tiles?.kind, "pmtiles");
  assert.deepEqual(mapHosts(file), { images: [], data: ["https://tiles.example", "https://geo.example"] });
  assert.equal(marketTrends(file, "St. Catharines"), "https://trends.example/St.%20Catharines");
  const own = withTilesFile(read().maps);
  assert.deepEqual(mapHosts(own), { images: [], data: [] });
  assert.deepEqual(own.tiles, { kind: "pmtiles", url: "/map/tiles.pmtiles" });
  assert.match(own.attribution, /OpenStreetMap/);
  assert.equal(withTilesFile(file), file, "what the operator named comes first");
});

Deno.test("an address that was not set is not shown", () => {
  assert.equal(read().lender.contactEmail, undefined);
  assert.equal(read({ CONTACT_EMAIL: "hello@lender.example" }).lender.contactEmail, "hello@lender.example");
});

Deno.test("mail that would reach nobody is warned about, and the portal starts", () => {
  const resend = { RESEND_API_KEY: "re_1", MAIL_FROM: "mail@lender.example" };
  assert.deepEqual(warnings(read()), [], "without an account mail stays here");
  assert.match(warnings(read(resend)).join("\n"), /^CONTACT_EMAIL is not set.*\nOWNER_EMAIL is not set/);
  assert.equal(warnings(read({ ...resend, DEVICE_VERIFICATION: "off" })).length, 1);
  const all = { ...resend, CONTACT_EMAIL: "hello@lender.example", OWNER_EMAIL: "owner@lender.example" };
  assert.deepEqual(warnings(read(all)), []);
});

Deno.test("a second step that nobody is asked for is warned about at each start", () =>
  assert.match(warnings(read({ SECOND_FACTOR: "off" })).join("\n"), /^SECOND_FACTOR is off: nobody is asked/));

Deno.test("a place of backups beside a libSQL server is warned about, as none is made", () => {
  const place = { BACKUP_URL: "file:/srv/backups" };
  assert.deepEqual(warnings(read(place)), []);
  assert.match(
    warnings(read({ ...place, DATABASE_URL: "libsql://db.example" })).join("\n"),
    /^BACKUP_URL is set, but DATABASE_URL leads to a libSQL server: the portal makes no backups/,
  );
});

Deno.test("backups never go where the files are", () => {
  const bucket = "https://K:S@s3.example/bucket/portal";
  const taken: Record<string, string>[] = [
    { BACKUP_URL: "file:/srv/portal/files/", DATA_DIR: "/srv/portal/" },
    { BACKUP_URL: "file:data/files" },
    { BACKUP_URL: "file:/srv/portal/files/bk", DATA_DIR: "/srv/portal" },
    { BACKUP_URL: "file:/srv/portal/x/../files/", DATA_DIR: "/srv/portal" },
    { BACKUP_URL: "file:/srv/portal", DATA_DIR: "/srv/portal/" },
    { BACKUP_URL: "https://OTHER:S@s3.example/bucket/portal/?region=ca-central-1", STORAGE_URL: bucket },
  ];
  for (const values of taken) {
    assert.throws(() => read(values), /^EnvError: BACKUP_URL leads to where the portal keeps its files/);
  }
  const free = ["bucket", "bucket/backups", "bucket/portal/backups", "bucket/portal-backups"].map((place) =>
    `https://K:S@s3.example/${place}`
  );
  for (const url of ["file:/srv/backups", ...free]) {
    assert.equal(read({ BACKUP_URL: url, STORAGE_URL: bucket }).backup?.url, url);
  }
  for (const url of ["file:/srv/portal-backups", "file:/srv/portal/files-backups"]) {
    assert.equal(read({ BACKUP_URL: url, DATA_DIR: "/srv/portal" }).backup?.url, url);
  }
});

Deno.test("backups in the data folder are warned about, as they are lost with it", () => {
  const found = (BACKUP_URL: string) => warnings(read({ BACKUP_URL, DATA_DIR: "/srv/portal" }));
  assert.match(found("file:/srv/portal/backups").join(), /^BACKUP_URL leads into DATA_DIR, .*Name a folder elsewhere/);
  for (const url of ["file:/srv/backups", "https://K:S@s3.example/bucket"]) assert.deepEqual(found(url), []);
});
