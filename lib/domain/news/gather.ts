/** Batches news that comes in bursts, for a few minutes: a list ticked off is one mail. */
import { brokerStatusLabel } from "../loans/broker_view.ts";
import type { News, NewsKind } from "./kinds.ts";

/** How long news of one kind and loan is gathered before it is mailed. */
export const GATHER_MS = 5 * 60_000;

const GATHERED: ReadonlySet<NewsKind> = new Set<NewsKind>([
  "statusChanged",
  "conditionsSet",
  "conditionAccepted",
  "commitmentReady",
]);

export const isGathered = (kind: NewsKind): boolean => GATHERED.has(kind);

/** Both pieces as one; null where the later undoes the earlier. They are of one kind and loan. */
export function gathered(before: News, after: News): News | null {
  if (before.kind === "statusChanged" && after.kind === "statusChanged") {
    const data = { ...after.data, from: before.data.from };
    return brokerStatusLabel(data.from) === brokerStatusLabel(data.to) ? null : { kind: after.kind, data };
  }
  if (
    (before.kind === "conditionsSet" && after.kind === "conditionsSet") ||
    (before.kind === "conditionAccepted" && after.kind === "conditionAccepted")
  ) {
    const titles = [...new Set([...before.data.titles, ...after.data.titles])];
    const { ids } = before.data, more = after.data.ids;
    return { kind: after.kind, data: { titles, ...(ids && more && { ids: [...new Set([...ids, ...more])] }) } };
  }
  return after;
}
