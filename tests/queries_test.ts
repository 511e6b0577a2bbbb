/** How queries are written: what their SQL names, and which read their rows by another way than drizzle's own. */
import assert from "node:assert/strict";
import { RATINGS } from "../lib/domain/accounts/account_values.ts";
import { CONTRACT_STAGES } from "../lib/domain/lending/contract.ts";
import { POSITIONS } from "../lib/domain/lending/ltv.ts";
import { LOAN_STATUSES } from "../lib/domain/loans/status.ts";
import { LEFT_OUT } from "../lib/domain/mail/audience.ts";
import { CAMPAIGN_KINDS } from "../lib/domain/mail/campaign.ts";
import { CONSENT_KINDS } from "../lib/domain/mail/consent.ts";
import { MAIL_OUTCOMES, MAIL_STATUSES } from "../lib/domain/mail/outbox.ts";
import { LEDGER_KINDS } from "../lib/domain/servicing/ledger.ts";
import { MATURITY_PLANS } from "../lib/domain/servicing/maturity_plan.ts";
import { ROOT, sources } from "./support/sources.ts";

Deno.test("SQL gets statuses, kinds, stages and the like from the domain, so that a wrong one does not compile", async () => {
  const ofLoans = [LOAN_STATUSES, POSITIONS, RATINGS, MATURITY_PLANS, CONTRACT_STAGES, LEDGER_KINDS].flat();
  const ofMail = [MAIL_STATUSES, MAIL_OUTCOMES, CAMPAIGN_KINDS, CONSENT_KINDS, Object.keys(LEFT_OUT)].flat();
  // "none" is a word of content policies, too.
  const names = [...ofLoans, ...ofMail].filter((name) => name !== "none");
  const byHand = new RegExp(`'(?:${names.join("|")})'`), wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    if (file.startsWith("tests/")) continue;
    const lines = (await Deno.readTextFile(ROOT + file)).split("\n").filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
    wrong.push(...lines.filter((line) => byHand.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  assert.deepEqual(wrong, [], "write it by valueSql of db/derived with its type, or bind it by eq and its kin");
});
