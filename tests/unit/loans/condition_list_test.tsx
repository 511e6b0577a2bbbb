/** A loan's conditions as its broker reads them. */
import assert from "node:assert/strict";
import { renderToString } from "react-dom/server";
import { ConditionList } from "../../../islands/conditions/ConditionList.tsx";
import type { ConditionItem } from "../../../lib/domain/loans/condition_item.ts";
import { FILE_UPLOAD } from "../../../lib/domain/loans/conditions.ts";

const ENDED = {
  "Signed by both borrowers": "Signed by both borrowers.",
  "Signed by both borrowers.": "Signed by both borrowers.",
  "Is it signed?": "Is it signed?",
};

Deno.test("a note ends once before the files that are taken, however it was written", () => {
  for (const [note, ended] of Object.entries(ENDED)) {
    const item: ConditionItem = {
      ...{ id: 30, type: FILE_UPLOAD, title: "Gift letter", restriction: "none", optional: false, note, text: "" },
      ...{ completed: false, ready: false, fileName: "", fileId: "", fileSize: null, completedAt: null },
      ...{ completedBy: "", accepted: false, returnedAt: null, returnReason: "", updated: false, brokerUpdatedAt: 0 },
    };
    const html = renderToString(<ConditionList loanId={7} conditions={[item]} hasCommitment={false} closed={false} />);
    const words = html.replaceAll(/<[^>]*>/g, "");
    assert.ok(words.includes(`${ended} PDF, PNG, JPEG or HEIC, up to 25 MB`), words);
  }
});
