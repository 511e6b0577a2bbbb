/** What New Loan says of a draft that waits. */
import assert from "node:assert/strict";
import { draftOfferWords } from "../../../lib/ui/loans/draft_offer.ts";

const WHEN = "20 Nov, 12:01";
const draftOf = (entries: Record<string, string>, files: number) => ({
  content: { entries },
  files: Array.from({ length: files }, (_, i) => ({ id: `${i}`, name: `${i}.pdf`, type: "bureau" as const, size: 1 })),
});

Deno.test("an empty form offers to continue the draft or to start over", () => {
  for (
    const [entries, files, title, saved] of [
      [{}, 0, "Unfinished application", "Saved 20 Nov, 12:01."],
      [{ lastName: "Lau" }, 1, "Unfinished application for Lau", "Saved 20 Nov, 12:01, with 1 file."],
      [
        { firstName: "Ann", lastName: "Lau" },
        2,
        "Unfinished application for Ann Lau",
        "Saved 20 Nov, 12:01, with 2 files.",
      ],
    ] as [Record<string, string>, number, string, string][]
  ) {
    assert.deepEqual(draftOfferWords(draftOf(entries, files), WHEN, null), {
      title,
      about: `${saved} What you type now is kept once you choose.`,
      goOn: "Continue your draft of 20 Nov, 12:01",
      giveUp: "Start over",
      when: WHEN,
      instead: null,
    });
  }
});

Deno.test("a form that began with a copy or a quote offers to open the draft or to replace it", () => {
  for (const [begun, instead] of [["copy", "copy"], ["quote", "application from your quote"]] as const) {
    assert.deepEqual(draftOfferWords(draftOf({ lastName: "Lau" }, 1), WHEN, begun), {
      title: "Unfinished application for Lau",
      about: `Your draft of 20 Nov, 12:01 is still saved. This ${instead} is not saved until it replaces the draft.`,
      goOn: "Open the draft of 20 Nov, 12:01",
      giveUp: `Replace it with this ${instead}`,
      when: WHEN,
      instead,
    });
  }
});
