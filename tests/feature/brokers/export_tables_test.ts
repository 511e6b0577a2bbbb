/**
 * Every table that has something of a person is in their zip, or is named here with why it is not; and so is every
 * column of those in it (docs/decisions/personal-data.md).
 */
import assert from "node:assert/strict";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { type TestAccount, type TestApp, withApp } from "../../support/app.ts";
import { makeRequest } from "../../support/brokers.ts";
import { makeLoan } from "../../support/loans.ts";
import { addMail } from "../../support/mail.ts";
import { addAudit } from "../../support/retention.ts";
import { sendTracked } from "../../support/tracking.ts";
import { unzip } from "../../support/unzip.ts";

/** The file of each table, and the columns that it leaves out: they open something, or are the lender's. */
const EXPORTED: Record<string, [file: string, ...without: string[]]> = {
  account_links: ["mailed-links", "id"],
  account_requests: ["account-requests", "password_hash"],
  accounts: ["account", "password_hash"],
  additional_properties: ["other-properties"],
  audit_rows: ["audit-trail"],
  blacklist: ["no-campaigns"],
  conditions: ["conditions"],
  device_setups: ["codes-for-browsers", "id", "code_hash"],
  devices: ["saved-browsers", "id"],
  factor_questions: ["sign-ins-under-way", "id", "device_id"],
  loan_mail_events: ["opens-and-clicks-of-loan-mails"],
  loans: [
    "loans",
    ...["admin_comments", "fsfc_loan", "risk_rating_over", "admin_term", "admin_structure", "admin_rate", "admin_fee"],
    ...["admin_penalty", "commercial_reason", "assumed_tax", "ods_override", "loss", "maturity_email_date"],
    ...["reminder_email_date", "final_score", "shown_score", "suggested_rate", "monthly_payments"],
    ...["settings_version_id", "config_version_id", "tmp_upload_id", "updated_by"],
  ],
  mail_consents: ["consents-to-mail"],
  mails: [
    "mails",
    ...["idempotency_key", "reply_to", "html", "text", "headers", "tries", "due_at", "lease_until", "provider_id"],
    ...["error", "outcome", "outcome_at", "outcome_reason"],
  ],
  news: ["news"],
  recovery_codes: ["recovery-codes", "id"],
  reminders: ["reminders"],
  saved_filters: ["saved-filters"],
  second_factors: ["second-factor", "secret", "session_id"],
  sessions: ["sessions", "id"],
  submission_drafts: ["draft", "upload_id"],
  suppressed_addresses: ["refused-mail"],
  touch_base_queue: ["touch-base"],
  tracked_recipients: ["tracked-mails"],
  tracker_events: ["opens-and-clicks"],
  uploads: ["uploads", "id"],
};

const STAFF = "the lender's records; who of the staff made them is in the audit trail of that person's acts";
const LEFT_OUT: Record<string, string> = {
  area_versions: STAFF,
  bank_details: STAFF,
  bank_rows: STAFF,
  campaigns: "the lender's mails to many",
  config_versions: STAFF,
  contracts: STAFF,
  files: "the files themselves are in the zip, under their names",
  geocodes: "places of properties, whosever loans lie there",
  ledger_rows: STAFF,
  letters: STAFF,
  maturity_plans: STAFF,
  settings_versions: STAFF,
  submissions: "the lender's log of reviews",
  transfer_files: STAFF,
  tracker_tokens: "what opens a mail's links; whom it went to is in tracked-mails",
  loan_mail_tokens: "what opens a mail's links",
};

/** Tables that belong to somebody by another table's row. */
const BY_ANOTHER: readonly string[] = ["additional_properties", "conditions", "loan_mail_events"];
const PERSONAL = /(^|_)(account|broker|actor|person|member|user|email|mail|recipient|phone)s?(_id|_key|$)|_by$|^to$/;

const TABLES = Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable));

/** Tables with a column that leads to an account, or has an address. */
const personal = TABLES.map(getTableConfig).filter(({ columns, foreignKeys }) =>
  columns.some(({ name }) => PERSONAL.test(name)) ||
  foreignKeys.some((key) => key.reference().foreignTable === schema.accounts)
).map(({ name }) => name);

Deno.test("each table with an account or an address is in the zip, or left out for a reason", () => {
  const named = [...Object.keys(EXPORTED).filter((name) => !BY_ANOTHER.includes(name)), ...Object.keys(LEFT_OUT)];
  const known = personal.filter((name) => !BY_ANOTHER.includes(name));
  assert.deepEqual(known.filter((name) => !named.includes(name)), [], "add it to the export, or say here why not");
  assert.deepEqual(named.filter((name) => !known.includes(name)), [], "it has no such column any more");
});

