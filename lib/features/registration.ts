/** What all features hand to the server to run, at one place: each adds its list here. */
import type { InstallationCheck, Registration } from "../../db/mod.ts";
import { accountJobs } from "./accounts/jobs.ts";
import { accountMails } from "./accounts/mails.ts";
import { emptyMailsConsumer } from "./brokers/empty_mails.ts";
import { brokerMails } from "./brokers/mails.ts";
import { fileJobs } from "./files/jobs.ts";
import { mapJobs } from "./maps/jobs.ts";
import { loanMails } from "./loans/mails.ts";
import { mailConsumer } from "./mail/consumer.ts";
import { mailJobs } from "./mail/jobs.ts";
import { contactMails, outboxMails } from "./mail/mails.ts";
import { newsConsumer } from "./news/consumer.ts";
import { newsJobs } from "./news/jobs.ts";
import { newsMails } from "./news/mails.ts";
import { servicingChecks } from "./servicing/check_ledgers.ts";
import { servicingJobs } from "./servicing/jobs.ts";
import { operationsJobs } from "./operations/jobs.ts";
import { operationsMails } from "./operations/mails.ts";
import { recordHits } from "./tracking/record_hits.ts";

export const FEATURES: Registration = {
  jobs: [
    ...accountJobs,
    ...fileJobs,
    ...mailJobs,
    ...mapJobs,
    ...newsJobs,
    ...operationsJobs,
    ...servicingJobs,
  ],
  consumers: [
    newsConsumer,
    emptyMailsConsumer,
    mailConsumer([
      ...accountMails,
      ...brokerMails,
      ...contactMails,
      ...outboxMails,
      ...loanMails,
      ...newsMails,
      ...operationsMails,
    ]),
  ],
  recordHits,
};

/** What features have checked by `deno task verify`. */
export const CHECKS: readonly InstallationCheck[] = servicingChecks;
