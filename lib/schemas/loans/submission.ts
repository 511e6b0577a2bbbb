/** Inputs of a review and a submission (loans specification 3.14 and 7.1). */
import * as v from "valibot";
import { FILE_TYPES, SUBMISSION_FILES_MAX } from "../../domain/files/submitted.ts";
import { EXIT_STRATEGIES } from "../../domain/loans/deal_options.ts";
import { AREA_REASON_MAX, COMMENT_MAX } from "../../domain/text_length.ts";
import { freeText, text } from "../fields.ts";
import { APPLICATION_SCHEMAS } from "./fields.ts";

/** Only an administrator may set it, so it is not part of an application. */
const { odsOverride: _administrators, ...entered } = APPLICATION_SCHEMAS;

const file = v.object({ id: text(80), type: v.optional(v.picklist(FILE_TYPES, "Choose what this file is."), "other") });

const exit = v.pipe(
  v.nullable(v.string()),
  v.transform((choice) => choice ?? ""),
  v.picklist(["", ...EXIT_STRATEGIES.map(({ value }) => value)], "Choose No or Yes."),
);

/** The form's values and attachments. A client's score and history are never trusted. */
export const SubmissionData = v.object({
  ...v.partial(v.object(entered)).entries,
  exitStrategy: v.optional(exit, ""),
  comments: v.optional(freeText(COMMENT_MAX), ""),
  /** Why an administrator lends where the rules of areas would not. */
  areaReason: v.optional(v.pipe(freeText(AREA_REASON_MAX), v.trim()), ""),
  files: v.optional(
    v.pipe(v.array(file), v.maxLength(SUBMISSION_FILES_MAX, `Send ${SUBMISSION_FILES_MAX} files or fewer.`)),
  ),
  tmpUploadId: v.optional(text(300), ""),
  brokerName: v.optional(v.nullable(text(200)), ""),
  score: v.optional(v.unknown()),
  submissionHistory: v.optional(v.unknown()),
});
export type SubmissionData = v.InferOutput<typeof SubmissionData>;

export const SubmissionInput = v.object({ data: SubmissionData });
export type SubmissionInput = v.InferOutput<typeof SubmissionInput>;
