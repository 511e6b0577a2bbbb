/** Every JSON call, by area. */
import type { Call } from "../lib/server/call.ts";
import { signInCalls } from "./accounts/sign_in_calls.ts";
import { accountsCalls } from "./accounts/calls.ts";
import { factorCalls } from "./accounts/factor_calls.ts";
import { personalCalls } from "./brokers/personal_calls.ts";
import { brokersCalls } from "./brokers/calls.ts";
import { loansCalls } from "./loans/calls.ts";
import { fundingCalls } from "./loans/funding_calls.ts";
import { conditionsCalls } from "./conditions/calls.ts";
import { filesCalls } from "./files/calls.ts";
import { lettersCalls } from "./letters/calls.ts";
import { bankCalls } from "./servicing/bank_calls.ts";
import { transferCalls } from "./servicing/transfer_calls.ts";
import { bookCalls } from "./servicing/book_calls.ts";
import { servicingCalls } from "./servicing/calls.ts";
import { settingsCalls } from "./settings/calls.ts";
import { overviewCalls } from "./overview/calls.ts";
import { quoteCalls } from "./quote/calls.ts";
import { blacklistCalls } from "./mail/blacklist_calls.ts";
import { campaignCalls } from "./mail/campaign_calls.ts";
import { consentCalls } from "./mail/consent_calls.ts";
import { mailCalls } from "./mail/calls.ts";
import { operationsCalls } from "./operations/calls.ts";
import { outboxCalls } from "./mail/outbox_calls.ts";
import { pictureCalls } from "./mail/picture_calls.ts";
import { mapsCalls } from "./maps/calls.ts";
import { placeCalls } from "./maps/place_calls.ts";
import { loanMapCalls } from "./maps/loan_map_calls.ts";
import { newsCalls } from "./news/calls.ts";
import { trackingCalls } from "./tracking/calls.ts";

export const CALLS: readonly Call[] = [
  ...signInCalls,
  ...accountsCalls,
  ...factorCalls,
  ...personalCalls,
  ...brokersCalls,
  ...loansCalls,
  ...fundingCalls,
  ...conditionsCalls,
  ...filesCalls,
  ...lettersCalls,
  ...bookCalls,
  ...bankCalls,
  ...transferCalls,
  ...servicingCalls,
  ...settingsCalls,
  ...overviewCalls,
  ...quoteCalls,
  ...mailCalls,
  ...campaignCalls,
  ...blacklistCalls,
  ...consentCalls,
  ...outboxCalls,
  ...operationsCalls,
  ...pictureCalls,
  ...mapsCalls,
  ...placeCalls,
  ...loanMapCalls,
  ...newsCalls,
  ...trackingCalls,
];
