/** The public face of the database; tables come from "./schema/mod.ts". */
export {
  DatabaseInUseError,
  DatabaseUseError,
  isBusy,
  isConstraintViolation,
  isDatabaseUnavailable,
  MigrationError,
  TransactionTimeoutError,
} from "./errors.ts";
export { migrate } from "./migrate.ts";
export {
  type DatabaseOptions,
  type Db,
  inTransaction,
  isServer,
  type OpenDatabase,
  openDatabase,
  type Tx,
} from "./open.ts";
export { upgrade } from "./upgrade.ts";
export { withEnding } from "./ending.ts";
export { withTimeout } from "./retry.ts";
export { insertRows, jsonText } from "./insert_rows.ts";
export { jsonRows, prepareJsonRows, type SelectOf } from "./rows.ts";
export { yieldToEventLoop, yieldWhenDue } from "./event_loop.ts";
export { withOwnBatch } from "./read_batches.ts";
export { batchUnsynced } from "./unsynced.ts";
export { dataVersion } from "./version.ts";
export { Semaphore } from "./semaphore.ts";
export type { Context } from "./context.ts";
export {
  type Consumer,
  type InstallationCheck,
  type Job,
  type MustStop,
  NEVER_STOP,
  type Registration,
} from "./registration.ts";
export { onCommit } from "./scope.ts";
