/**
 * Fills an empty database with the demo: people, 150 loans in every state, their files and their trail. Never random.
 */
import { inArray } from "drizzle-orm";
import { dateInToronto, DAY_MS, HOUR_MS } from "../../../lib/domain/dates.ts";
import type { FileStore, LendingSnapshot, Vault } from "../../../lib/domain/ports.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type Db, inTransaction } from "../../mod.ts";
import {
  accountRequests,
  accounts,
  additionalProperties,
  auditRows,
  bankDetails,
  blacklist,
  campaignRuns,
  campaigns,
  conditions,
  conditionSets,
  contracts,
  files,
  ledgerRows,
  loanMailEvents,
  loanMailTokens,
  loans,
  mailConsents,
  mails,
  news,
  participants,
  regionReports,
  submissions,
  suppressedAddresses,
  touchBaseConfig,
  touchBaseQueue,
  touchBaseTemplates,
  trackedEmails,
  trackedRecipients,
  trackerEvents,
} from "../../schema/mod.ts";
import { LOANS } from "./application.ts";
import { demoBankDetails } from "./bank_details.ts";
import { demoCampaigns, trackedOf } from "./campaigns.ts";
import { demoConditionSets } from "./conditions.ts";
import { demoConsents } from "./consents.ts";
import { demoContracts } from "./contracts.ts";
import { seedSettings } from "./settings.ts";
import { demoLedgers } from "./ledgers.ts";
import { type DemoLoan, demoLoan } from "./loan.ts";
import { demoLoanMails } from "./loan_mails.ts";
import { type DemoMailer, demoMails } from "./mails.ts";
import { demoMarkets } from "./markets.ts";
import { demoNews } from "./news.ts";
import { demoTouchBase, demoTouchBaseMails, TOUCH_BASE_TEMPLATES } from "./touch_base.ts";
import { demoTracking } from "./tracking.ts";
import { ADMINISTRATOR, BROKERS, emailOf, OWNER, REQUESTS, usernameOf } from "./people.ts";

export interface DemoNeeds {
  db: Db;
  files: FileStore;
  lending: LendingSnapshot;
  mailer: DemoMailer;
  /** The hash of the password that all demo accounts share. */
  passwordHash: string;
  /** Without a key nobody has bank details. */
  vault: Vault | null;
  now: number;
}

/** Ids of the demo's accounts; brokers follow one another from the last. */
const DEMO_IDS = { owner: 1, administrator: 2, broker: 3 } as const;

const FILES_AT_ONCE = 16;
const ROWS_AT_ONCE = 100;

/** Sign-in names with what they are, for the terminal. */
export const DEMO_SIGN_INS: readonly (readonly [username: string, what: string])[] = [
  [OWNER.username, "owner"],
  [ADMINISTRATOR.username, "administrator"],
  ...BROKERS.filter((broker) => broker.status === 1).map((broker) =>
    [broker.username, `broker, ${broker.name}`] as const
  ),
];

/**
 * Makes the demo where there is none; answers false where there is. Throws where the database holds other accounts: a
 * demo never goes beside real ones.
 */
