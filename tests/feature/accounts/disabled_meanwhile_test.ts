/** An account that is disabled or erased while what its person sent waits to be written. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { inTransaction } from "../../../db/mod.ts";
import * as schema from "../../../db/schema/mod.ts";
import { ROLE } from "../../../lib/domain/permissions.ts";
import { PASSWORD } from "../../support/app.ts";
import { APPLICATION } from "../../support/application.ts";
import { withPortal } from "../../support/second_factor.ts";
import { token } from "../../support/submission.ts";

const DRAFT = { entries: { lastName: "Smithers" }, rows: [], exit: "", comments: "", marks: {}, files: [] };

/** What a person may send of theirs, and the table that would have it. */
const CALLS = {
  "auth/updateSettings": [() => ({ name: "Ann New", phone: "905-555-0142" }), schema.auditRows],
  "auth/changeEmail": [() => ({ email: "ann@next.example" }), schema.accountLinks],
  "auth/beginSecondFactor": [() => ({ password: PASSWORD }), schema.secondFactors],
  "news/choose": [() => ({ choice: "digest" }), schema.auditRows],
  "loans/savedraft": [(tmpUploadId: string) => ({ draft: DRAFT, tmpUploadId }), schema.submissionDrafts],
  "loans/newloan": [(tmpUploadId: string) => ({ data: { ...APPLICATION, tmpUploadId } }), schema.loans],
  "loans/savefilter": [() => ({ name: "Late", query: "" }), schema.savedFilters],
} as const;

Deno.test("nothing is written for a person who was disabled since they sent it: it stood there after an erasure", () =>
  withPortal(async (t) => {
    for (const [call, [body, table]] of Object.entries(CALLS)) {
      const role = call.endsWith("filter") ? ROLE.administrator : ROLE.broker, ann = await t.account({ role });
      const begun = Promise.withResolvers<void>(), sent = Promise.withResolvers<void>();
      const disabled = inTransaction(t.deps.db, async (tx) => {
        begun.resolve();
        await sent.promise;
        await tx.update(schema.accounts).set({ status: 0 }).where(eq(schema.accounts.id, ann.id));
      });
      await begun.promise;
      const answer = t.post(`/api/${call}`, body(token(t, ann)), ann);
      // Its session is read, and then it waits for its turn to write.
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      sent.resolve();
      await disabled;
      const { status } = await answer;
      assert.deepEqual([status, await t.deps.db.$count(table)], [401, 0], call);
    }
  }));
