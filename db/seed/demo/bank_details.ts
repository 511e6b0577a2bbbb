/**
 * Bank details of the demo's borrowers and of one participant: most loans in servicing have them, one in five does not.
 */
import { addDays, dateInToronto } from "../../../lib/domain/dates.ts";
import type { Vault } from "../../../lib/domain/ports.ts";
import { loanParty, participantParty } from "../../../lib/domain/servicing/transfers.ts";
import type { bankDetails, loans, participants } from "../../schema/mod.ts";
import { ADMINISTRATOR } from "./people.ts";

const WITHOUT = 5;
const INSTITUTIONS = ["001", "002", "003", "004", "010"];

/** Sealed with the demo's own key; none without one. */
export async function demoBankDetails(
  vault: Vault | null,
  rows: readonly (typeof loans.$inferInsert)[],
  held: readonly (typeof participants.$inferInsert)[],
  now: number,
  administratorId: number,
): Promise<(typeof bankDetails.$inferInsert)[]> {
  if (!vault) return [];
  const borrowers = rows.filter(({ adminComSelect }) => adminComSelect === "Funded")
    .filter((_, i) => i % WITHOUT !== WITHOUT - 1)
    .map(({ id, firstName, lastName }) => ({
      party: loanParty(id!),
      loanId: id!,
      holder: [firstName, lastName].filter(Boolean).join(" "),
    }));
  const names = [...new Set(held.map(({ name }) => name))].sort().slice(0, 1);
  const all = [...borrowers, ...names.map((name) => ({ party: participantParty(name), loanId: null, holder: name }))];
  return await Promise.all(all.map(async ({ party, loanId, holder }, i) => {
    const account = {
      institution: INSTITUTIONS[i % INSTITUTIONS.length],
      transit: String(10_000 + i * 37),
      account: String(1_000_000 + i * 7_919),
      holder,
    };
    return {
      party,
      loanId,
      sealed: await vault.seal(party, JSON.stringify(account)),
      keyMark: vault.mark,
      agreedOn: addDays(dateInToronto(now), -30 - i),
      savedAt: now,
      savedBy: administratorId,
      savedByName: ADMINISTRATOR.name,
    };
  }));
}
