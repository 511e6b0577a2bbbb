/** Clicks on different links of one mail within two seconds are a machine's, all of them. */
import { and, between, eq, type SQL } from "drizzle-orm";
import type { Tx } from "../../../db/mod.ts";
import type { loanMailEvents, trackerEvents } from "../../../db/schema/mod.ts";
import { TOGETHER_MS, TOGETHER_REASON } from "../../domain/tracking/machine_reason.ts";

/** Marks the clicks of one mail, which `ofMail` finds among its events, around an instant in milliseconds. */
export async function markTogether(
  tx: Tx,
  events: typeof trackerEvents | typeof loanMailEvents,
  ofMail: SQL | undefined,
  created: number,
): Promise<void> {
  const around = and(
    ofMail,
    between(events.created, created - TOGETHER_MS, created + TOGETHER_MS),
    eq(events.type, "link"),
  );
  const clicks = await tx.selectDistinct({ link: events.link }).from(events).where(around).limit(2);
  if (clicks.length < 2) return;
  await tx.update(events).set({ machine: TOGETHER_REASON }).where(and(around, eq(events.machine, "")));
}
