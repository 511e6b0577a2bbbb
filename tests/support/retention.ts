/** What has grown old, for tests of retention (docs/decisions/retention.md). */
import { auditRows, files, trackedEmails, trackerEvents } from "../../db/schema/mod.ts";
import { dayStartInToronto } from "../../lib/domain/dates.ts";
import type { RetainedKind } from "../../lib/domain/operations/retention.ts";
import { getRetention } from "../../lib/features/operations/mod.ts";
import { newFileId } from "../../lib/features/tokens.ts";
import type { TestApp } from "./app.ts";
import { BYTES } from "./files.ts";

export const DAY = 24 * 3600_000;
/** START is 20 November 2026: the first days that stay, by the standards. */
export const SINCE = {
  drafts: dayStartInToronto("2026-09-21"),
  requests: dayStartInToronto("2026-05-24"),
  news: dayStartInToronto("2026-08-22"),
  addresses: dayStartInToronto("2025-10-20"),
  tracking: dayStartInToronto("2023-11-20"),
  signIns: dayStartInToronto("2023-11-20"),
  papers: dayStartInToronto("2019-01-01"),
};

/** One event at an instant, from a whole address. */
export async function addEvent(t: TestApp, created: number): Promise<void> {
  const emailId = (await t.deps.db.select({ id: trackedEmails.id }).from(trackedEmails).get())?.id ??
    (await t.deps.db.insert(trackedEmails).values({ name: "News", createdAt: created })
      .returning({ id: trackedEmails.id }))[0].id;
  const day = new Date(created - 5 * 3600_000).toISOString().slice(0, 10);
  await t.deps.db.insert(trackerEvents)
    .values({ emailId, sentId: 1, email: "a@b.example", type: "open", created, day, ip: "99.1.2.3" });
}

/** An audit row of an instant, with a whole address. */
export const addAudit = (t: TestApp, at: number, fields: Partial<typeof auditRows.$inferInsert>) =>
  t.deps.db.insert(auditRows).values({
    at,
    action: "loan.update",
    entity: "loan",
    entityId: "1",
    address: "99.1.2.3",
    ...fields,
  });

/** Adds a file of 2016; its id is returned. */
export async function addFile(
  t: TestApp,
  loanId: number,
  fields: Partial<typeof files.$inferInsert> = {},
): Promise<string> {
  const id = newFileId();
  await t.deps.ports.files.put(id, BYTES.pdf);
  await t.deps.db.insert(files).values({
    id,
    loanId,
    kind: "appraisal",
    name: `${id}.pdf`,
    mediaType: "application/pdf",
    size: BYTES.pdf.length,
    sha256: id,
    uploadedAt: Date.UTC(2016, 0, 1),
    ...fields,
  });
  return id;
}

/** How many of each kind would go tonight. */
export const due = async (t: TestApp): Promise<Partial<Record<RetainedKind, number>>> =>
  Object.fromEntries((await getRetention(t.context())).kinds.map(({ kind, due }) => [kind, due]));
