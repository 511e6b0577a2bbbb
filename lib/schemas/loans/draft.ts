/** A draft of the submission form: bounded, but not validated as an application. */
import * as v from "valibot";
import { DOCUMENT_TYPES } from "../../domain/documents/document_types.ts";
import { FILE_TYPES, SUBMISSION_FILES_MAX } from "../../domain/files/submitted.ts";
import { COMMENT_MAX } from "../../domain/text_length.ts";
import { text } from "../fields.ts";
import { PROPERTIES_MAX } from "./fields.ts";

const ENTRIES_MAX = 100;

const name = v.pipe(v.string(), v.regex(/^[A-Za-z]\w{0,39}$/));
const few = <T extends Record<string, unknown>>(record: T) => Object.keys(record).length <= ENTRIES_MAX;
// What is still to be shortened is kept too.
const entries = v.pipe(v.record(name, text(2_000)), v.check(few, `Send ${ENTRIES_MAX} fields or fewer.`));

const mark = v.variant("type", [
  v.object({
    type: v.picklist(DOCUMENT_TYPES),
    file: text(200),
    page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
  v.object({ type: v.literal("quote") }),
]);

/** When the draft that the page has was saved, in milliseconds. */
const keptAt = v.optional(v.pipe(v.number(), v.safeInteger()));

export const DraftInput = v.object({
  draft: v.object({
    entries,
    rows: v.pipe(v.array(entries), v.maxLength(PROPERTIES_MAX)),
    exit: text(40),
    comments: text(10 * COMMENT_MAX),
    marks: v.pipe(v.record(name, mark), v.check(few, `Send ${ENTRIES_MAX} fields or fewer.`)),
    files: v.pipe(
      v.array(v.object({ id: text(80), type: v.picklist(FILE_TYPES) })),
      v.maxLength(SUBMISSION_FILES_MAX),
    ),
  }),
  tmpUploadId: text(300),
  keptAt,
});
export type DraftInput = v.InferOutput<typeof DraftInput>;

export const DiscardDraftInput = v.object({ tmpUploadId: text(300), keptAt });
export type DiscardDraftInput = v.InferOutput<typeof DiscardDraftInput>;
