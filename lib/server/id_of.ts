/** Ids in addresses. */
import { notFound } from "../domain/refusal.ts";

/** A row's id in an address, from 1. Throws 404, which names `what`, where the text is no id. */
export function idOf(text: string | undefined, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text ?? "")) throw notFound(what);
  return Number(text);
}
