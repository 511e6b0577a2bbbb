/** A loan's conditions as its broker reads them. */
import assert from "node:assert/strict";
import { renderToString } from "react-dom/server";
import { ConditionList } from "../../../islands/conditions/ConditionList.tsx";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { FILE_UPLOAD } from "../../../lib/domain/loans/conditions.ts";

Deno.test("a note ends with one full stop before the files that are taken, also where it was written with one", () => {
  for (const note of ["Signed by both borrowers", "Signed by both borrowers."]) {
    const item: ConditionItem = {
      ...{ id: 30, type: FILE_UPLOAD, title: "Gift letter", restriction: "none", optional: false, note, text: "" },
      ...{ completed: false, ready: false, fileName: "", fileId: "", fileSize: null, completedAt: null },
      ...{ completedBy: "", accepted: false, returnedAt: null, returnReason: "", updated: false, brokerUpdatedAt: 0 },
    };
    const html = renderToString(<ConditionList loanId={7} conditions={[item]} hasCommitment={false} closed={false} />);
    const words = html.replaceAll(/<[^>]*>/g, "");
    assert.ok(words.includes("Signed by both borrowers. PDF, PNG, JPEG or HEIC, up to 25 MB"), words);
  }
});
