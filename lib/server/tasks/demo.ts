/** `deno task demo`: an invented lender with 150 loans in its own data folder. Never touches real data. */
import { withEnding } from "../../../db/ending.ts";
import { DEMO_SIGN_INS, seedDemo } from "../../../db/seed/demo/seed.ts";
import type { DemoMailer } from "../../../db/seed/demo/mails.ts";
import type { Ports } from "../../domain/ports.ts";
import { unsubscribeUrl } from "../../features/mail/mod.ts";
import { FEATURES } from "../../features/registration.ts";
import { createDeps } from "../create_deps.ts";
import { type Env, readEnv } from "../env.ts";
import { refuseArguments, runOrExit } from "../start_problem.ts";
import { makeBundles, runServer } from "./start.ts";

/** The password of every demo account; not used anywhere else. */
export const DEMO_PASSWORD = "Harbour2026";

/** The demo's lender: invented, with example addresses. */
const LENDER: Readonly<Record<string, string>> = {
  LENDER_NAME: "Harbourline Capital",
  LENDER_LEGAL_NAME: "Harbourline Capital Corporation",
  LENDER_LICENCES: "Demo mortgage administrator 00000; Demo mortgage brokerage 00000",
  LENDER_ADDRESS: "1 Example Wharf, Hamilton, Ontario",
  LENDER_PHONE: "905-555-0100",
  PAYOUT_INSTRUCTIONS:
    "By wire to Harbourline Capital Corporation in trust, Example Bank, 1 Example Street, Hamilton; " +
    "Transit 00000, institution 000, account 000000000; By bank draft to our address, by two in the afternoon",
  BANK_DETAILS_KEY: "ZGVtbyBkZW1vIGRlbW8gZGVtbyBkZW1vIGRlbW8gMTI=",
  EFT_ORIGINATOR_ID: "DEMO000001",
  EFT_DATA_CENTRE: "00000",
  EFT_SHORT_NAME: "HARBOURLINE",
  EFT_RETURN_ACCOUNT: "999-00000-0000000",
  CONTACT_EMAIL: "brokers@harbourline.example",
  PARTNERS_URL: "https://partners.example/",
  MORTGAGE_OFFICE_URL: "https://office.example/",
  PROPERTY_MAP_URL: "https://map.example/",
  SOLD_PRICES_URL: "https://sold.example/",
  LISTINGS_URL: "https://listings.example/",
  PROPERTY_REGISTRY_URL: "https://registry.example/",
  VALUATION_URL: "https://valuation.example/",
  ENFORCEMENT_URL: "https://enforcement.example/",
  MARKET_TRENDS_URL: "https://markets.example/{region}",
  SCHEDULE_CALL_URL: "https://calendar.example/harbourline",
  DEMO_VIDEO_URLS: "Price a loan=https://videos.example/quote, Submit a loan=https://videos.example/submit",
};

/** Variables of real data and services, which the demo ignores. */
const NEVER = [
  "DATABASE_URL",
  "DATABASE_AUTH_TOKEN",
  "STORAGE_URL",
  "BACKUP_URL",
  "RESEND_API_KEY",
  "SMTP_URL",
  "LICENCE_REGISTER",
  "GEOCODER_URL",
  "OWNER_PASSWORD",
];

/** The demo's environment: DEMO_DATA_DIR as DATA_DIR, no device codes, no real services, else as `get` has it. */
export function demoVariables(get: (name: string) => string | undefined): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(LENDER).map(([name, value]) => [name, get(name) ?? value])),
    DATA_DIR: get("DEMO_DATA_DIR") ?? "./demo-data",
    DEVICE_VERIFICATION: "off",
    HARBOURLINE_MODE: "demo",
  };
}

/** What the demo's mails are made with: their links lead to this portal. */
export const demoMailer = (ports: Pick<Ports, "mail" | "signer" | "site">): DemoMailer => ({
  render: ports.mail.render,
  lender: ports.site.lender.name,
  publicUrl: ports.site.publicUrl,
  unsubscribeUrl: (accountId) => unsubscribeUrl(ports, accountId),
});

/** Opens the demo's database and seeds it where empty. Returns true where it was. */
export async function prepareDemo(env: Env, clock: () => number = Date.now): Promise<boolean> {
  const deps = await createDeps(env, FEATURES, { write: () => {}, clock });
  const seed = async () =>
    await seedDemo({
      db: deps.db,
      files: deps.ports.files,
      lending: deps.ports.lending(),
      mailer: demoMailer(deps.ports),
      vault: deps.ports.vault,
      passwordHash: await deps.ports.passwords.hash(DEMO_PASSWORD),
      now: clock(),
    });
  return await withEnding(seed, () => deps.close());
}

if (import.meta.main) {
  await runOrExit(async () => {
    refuseArguments("demo");
    for (const name of NEVER) Deno.env.delete(name);
    for (const [name, value] of Object.entries(demoVariables((name) => Deno.env.get(name)))) Deno.env.set(name, value);
    const env = readEnv();
    await makeBundles(env);
    const made = await prepareDemo(env);
    console.log(made ? `The demo is ready in ${env.dataDir}.` : `The demo in ${env.dataDir} still has its data.`);
    console.log(`Every account has the password ${DEMO_PASSWORD}. Sign in as:`);
    for (const [username, what] of DEMO_SIGN_INS) console.log(`  ${username.padEnd(20)} ${what}`);
    Deno.exit(await runServer(env));
  });
}
