import type { InStatement, Transaction } from "@libsql/client";
import { DatabaseAwayError, TransactionCutError } from "./errors.ts";

interface GuardOptions {
  /** Milliseconds after which the transaction is cut. */
  limitMs: number;
  /** Tells whoever waits for the transaction that it was cut. */
  onCut(error: Error): void;
  /** A statement, the commit or the rollback failed. */
  onFailure(error: unknown): void;
  /** Called once, when the transaction is over in whatever way. */
  onEnd(): void;
}

/**
 * Wraps an open transaction so that it ends within its limit, reports its failures, and gives its turn back once. It is cut
 * with TransactionCutError, or DatabaseAwayError where the database was being waited for: a commit may have been kept then.
 */
export function guardTransaction(tx: Transaction, options: GuardOptions): Transaction {
  let over = false;
  let asked = 0;
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
    cut = asked > 0 ? DatabaseAwayError.after(options.limitMs) : new TransactionCutError(options.limitMs);
    close();
    reject(cut);
    options.onCut(cut);
  }, options.limitMs);

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (cut) throw cut;
    asked++;
    try {
      return await Promise.race([work(), wasCut]);
    } catch (error) {
      options.onFailure(error);
      throw cut ?? error;
    } finally {
      asked--;
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
    // A failed rollback must not hide why the work was rolled back; the connection is renewed before its next use.
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
