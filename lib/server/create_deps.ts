/** Puts the installation together from the environment. */
import { DatabaseUnavailableError, migrate, openDatabase, withTimeout } from "../../db/mod.ts";
import { seedDefaults } from "../../db/seed/defaults.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { createDocumentReader } from "./documents/reader.ts";
import { createLocalStore } from "./files/local_store.ts";
import { createS3Store } from "./files/s3_store.ts";
import { createLendingCache } from "./lending_cache.ts";
import { readLicenceRegister } from "./licence_register.ts";
import { createLog } from "./log.ts";
import { createMailRenderer } from "./mail/render.tsx";
import { localTransport, resendTransport } from "./mail/transport.ts";
import { createMailWorker } from "./mail/worker.ts";
import { createPdfMaker } from "./pdf/pdf_maker.ts";
import { createPasswords } from "./passwords.ts";
import { createSessions } from "./session/sessions.ts";
import { createSigner } from "./signer.ts";
import { databaseProblem, folderProblem, step } from "./start_problem.ts";
import { createWindowCounter } from "./window_counter.ts";

export interface Installation extends Deps {
  mailWorker: ReturnType<typeof createMailWorker>;
  /** Requests are refused as not ready from now on. */
  leave(): void;
  /** Ends everything: the mail worker, the settings' watch, the database, the log. */
  close(): Promise<void>;
}

/** How long the database may take to answer where the portal is ready. */
const READY_MS = 2000;

/** Opens database and storage, migrates and seeds. `write` receives log lines; `clock` gives milliseconds. */
export async function createDeps(
  env: Env,
  options: { write?: (text: string) => void; clock?: () => number } = {},
): Promise<Installation> {
  const { log, flush } = createLog(options.write);
  const clock = options.clock ?? Date.now;
  const files = await step(folderProblem(env), async () => {
    await Deno.mkdir(env.dataDir, { recursive: true });
    return env.storageUrl ? createS3Store(env.storageUrl) : await createLocalStore(`${env.dataDir}/files`);
  });
  const { db, client, close } = await step(databaseProblem(env), async () => {
    const database = await openDatabase({ url: env.databaseUrl, authToken: env.databaseAuthToken });
    await migrate(database.client);
    await seedDefaults(database.db, clock());
    return database;
  });
  const lending = await createLendingCache(db);
  const register = env.licenceRegister ? readLicenceRegister(env.licenceRegister) : undefined;
  const transport = env.resend
    ? resendTransport(env.resend.apiKey, env.resend.baseUrl)
    : localTransport((line) => log({ level: "info", message: line }));
  const mailWorker = createMailWorker(db, transport, env.mailFrom, log, clock);
  const pdf = createPdfMaker();
  let leaving = false;
  return {
    env,
    db,
    clock,
    log,
    sessions: createSessions(db, env.publicUrl, clock),
    ports: {
      site: {
        publicUrl: env.publicUrl,
        lender: env.lender,
        deviceVerification: env.deviceVerification,
        licenceLookupUrl: env.licenceLookupUrl,
        registeredLicence: (license) => register && (register.get(license.trim().toUpperCase()) ?? null),
      },
      lending: lending.current,
      refreshLending: lending.refresh,
      files,
      documents: createDocumentReader(),
      mail: { render: createMailRenderer(env.lender), wake: mailWorker.wake },
      pdf,
      passwords: createPasswords(),
      windowCounter: createWindowCounter(),
      signer: await createSigner(db, clock()),
    },
    mailWorker,
    ready: async () => {
      if (leaving) return false;
      // A server that hangs is as little use as one that is gone.
      const answer = await withTimeout(
        client.execute("select 1"),
        READY_MS,
        () => DatabaseUnavailableError.after(READY_MS),
      );
      return answer.rows.length === 1;
    },
    leave: () => void (leaving = true),
    async close() {
      await mailWorker.stop();
      lending.stop();
      pdf.close();
      // So that the database's file is whole by itself, for whoever copies that alone.
      if (client.protocol === "file") await client.execute("pragma wal_checkpoint(truncate)").catch(() => {});
      close();
      flush();
    },
  };
}
