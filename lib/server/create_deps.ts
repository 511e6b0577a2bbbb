/** Puts the installation together from the environment. */
import { NEVER_STOP, openDatabase, type Registration, upgrade } from "../../db/mod.ts";
import { asHeld } from "../domain/accounts/licence.ts";
import { TILES_FILE, withTilesFile } from "../domain/places/map_services.ts";
import { seedDefaults } from "../../db/seed/defaults.ts";
import { type Assets, UNBUILT } from "./assets.ts";
import { refuseEarlierCopyAtStart } from "./backup/older_copy.ts";
import { type Deps, type InstalledPorts, systemContext } from "./deps.ts";
import type { Env } from "./env.ts";
import { createHitQueue, HIT_BATCH } from "./hit_queue.ts";
import { createEventDispatcher, type EventDispatcher } from "./event_dispatcher.ts";
import { createLocator } from "./locator.ts";
import { type InstalledJob, serverJobs } from "./jobs.ts";
import { createLendingCache } from "./lending_cache.ts";
import { licencesByClass, readLicenceRegister } from "./licence_register.ts";
import { createLog, type WriteLines } from "./log.ts";
import { createLogOutput } from "./log_output.ts";
import { createLinkChecker } from "./mail/link_checker.ts";
import { createLinkClient, LINK_SERVICE_VARIABLE } from "./mail/link_service.ts";
import { createMailRenderer } from "./mail/render.tsx";
import { tidyBody } from "./mail/rich_text.ts";
import { resendTransport } from "./mail/resend_transport.ts";
import { smtpTransport } from "./mail/smtp_transport.ts";
import { localTransport } from "./mail/transport.ts";
import { createMailWorker } from "./mail/worker.ts";
import { createMeters } from "./metrics/meters.ts";
import { countQueues } from "./metrics/queues.ts";
import { openTelemetry } from "./metrics/telemetry.ts";
import { createNewestOnly } from "./newest_only.ts";
import { createJobTurns, type JobTurns } from "./job_turns.ts";
import { openPlatform } from "./platform/open_platform.ts";
import type { Poller } from "./poller.ts";
import { portalState } from "./portal_state.ts";
import { createReadiness } from "./readiness.ts";
import { rememberErrors } from "./recent_errors.ts";
import { createSealer } from "./sealer.ts";
import { createSessions } from "./session/sessions.ts";
import { createSigner } from "./signer.ts";
import { databaseProblem, step } from "./start_problem.ts";
import { createTick } from "./tick.ts";
import { createVault } from "./vault.ts";
import { createWindowCounter } from "./window_counter.ts";

export interface Installation extends Deps {
  /** Hands events to the features' consumers. */
  events: EventDispatcher;
  mailWorker: Poller;
  jobs: readonly InstalledJob[];
  turns: JobTurns;
  /** The process runs on between requests, and its own timers run the jobs. */
  awake: boolean;
  /** Requests are refused as not ready from now on. */
  leave(): void;
  /** Stores the opens and clicks that wait; no request comes any more. */
  storeHits(): Promise<void>;
  /** Ends everything: consumers, the mail worker, the settings' watch, the database, the log. */
  close(): Promise<void>;
  /** Resolves once standard output has the log's lines, or after a second. */
  logged(): Promise<void>;
}

/**
 * Opens database and storage, migrates and seeds; `features` is what the server runs for them, `assets` what pages are
 * made with. `write` receives log lines; `clock` gives milliseconds; `transactionLimitMs` is the longest transaction
 * where it is not the usual one. Throws StartError, also for an earlier copy of the database.
 */
