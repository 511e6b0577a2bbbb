import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseUseError } from "./errors.ts";

interface Scope {
  open: boolean;
  /** Ends `runInScope` at once with this error; the scope stays closed to `db`. */
  cut(error: Error): void;
  /** What runs once the transaction is committed. */
  afterCommit: Set<() => void>;
}

const scopes = new AsyncLocalStorage<Scope>();

function currentScope(): Scope | undefined {
  const scope = scopes.getStore();
  return scope?.open ? scope : undefined;
}

/** Throws DatabaseUseError where this flow of control has an open transaction. */
export function refuseInsideTransaction(): void {
  if (currentScope()) throw new DatabaseUseError("Inside a transaction use its tx, not db.");
}

/** Runs `work` outside of the caller's transaction: its result serves several callers. */
export const outsideScopes = <T>(work: () => T): T => scopes.exit(work);

/** The scope of a client's transaction. Throws DatabaseUseError outside `inTransaction`. */
export function requireScope(): Scope {
  const scope = currentScope();
  if (!scope) throw new DatabaseUseError("Open a transaction with inTransaction(db, ...), not with db.transaction.");
  return scope;
}

/**
 * Runs `callback` once the open transaction is committed, and never where it is not. Throws DatabaseUseError outside
 * one.
 */
export function onCommit(callback: () => void): void {
  requireScope().afterCommit.add(callback);
}

/**
 * Runs `work` as the only transaction of this flow of control. `cut` rejects when the transaction times out. Work that
 * outlives the transaction may use `db` again, except after a timeout.
 */
export async function runInScope<T>(work: (cut: Promise<never>) => Promise<T>): Promise<T> {
  refuseInsideTransaction();
  const { promise: cut, reject } = Promise.withResolvers<never>();
  cut.catch(() => {});
  let wasCut = false;
  const scope: Scope = {
    open: true,
    cut(error) {
      wasCut = true;
      reject(error);
    },
    afterCommit: new Set(),
  };
  let result: T;
  try {
    result = await scopes.run(scope, () => work(cut));
  } finally {
    scope.open = wasCut;
  }
  for (const callback of scope.afterCommit) callback();
  return result;
}
