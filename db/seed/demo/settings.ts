/** The demo's own settings, as a version of them: two lending areas, and the partner who is sent shared deals. */
import { auditColumns } from "../../../lib/domain/audit.ts";
import type { LendingArea, LendingSettings } from "../../../lib/domain/lending/settings.ts";
import { completeSettings } from "../../../lib/domain/settings/stored_documents.ts";
import { auditHalves, documentChanges } from "../../../lib/domain/settings/document_changes.ts";
import type { Tx } from "../../mod.ts";
import { auditRows, settingsVersions } from "../../schema/mod.ts";

const LENDING_AREAS: LendingArea[] = [
  { value: "Prince Edward County", rule: "lower", maxLtv: 65 },
  { value: "Timmins", rule: "no", maxLtv: 65 },
];

const PARTNERS = ["deals@northgate.example"];

/** Puts the demo's settings in force, saved by `by` at `at`. */
export async function seedSettings(
  tx: Tx,
  settings: LendingSettings,
  by: { id: number; name: string },
  at: number,
): Promise<void> {
  const body = completeSettings({ ...settings, lendingAreas: LENDING_AREAS, partnerEmails: PARTNERS });
  const [{ id }] = await tx.insert(settingsVersions).values({ body, savedAt: at, savedBy: by.id })
    .returning({ id: settingsVersions.id });
  const halves = auditHalves(documentChanges(settings, body));
  await tx.insert(auditRows).values({
    at,
    actorId: by.id,
    actorName: by.name,
    address: "192.0.2.10",
    ...auditColumns({ action: "settings.save", entityId: id, ...halves }),
  });
}