/** One row of Ann's in every table; columns that must not leave say SECRET. */
async function fill(t: TestApp, ann: TestAccount): Promise<void> {
  const { db } = t.deps, at = t.now(), accountId = ann.id;
  const loan = await makeLoan(t, { brokerId: ann.id, adminComments: "SECRET" }, {
    conditions: [{ id: 10, type: 1 }],
  });
  await db.insert(schema.additionalProperties).values({ loanId: loan.id, position: 7, address: "12 Oak St, Barrie" });
  await makeRequest(t, { email: ann.email, passwordHash: "SECRET" });
  await makeRequest(t, {
    email: "ann@old.example",
    username: "annold",
    accountId,
    closedAt: at,
    passwordHash: "SECRET",
  });
  const proof = { accountId, createdAt: at, expiresAt: at + 1 };
  await db.insert(schema.devices).values({ ...proof, id: "SECRET-d", lastUsedAt: at });
  await db.insert(schema.deviceSetups).values({ ...proof, id: "SECRET-s", codeHash: "SECRET" });
  await db.insert(schema.factorQuestions).values({ ...proof, id: "SECRET-q", deviceId: "SECRET" });
  await db.insert(schema.accountLinks).values({
    ...proof,
    id: "SECRET-l",
    kind: "emailChange",
    newEmail: "ann@next.example",
  });
  await db.insert(schema.secondFactors).values({ accountId, secret: "SECRET", sessionId: "SECRET", createdAt: at });
  await db.insert(schema.recoveryCodes).values({ id: "SECRET-r", accountId, createdAt: at });
  await db.insert(schema.uploads).values({ ...proof, id: "SECRET-u" });
  await db.insert(schema.submissionDrafts).values({
    accountId,
    uploadId: "SECRET",
    entries: "{}",
    createdAt: at,
    updatedAt: at,
  });
  await db.insert(schema.savedFilters).values({ accountId, name: "Late", nameKey: "late", query: "q", savedAt: at });
  await db.insert(schema.news).values({ accountId, key: "k", kind: "loanSubmitted", data: "{}", at, mailing: "none" });
  await db.insert(schema.reminders).values({ key: "r", kind: "conditionsOpen", accountId, day: "2026-11-20", at });
  await db.insert(schema.touchBaseQueue).values({ accountId, queuedAt: at });
  const said = {
    accountId,
    email: ann.email,
    kind: "express",
    source: "phone",
    day: "2026-11-20",
    recordedAt: at,
  } as const;
  await db.insert(schema.mailConsents).values(said);
  await db.insert(schema.blacklist).values([{ email: ann.email, addedAt: at }, {
    email: "bob@x.example",
    addedAt: at,
  }]);
  await db.insert(schema.suppressedAddresses).values([
    { email: "ann@old.example", why: "bounced", at },
    { email: "bob@x.example", why: "bounced", at },
  ]);
  await addAudit(t, at, { actorId: ann.id });
  await sendTracked(t, {}, [ann]);
  const hit = { emailId: 1, sentId: 1, type: "open", created: at, day: "2026-11-20", email: ann.email } as const;
  await db.insert(schema.trackerEvents).values({ ...hit, accountId });
  const secret = { html: "SECRET", text: "SECRET", status: "sent" } as const;
  const mailId = await addMail(t, { ...secret, to: ann.email.toUpperCase(), loanId: loan.id });
  await addMail(t, { ...secret, to: "Ann@old.example", subject: "To an earlier address" });
  await addMail(t, { ...secret, to: "ann@next.example", kind: "emailChange", subject: "Is this yours?" });
  await addMail(t, { ...secret, to: "ann@next.example", subject: "SECRET, for somebody else" });
  await db.insert(schema.loanMailEvents).values({ mailId, type: "open", created: at });
  const others = await addMail(t, { ...secret, to: "bob@x.example", loanId: loan.id });
  await db.insert(schema.loanMailEvents).values({
    mailId: others,
    type: "link",
    created: at,
    link: "https://bob.example",
  });
}

Deno.test("a zip has a row of each table, with all columns but those that are left out, and nobody else's", () =>
  withApp(async (t) => {
    await t.deps.mailWorker.stop();
    const owner = await t.account({ role: ROLE.owner }), ann = await t.account({ name: "Ann Lee" });
    await fill(t, ann);
    const answer = await t.post("/api/auth/exportPersonalData", { id: ann.id }, owner);
    const zip = unzip(new Uint8Array(await answer.arrayBuffer()));
    const files = new Map([...zip].map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
    const rowsOf = (file: string): Record<string, unknown>[] => JSON.parse(files.get(`${file}.json`) ?? "[]");
    for (const [table, [file, ...without]] of Object.entries(EXPORTED)) {
      const one = TABLES.find((one) => getTableConfig(one).name === table)!;
      const rows = rowsOf(file), has = new Set(rows.flatMap(Object.keys));
      assert.ok(rows.length > 0, `${file}.json has no row`);
      const missing = Object.entries(one).flatMap(([key, column]) => {
        const name = (column as { name?: string } | undefined)?.name;
        return name !== undefined && getTableConfig(one).columns.includes(column) && !has.has(key) ? [name] : [];
      });
      assert.deepEqual(missing.sort(), without.toSorted(), `columns that ${file}.json leaves out`);
    }
    assert.deepEqual(
      [...zip.keys()].filter((name) => !name.startsWith("files/")).toSorted(),
      Object.values(EXPORTED).map(([file]) => `${file}.json`).toSorted(),
    );
    const all = [...files.values()].join();
    for (const word of ["SECRET", "argon2", "bob@x.example", "bob.example"]) assert.ok(!all.includes(word), word);
    assert.deepEqual(rowsOf("mails").map(({ subject }) => subject), [
      "We have your application",
      "To an earlier address",
      "Is this yours?",
    ]);
    assert.deepEqual(rowsOf("account-requests").map(({ email }) => email), [ann.email, "ann@old.example"]);
    assert.ok(rowsOf("other-properties").some(({ address }) => address === "12 Oak St, Barrie"));
    assert.deepEqual(rowsOf("refused-mail").map(({ email }) => email), ["ann@old.example"]);
    assert.deepEqual(rowsOf("recovery-codes").map(Object.keys), [["accountId", "createdAt", "usedAt"]]);
  }));