export async function createDeps(
  env: Env,
  features: Registration,
  options: { assets?: Assets; write?: WriteLines; clock?: () => number; transactionLimitMs?: number } = {},
): Promise<Installation> {
  const clock = options.clock ?? Date.now;
  const output = createLogOutput();
  const { log: write, flush } = createLog(options.write ?? output.write);
  const { log, recent } = rememberErrors(write, clock);
  const turns = createJobTurns(clock);
  const platform = await openPlatform(env, log);
  const { awake, files, documents, pdf } = platform;
  const { db, client, makeWhole, requireInPlace, close } = await step(databaseProblem(env), async () => {
    const { transactionLimitMs } = options;
    const database = await openDatabase({ url: env.databaseUrl, authToken: env.databaseAuthToken, transactionLimitMs });
    // Before anything of it is changed, or a mail of it is sent.
    await refuseEarlierCopyAtStart({ env, db: database.db }, clock());
    await upgrade(database.client, env.databaseUrl, {
      report(message) {
        log({ level: "info", message });
        flush();
      },
    });
    await seedDefaults(database.db, clock());
    return database;
  });
  const lending = await createLendingCache(db, awake);
  const tilesFile = await Deno.stat(`${env.dataDir}/${TILES_FILE}`).catch(() => null);
  const register = env.licenceRegister ? readLicenceRegister(env.licenceRegister) : undefined;
  const transport = env.resend
    ? resendTransport(env.resend.apiKey, env.resend.baseUrl)
    : env.smtpUrl
    ? smtpTransport(env.smtpUrl)
    : localTransport((line) => log({ level: "info", message: line }));
  const mailWorker = createMailWorker({
    db,
    transport,
    from: env.mailFrom,
    perSecond: env.mailPerSecond,
    log,
    clock,
    awake,
  });
  const linkService = Deno.env.get(LINK_SERVICE_VARIABLE);
  const ports: InstalledPorts = {
    site: {
      publicUrl: env.publicUrl,
      lender: env.lender,
      mailFrom: env.mailFrom,
      deviceVerification: env.deviceVerification,
      secondFactor: env.secondFactor,
      licenceLookupUrl: env.licenceLookupUrl,
      ipKeptMonths: env.ipKeptMonths,
      originator: env.originator,
      eftNextNumber: env.eftNextNumber,
      maps: tilesFile?.isFile ? withTilesFile(env.maps) : env.maps,
      licencesByClass: register ? licencesByClass(register) : new Map(),
      registeredLicence: (license) => register && (register.get(asHeld(license)) ?? null),
    },
    lending: lending.current,
    refreshLending: lending.refresh,
    files,
    backups: platform.backups,
    portal: portalState(env, clock(), { jobs: () => jobs, turns, errors: recent }),
    documents,
    mail: {
      render: createMailRenderer(env.lender, env.publicUrl),
      tidy: tidyBody,
      wake: mailWorker.wake,
      leaves: !transport.keeps,
    },
    events: { consumersOf: (type) => events.consumersOf(type), wake: () => events.wake() },
    pdf,
    vault: await createVault(env.bankDetails.key, env.bankDetails.oldKey),
    passwords: platform.passwords,
    windowCounter: createWindowCounter(),
    previews: createNewestOnly(),
    signer: await createSigner(db, clock()),
    sealer: await createSealer(env),
    hits: { add: (hit) => hits.add(hit), write: (hit) => hits.write(hit) },
    checkLink: linkService ? createLinkClient(linkService) : createLinkChecker(),
    locate: await createLocator(env.geoIpDb),
  };
  const context = () => systemContext({ db, ports, clock });
  const hitBatch = HIT_BATCH[client.protocol === "file" ? "file" : "server"];
  const hits = createHitQueue((list) => features.recordHits(context(), list), log, hitBatch, awake);
  const events = createEventDispatcher(db, features.consumers, context, log, clock, awake);
  const sessions = createSessions(db, env, clock);
  const jobs: InstalledJob[] = [
    ...features.jobs.map((job) => ({ ...job, run: (mustStop = NEVER_STOP) => job.run(context(), mustStop) })),
    ...serverJobs({ db, incoming: platform.incoming, sessions, clock, requireInPlace }),
  ];
  const telemetry = openTelemetry();
  const measured = {
    portal: ports.portal,
    lastBackup: () => ports.backups?.last(clock()),
    damagedObjects: () => ports.backups?.damagedObjects() ?? 0,
    missingFiles: () => ports.backups?.missingFiles() ?? 0,
    hitsWaiting: hits.waiting,
    reading: documents.state,
    workerHeaps: platform.workerHeaps,
    queues: () => countQueues(db),
    clock,
  };
  const meters = env.metricsToken === undefined && !telemetry ? null : createMeters(measured, telemetry);
  const ready = createReadiness(db, clock);
  let leaving = false;
  return {
    env,
    assets: options.assets ?? UNBUILT,
    db,
    clock,
    log,
    meters,
    sessions,
    incoming: platform.incoming,
    readAreas: platform.readAreas,
    ports,
    events,
    jobs,
    turns,
    awake,
    fresh: awake ? null : lending.fresh,
    tick: createTick({ jobs, events, mailWorker, deps: { db, clock, log, turns } }),
    mailWorker,
    async ready() {
      await requireInPlace?.();
      return !leaving && await ready();
    },
    leave() {
      leaving = true;
      // It may take hours, and what it made so far serves the next one.
      ports.backups?.stop();
    },
    storeHits: hits.stop,
    async close() {
      meters?.stop();
      await hits.stop();
      await events.stop();
      await mailWorker.stop();
      transport.close?.();
      lending.stop();
      pdf.close();
      documents.close();
      await makeWhole().catch(() => {});
      close();
      flush();
      await output.written();
    },
    logged: output.written,
  };
}
