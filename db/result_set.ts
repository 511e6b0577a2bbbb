/** Answers in the client's form, of a database file and of a libSQL server. */
import type { ResultSet, Row } from "@libsql/client";

/** Makes a row of its cells, which are in the client's form. */
export type RowMaker = (cells: readonly unknown[]) => Row;

/** An answer to a statement. */
export class Result implements ResultSet {
  constructor(
    readonly columns: string[],
    readonly columnTypes: string[],
    readonly rows: Row[],
    readonly rowsAffected: number,
    readonly lastInsertRowid: bigint | undefined,
  ) {}

  toJSON() {
    const { columns, columnTypes, rows, rowsAffected } = this;
    return { columns, columnTypes, rows, rowsAffected, lastInsertRowid: this.lastInsertRowid?.toString() ?? null };
  }
}

const OWN = { enumerable: true, configurable: true, writable: true } as const;

/** A factory of rows whose cells are accessible by index and name; only the names are enumerable. */
export function rowMaker(columns: readonly string[]): RowMaker {
  class Named {
    readonly #cells: readonly unknown[];
    [name: string]: unknown;

    constructor(cells: readonly unknown[]) {
      this.#cells = cells;
      for (const [name, at] of names) {
        const value = this.#cells[at];
        // An assignment would change what the row inherits.
        if (name === "__proto__") Object.defineProperty(this, name, { value, ...OWN });
        else this[name] = value;
      }
    }

    static {
      columns.forEach((_, at) =>
        Object.defineProperty(this.prototype, at, {
          get(this: Named) {
            return this.#cells[at];
          },
        })
      );
      Object.defineProperty(this.prototype, "length", { value: columns.length });
    }
  }
  // Of columns with the same name the first counts.
  const names = [...new Set(columns)].filter((name) => !Object.hasOwn(Named.prototype, name) || name === "constructor")
    .map((name) => [name, columns.indexOf(name)] as const);
  return (cells) => new Named(cells) as unknown as Row;
}