export async function seedDemo(needs: DemoNeeds): Promise<boolean> {
  const { db, files: store, lending, mailer, now } = needs;
  const there = await db.select({ username: accounts.usernameKey }).from(accounts);
  if (there.some(({ username }) => username === ADMINISTRATOR.username)) return false;
  if (there.length > 0) throw new Error("This database has accounts of its own: a demo needs an empty one.");
  const today = dateInToronto(now);
  const made = Array.from({ length: LOANS }, (_, i) => demoLoan(i + 1, today, lending));
  const agreed = demoContracts(made.map(({ row }) => row), today, lending, DEMO_IDS.administrator)
    .map((contract, i) => ({ ...contract, id: i + 1 }));
  const ledgers = demoLedgers(made.map(({ row }) => row), agreed, today, DEMO_IDS.administrator);
  const everybody = people(needs, made);
  const brokers = everybody.filter(({ role }) => role === ROLE.broker).map((one) => {
    const { id, name, email, phone = "", brokerage = "", rating = "green" } = one;
    return { id: id!, name, email, phone, brokerage, rating };
  });
  const mailed = demoCampaigns(brokers, now);
  const queue = demoTouchBase(brokers, now);
  const followUps = demoTouchBaseMails(queue, brokers, mailed.rows.length + 1);
  const tracking = demoTracking([...trackedOf(mailed.sent), ...followUps], now);
  const consents = demoConsents(brokers, mailed.unsubscribed, { ...OWNER, id: DEMO_IDS.owner, email: "" }, now);
  const held = made.flatMap((loan) => loan.participants);
  const accountsAtBanks = await demoBankDetails(
    needs.vault,
    made.map(({ row }) => row),
    held,
    now,
    DEMO_IDS.administrator,
  );
  const stored = made.flatMap((loan) => loan.documents);
  for (let i = 0; i < stored.length; i += FILES_AT_ONCE) {
    await Promise.all(stored.slice(i, i + FILES_AT_ONCE).map(({ row, bytes }) => store.put(row.id, bytes)));
  }
  await inTransaction(db, async (tx) => {
    await tx.insert(accounts).values(everybody);
    await tx.insert(accountRequests).values(requests(needs));
    const insert = async <T>(rows: T[], add: (some: T[]) => PromiseLike<unknown>) => {
      for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) await add(rows.slice(i, i + ROWS_AT_ONCE));
    };
    const all = <T>(of: (loan: DemoLoan) => T[]) => made.flatMap(of);
    await insert(demoMarkets(today), (rows) => tx.insert(regionReports).values(rows));
    await seedSettings(tx, lending.settings, { id: DEMO_IDS.owner, name: OWNER.name }, now);
    await insert(made.map(({ row }) => row), (rows) => tx.insert(loans).values(rows));
    await insert(agreed, (rows) => tx.insert(contracts).values(rows));
    await insert(ledgers, (rows) => tx.insert(ledgerRows).values(rows));
    await insert(stored.map(({ row }) => row), (rows) => tx.insert(files).values(rows));
    await insert(all((l) => l.properties), (rows) => tx.insert(additionalProperties).values(rows));
    await insert(accountsAtBanks, (rows) => tx.insert(bankDetails).values(rows));
    await insert(held, (rows) => tx.insert(participants).values(rows));
    await insert(all((l) => l.conditions), (rows) => tx.insert(conditions).values(rows));
    await tx.insert(conditionSets).values(demoConditionSets(now));
    await insert(all((l) => l.submissions), (rows) => tx.insert(submissions).values(rows));
    await insert(all((l) => l.trail), (rows) => tx.insert(auditRows).values(rows));
    const staff = [DEMO_IDS.owner, DEMO_IDS.administrator];
    const newsRows = demoNews(made, requests(needs), staff, now);
    await insert(newsRows, (rows) => tx.insert(news).values(rows));
    await tx.update(touchBaseConfig).set({ TOUCH_BASE_ENABLED: true });
    await tx.insert(touchBaseTemplates).values(TOUCH_BASE_TEMPLATES);
    await tx.insert(touchBaseQueue).values(queue);
    await tx.insert(campaigns).values(mailed.rows);
    await tx.insert(campaignRuns).values(mailed.runs);
    await tx.insert(blacklist).values(mailed.blacklist);
    await tx.insert(suppressedAddresses).values(mailed.suppressed);
    const leftAs = (touchBaseEmails: boolean) => JSON.stringify({ touchBaseEmails });
    const { id: actorId, name: actorName, at } = mailed.unsubscribed;
    await tx.insert(mailConsents).values(consents.rows);
    const { express, fewer, withdrawn } = consents;
    await tx.update(accounts).set({ consent: "express" }).where(inArray(accounts.id, express));
    await tx.update(accounts).set({ fewerMails: true }).where(inArray(accounts.id, fewer));
    await tx.update(accounts).set({ consent: "withdrawn", touchBaseEmails: false })
      .where(inArray(accounts.id, withdrawn));
    await tx.insert(auditRows).values({
      at,
      actorId,
      actorName,
      action: "mail.unsubscribe",
      entity: "account",
      entityId: String(actorId),
      before: leftAs(true),
      after: leftAs(false),
    });
    const ofLoans = demoLoanMails(newsRows, made, brokers, mailer, now);
    const outbox = [
      ...demoMails(mailed.sent, queue, brokers, mailer),
      ...ofLoans.map(({ events: _done, ...row }) => row),
    ]
      .sort((a, b) => a.createdAt - b.createdAt).map((row, i) => ({ ...row, id: i + 1 }));
    await insert(outbox, (rows) => tx.insert(mails).values(rows));
    const idOf = new Map(outbox.map(({ idempotencyKey, id }) => [idempotencyKey, id]));
    const kind = "pixel" as const;
    const pixels = ofLoans.map(({ idempotencyKey: token }) => ({ token, mailId: idOf.get(token)!, kind }));
    await insert(pixels, (rows) => tx.insert(loanMailTokens).values(rows));
    const done = ofLoans.flatMap(({ idempotencyKey, events }) =>
      events.map((event) => ({ ...event, mailId: idOf.get(idempotencyKey)! }))
    );
    await insert(done, (rows) => tx.insert(loanMailEvents).values(rows));
    await insert(tracking.emails, (rows) => tx.insert(trackedEmails).values(rows));
    await insert(tracking.recipients, (rows) => tx.insert(trackedRecipients).values(rows));
    await insert(tracking.events, (rows) => tx.insert(trackerEvents).values(rows));
  });
  return true;
}

