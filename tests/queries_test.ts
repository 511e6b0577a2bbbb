/** How queries are written: what their SQL names, and which read their rows by another way than drizzle's own. */
import assert from "node:assert/strict";
import { RATINGS } from "../lib/domain/accounts/account_values.ts";
import { CONTRACT_STAGES } from "../lib/domain/lending/contract.ts";
import { POSITIONS } from "../lib/domain/lending/ltv.ts";
import { HISTORY_KINDS } from "../lib/domain/loans/history.ts";
import { LOAN_STATUSES } from "../lib/domain/loans/status.ts";
import { LEFT_OUT } from "../lib/domain/mail/audience.ts";
import { CAMPAIGN_KINDS } from "../lib/domain/mail/campaign.ts";
import { CONSENT_KINDS } from "../lib/domain/mail/consent.ts";
import { MAIL_OUTCOMES, MAIL_STATUSES } from "../lib/domain/mail/outbox.ts";
import { MAILINGS, NEWS_KINDS } from "../lib/domain/news/kinds.ts";
import { LEDGER_KINDS } from "../lib/domain/servicing/ledger.ts";
import { MATURITY_PLANS } from "../lib/domain/servicing/maturity_plan.ts";
import { EVENT_LABELS } from "../lib/domain/tracking/figures.ts";
import { ROOT, sources } from "./support/sources.ts";

Deno.test("SQL gets statuses, kinds, stages and the like from the domain, so that a wrong one does not compile", async () => {
  const ofLoans = [LOAN_STATUSES, POSITIONS, RATINGS, MATURITY_PLANS, CONTRACT_STAGES, LEDGER_KINDS].flat();
  const ofMail = [
    MAIL_STATUSES,
    MAIL_OUTCOMES,
    CAMPAIGN_KINDS,
    CONSENT_KINDS,
    Object.keys({ ...LEFT_OUT, ...EVENT_LABELS }),
  ].flat();
  const others = [...HISTORY_KINDS, ...MAILINGS, ...NEWS_KINDS];
  // "none" is a word of content policies too, "now" a function of SQLite.
  const names = [...ofLoans, ...ofMail, ...others].filter((name) => name !== "none" && name !== "now");
  const byHand = new RegExp(`'(?:${names.join("|")})'`), wrong: string[] = [];
  for (const file of await sources(/\.tsx?$/)) {
    if (file.startsWith("tests/")) continue;
    const lines = (await Deno.readTextFile(ROOT + file)).split("\n").filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
    wrong.push(...lines.filter((line) => byHand.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  assert.deepEqual(wrong, [], "write it by valueSql of db/derived with its type, or bind it by eq and its kin");
});

/** Pages and calls of benches, by the words that their programs in `tests/bench` ask for them with. */
const BENCHES = {
  "loans": "/dashboard/loans?size=200",
  "loan": "/dashboard/viewloan?id=",
  "overview": "/dashboard/overview?",
  "brokers": "/dashboard/brokers?",
  "servicing": "/dashboard/servicing?",
  "tracking": "trackingOverview(",
};

/**
 * What has its rows as one cell of JSON (`db/rows.ts`): the bench that asks for them, or which hundreds they are, whose
 * bench is `row_reading.ts`.
 */
const AS_JSON: Record<string, keyof typeof BENCHES | `hundreds: ${string}`> = {
  "brokers/list_accounts": "brokers",
  "conditions/list_presets": "loan",
  "conditions/list_sets": "loan",
  "conditions/load_conditions": "loan",
  "files/list_loan_files": "loan",
  "loans/contracts": "loan",
  "loans/find_duplicates": "loan",
  "loans/get_loans": "hundreds: a page of whole loans for a program",
  "loans/list_filter_brokers": "loans",
  "loans/list_loans": "loans",
  "loans/list_own_loans": "hundreds: a broker's list",
  "loans/load": "loan",
  "loans/loan_parts": "loan",
  "loans/read_tallies": "loans",
  "maps/_reports": "hundreds: the months of every region",
  "overview/tallies": "overview",
  "servicing/_bank_plan": "hundreds: every loan in servicing, with what it has to pay",
  "servicing/_returns_plan": "hundreds: the payments that a bank's file sends back",
  "servicing/_transfer_plan": "hundreds: every loan in servicing",
  "servicing/book_rows": "servicing",
  "servicing/due_payments": "hundreds: the payments of a day of every loan in servicing",
  "servicing/get_ledger": "loan",
  "servicing/get_transfers": "hundreds: the payments of a file for the bank",
  "servicing/participant_statements": "hundreds: every payment of the loans that participants hold",
  "settings/_pending_loans": "hundreds: every pending loan",
  "settings/outdated_loans": "hundreds: every pending loan that was saved under earlier settings",
  "tracking/list_tracked_emails": "hundreds: every tracked email, of which a page is shown and all are added up",
  "tracking/tracked_email": "hundreds: every event and contact of an email",
  "tracking/tracking_overview": "tracking",
  "tracking/tracking_weeks": "hundreds: the weeks of every email",
};

Deno.test("rows come by a plain select, but where a bench asks for them or they are hundreds", async () => {
  const files = await sources(/\.tsx?$/), users: string[] = [];
  for (const file of files.filter((file) => /^(?:lib|routes|islands|main)/.test(file))) {
    if (/\b(?:prepareJ|j)sonRows\b/.test(await Deno.readTextFile(ROOT + file))) users.push(file);
  }
  assert.deepEqual(
    users.sort(),
    Object.keys(AS_JSON).map((name) => `lib/features/${name}.ts`),
    "read by db.select(); where a bench shows that it costs too much or it reads hundreds of rows, name it in AS_JSON",
  );
  const benches = await Promise.all(
    files.filter((file) => file.startsWith("tests/bench/")).map((file) => Deno.readTextFile(ROOT + file)),
  );
  assert.match(await Deno.readTextFile(`${ROOT}tests/bench/all.ts`), /"row_reading\.ts"/);
  const gone = Object.values(BENCHES).filter((asked) => !benches.some((text) => text.includes(asked)));
  assert.deepEqual(gone, [], "no bench asks for this any more: read what it covered by db.select()");
});
