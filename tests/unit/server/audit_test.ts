/** The audit trail's actions and shapes: what must not compile, and what a row holds. */
import assert from "node:assert/strict";
import { auditColumns, type AuditEntry, storedAudit } from "../../../lib/domain/audit.ts";

// Each line below is an error of the compiler; `deno check` fails where one of them is not any more.
export const REFUSED: AuditEntry[] = [
  // @ts-expect-error -- a misspelt action
  { action: "loan.brokr", entityId: 1, before: { brokerId: null }, after: { brokerId: 3 } },
  // @ts-expect-error -- a half that the action does not have
  { action: "session.start", entityId: 1, after: { sessions: 1 } },
  // @ts-expect-error -- a half is missing
  { action: "loan.broker", entityId: 1, after: { brokerId: 3 } },
  // @ts-expect-error -- another action's shape
  { action: "loan.participants", entityId: 1, before: { brokerId: 1 }, after: { brokerId: 3 } },
  // @ts-expect-error -- a password
  { action: "account.update", entityId: 1, before: {}, after: { password: "Correct1Horse" } },
  // @ts-expect-error -- a status that no loan has
  { action: "loan.update", entityId: 1, before: {}, after: { adminComSelect: "Financed" } },
];

Deno.test("an entry becomes a row under its action's area, and reads back", () => {
  const row = auditColumns({ action: "loan.broker", entityId: 7, before: { brokerId: null }, after: { brokerId: 3 } });
  assert.deepEqual(row, {
    action: "loan.broker",
    entity: "loan",
    entityId: "7",
    before: '{"brokerId":null}',
    after: '{"brokerId":3}',
  });
  assert.deepEqual(storedAudit(row), { action: "loan.broker", before: { brokerId: null }, after: { brokerId: 3 } });
  assert.equal(auditColumns({ action: "device.ask", entityId: 1 }).entity, "device");
});

Deno.test("a row of an action unknown to this version is left out, whatever its name", () => {
  for (const action of ["loan.merge", "toString", ""]) {
    assert.equal(storedAudit({ action, before: null, after: null }), null);
  }
});
