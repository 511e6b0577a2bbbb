import type { InStatement, Transaction } from "@libsql/client";
import { TransactionCutError } from "./errors.ts";

interface GuardOptions {
  /** Milliseconds after which the transaction is cut. */
  limitMs: number;
  /** Tells whoever waits for the transaction that it was cut. */
  onCut(error: TransactionCutError): void;
  /** A statement, the commit or the rollback failed. */
  onFailure(error: unknown): void;
  /** Called once, when the transaction is over in whatever way. */
  onEnd(): void;
}

/** Wraps an open transaction so that it ends within its limit, reports its failures, and gives its turn back once. */
export function guardTransaction(tx: Transaction, options: GuardOptions): Transaction {
  let over = false;
  let cut: TransactionCutError | undefined;
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
    cut = new TransactionCutError(options.limitMs);
    close();
    options.onCut(cut);
  }, options.limitMs);

  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (cut) throw cut;
    try {
      return await work();
    } catch (error) {
      options.onFailure(error);
      throw cut ?? error;
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
        if (!over) await tx.rollback();
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
