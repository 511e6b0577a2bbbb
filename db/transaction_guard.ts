import type { InStatement, Transaction } from "@libsql/client";
import { DatabaseUnavailableError, TransactionTimeoutError } from "./errors.ts";

interface GuardOptions {
  /** Time limit of the transaction in milliseconds. */
  limitMs: number;
  /** Called when the transaction times out, to reject what waits for it. */
  onCut(error: Error): void;
  /** Called when a statement, the commit or the rollback fails. */
  onFailure(error: unknown): void;
  /** Called once, when the transaction ends in any way. */
  onEnd(): void;
}

/**
 * Wraps an open transaction: enforces its time limit, reports failures, and releases its turn once. Times out with
 * TransactionTimeoutError, or DatabaseUnavailableError while waiting for the database: it may then have been committed.
 */
export function guardTransaction(tx: Transaction, options: GuardOptions): Transaction {
  let over = false;
  let pending = 0;
  let cut: Error | undefined;
  const { promise: wasCut, reject } = Promise.withResolvers<never>();
  wasCut.catch(() => {});
  const end = () => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    options.onEnd();
  };
  const close = () => {
    try {
      tx.close();
    } catch (error) {
      options.onFailure(error);
    } finally {
      end();
    }
  };
  const timer = setTimeout(() => {
    cut = pending > 0 ? DatabaseUnavailableError.after(options.limitMs) : new TransactionTimeoutError(options.limitMs);
    close();
    reject(cut);
    options.onCut(cut);
  }, options.limitMs);

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (cut) throw cut;
    pending++;
    try {
      return await Promise.race([work(), wasCut]);
    } catch (error) {
      options.onFailure(error);
      throw cut ?? error;
    } finally {
      pending--;
    }
  }

  return {
    execute: (statement: InStatement) => guarded(() => tx.execute(statement)),
    batch: (statements: InStatement[]) => guarded(() => tx.batch(statements)),
    executeMultiple: (sql: string) => guarded(() => tx.executeMultiple(sql)),
    async commit() {
      try {
        await guarded(() => tx.commit());
      } finally {
        end();
      }
    },
    // A failed rollback must not hide the original error; the connection is reopened before its next use.
    async rollback() {
      try {
        if (!over) await Promise.race([tx.rollback(), wasCut]);
      } catch (error) {
        options.onFailure(error);
      } finally {
        end();
      }
    },
    close,
    get closed() {
      return over || tx.closed;
    },
  };
}