/** When a broker with loans signed in last: the evening after the newest went in, or this morning. */
function lastSignIn(id: number, made: readonly DemoLoan[], now: number): number | null {
  const sent = made.filter(({ row }) => row.brokerId === id).map(({ row }) => row.timestamp);
  if (!sent.length) return null;
  return Math.min(Math.max(...sent) + 30 * HOUR_MS, now - id * HOUR_MS / 3);
}

function people({ passwordHash, now }: DemoNeeds, made: readonly DemoLoan[]): (typeof accounts.$inferInsert)[] {
  const since = now - 700 * DAY_MS;
  const account = (name: string, username: string, host: string, more: Partial<typeof accounts.$inferInsert>) => ({
    name,
    username,
    usernameKey: username,
    email: emailOf(name, host),
    emailKey: emailOf(name, host),
    phone: "905-555-0142",
    passwordHash,
    createdAt: since,
    updatedAt: since,
    ...more,
  });
  return [
    account(OWNER.name, OWNER.username, "harbourline", {
      id: DEMO_IDS.owner,
      role: ROLE.owner,
      lastSignInAt: now - 26 * HOUR_MS,
    }),
    account(ADMINISTRATOR.name, ADMINISTRATOR.username, "harbourline", {
      id: DEMO_IDS.administrator,
      role: ROLE.administrator,
      lastSignInAt: now - 2 * HOUR_MS,
    }),
    ...BROKERS.map(({ name, username, brokerage, rating, status, notes }, i) =>
      account(name, username, usernameOf(brokerage), {
        id: DEMO_IDS.broker + i,
        role: ROLE.broker,
        brokerage,
        rating,
        status,
        notes,
        brokerageLicense: String(10_400 + i * 37),
        license: `M${18_004_512 + i * 311}`,
        phone: `416-555-01${String(10 + i * 7).padStart(2, "0")}`,
        touchBaseEmails: status === 1,
        lastSignInAt: lastSignIn(DEMO_IDS.broker + i, made, now),
      })
    ),
  ];
}

function requests({ passwordHash, now }: DemoNeeds): (typeof accountRequests.$inferInsert)[] {
  return REQUESTS.map(({ name, brokerage, license, notes }, i) => ({
    name,
    email: emailOf(name, usernameOf(brokerage)),
    emailKey: emailOf(name, usernameOf(brokerage)),
    phone: `647-555-01${String(31 + i * 8)}`,
    brokerage,
    brokerageLicense: String(11_900 + i),
    license,
    username: usernameOf(name),
    usernameKey: usernameOf(name),
    passwordHash,
    notes,
    createdAt: now - (i + 1) * 9 * HOUR_MS,
  }));
}
