/** What a list shows, as its address says it: each parameter's schema and default are declared once. */
import * as v from "valibot";

// deno-lint-ignore no-explicit-any -- any schema that has a fallback
type Parameters = Record<string, v.SchemaWithFallback<v.GenericSchema<unknown, any>, any>>;
type QueryOf<P extends Parameters> = { [K in keyof P]: v.InferOutput<P[K]> };
type ColumnOf<Q> = Q extends { sort: infer Column } ? Column : never;

/** A list's query; a column names its order. Addresses hold what is not default, in the order of declaration. */
export interface ListQuery<Q> {
  path: string;
  defaults: Readonly<Q>;
  /**
   * The query of an address. Unknown and invalid values give the defaults; of a repeated parameter the first counts.
   */
  parse(sent: URL | Readonly<Record<string, unknown>>): Q;
  /** The parameters that are not default, as their address's texts. Any change but of the page leads to page 1. */
  notDefault(query: Q, change?: Partial<Q>): Record<string, string>;
  /** The same as the text of an address's query: `status=Funded&sort=city`. */
  text(query: Q, change?: Partial<Q>): string;
  /** The same as an address of this site. */
  address(query: Q, change?: Partial<Q>): string;
  /** The list sorted by a column: ascending, or turned round where it is that column already. */
  sortAddress(query: Q, column: ColumnOf<Q>): string;
  /** Whether the list runs downwards. */
  isDescending(query: Q): boolean;
}

/** One of some words; the default where the address has none of them. */
export const oneOf = <const T extends readonly string[], const D extends T[number]>(words: T, fallback: D) =>
  v.fallback(v.picklist(words), fallback as T[number]);

/** A search of at most `most` characters, trimmed and without control characters; empty by default. */
export const searchText = (most: number) =>
  v.fallback(
    v.pipe(
      v.string(),
      v.transform((s) => s.toWellFormed().replace(/\p{Cc}/gu, " ").trim().slice(0, most).toWellFormed().trim()),
    ),
    "",
  );

/** A whole number from 1 to `most`. */
export const wholeNumber = (most: number, fallback: number) =>
  v.fallback(
    v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number), v.minValue(1), v.maxValue(most)),
    fallback,
  );

/** The number of a page, from 1. */
export const pageNumber = wholeNumber(1_000_000, 1);

/** What stands in an address as it is. */
const PLAIN = /^[\w.*-]*$/;

const encoded = (value: string): string => new URLSearchParams({ value }).toString().slice("value=".length);

/**
 * Declares a list's query. `direction` names the parameter ("asc" or "desc") that belongs to `sort`; a select may write
 * both as one, `sort=loans-desc`. `settle` brings parameters that exclude each other into line.
 */
export function defineListQuery<P extends Parameters>(
  path: string,
  parameters: P,
  options: { direction?: keyof P & string; settle?: (query: QueryOf<P>) => QueryOf<P> } = {},
): ListQuery<QueryOf<P>> {
  type Q = QueryOf<P>;
  const { direction, settle = (query) => query } = options;
  const all = Object.entries(parameters);
  const defaults = Object.fromEntries(all.map(([name, schema]) => [name, v.getFallback(schema)])) as Q;

  function parse(sent: URL | Readonly<Record<string, unknown>>): Q {
    const texts: Record<string, unknown> = sent instanceof URL
      ? Object.fromEntries([...sent.searchParams].reverse())
      : { ...sent };
    const turned = direction && typeof texts.sort === "string" && /^(\w+)-(asc|desc)$/.exec(texts.sort);
    if (turned) [, texts.sort, texts[direction]] = turned;
    const read = ([name, schema]: [string, P[string]]) => [name, v.parse(schema, texts[name])];
    return settle(Object.fromEntries(all.map((one) => read(one as [string, P[string]]))) as Q);
  }

  function changed(query: Q, change: Partial<Q> = {}): Q {
    const turnsBack = Object.keys(change).length > 0 && "page" in defaults && !("page" in change);
    return settle({ ...query, ...turnsBack && { page: defaults.page }, ...change });
  }

  function notDefault(query: Q, change?: Partial<Q>): Record<string, string> {
    const next = changed(query, change);
    return Object.fromEntries(
      all.filter(([name]) => next[name] !== defaults[name]).map(([name]) => [name, String(next[name])]),
    );
  }

  // Pages have hundreds of addresses: put together by hand.
  function text(query: Q, change?: Partial<Q>): string {
    const next = changed(query, change);
    let text = "";
    for (const [name] of all) {
      if (next[name] === defaults[name]) continue;
      const value = String(next[name]);
      text += `${text && "&"}${name}=${PLAIN.test(value) ? value : encoded(value)}`;
    }
    return text;
  }
  const address = (query: Q, change?: Partial<Q>) => {
    const rest = text(query, change);
    return rest ? `${path}?${rest}` : path;
  };
  const isDescending = (query: Q) => direction !== undefined && query[direction] === "desc";
  const sortAddress = (query: Q, column: ColumnOf<Q>) => {
    const turned = query.sort === column && !isDescending(query);
    return address(query, { sort: column, [direction!]: turned ? "desc" : "asc" } as unknown as Partial<Q>);
  };
  return { path, defaults, parse, notDefault, text, address, sortAddress, isDescending };
}
