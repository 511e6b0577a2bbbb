import { createContext, useContext } from "react";

type Pieces = Readonly<Record<string, unknown>>;

/**
 * Data that several islands of a page share, written into the page once. On the server the view provides it around its
 * islands; in the browser it is read from the page's `data-…` blocks.
 */
export const PageData = createContext<Pieces | null>(null);

const read = new Map<string, unknown>();

/** The data of this name; constant while the page is open. */
export function usePageData<T>(name: string): T {
  const provided = useContext(PageData);
  if (provided) return provided[name] as T;
  if (!read.has(name)) read.set(name, JSON.parse(document.getElementById(`data-${name}`)?.textContent ?? "null"));
  return read.get(name) as T;
}
