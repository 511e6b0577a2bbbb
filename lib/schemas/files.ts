/** Inputs of the file calls besides the file (loans specification 7.1). */
import * as v from "valibot";
import { MAIN_KINDS } from "../domain/files/file_kinds.ts";
import { NO_FILE } from "../domain/files/loan_files.ts";
import { flag, id } from "./fields.ts";

/** A stored file's id. */
const fileId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,80}$/, "Send the id of a file."));

const kind = v.picklist(MAIN_KINDS, "Choose application, bureau, appraisal or commitment.");

/** A multipart field that may be missing, empty, or "null", "undefined" or "0". */
const optionalField = <S extends v.GenericSchema<string, unknown>>(schema: S) =>
  v.optional(v.union([v.pipe(v.picklist(["", "null", "undefined", "0"]), v.transform(() => undefined)), schema]));

/** `title` is the condition's on screen. `brokerConditions` is a client's copy of the list: accepted and ignored. */
export const OtherFileFields = v.object({
  loanId: id,
  conditionId: optionalField(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number))),
  title: v.optional(v.string()),
});
export type OtherFileFields = v.InferOutput<typeof OtherFileFields>;

/** `oldId`: the file to replace, NO_FILE where the sender saw none; without it whichever is there. */
export const LoanFileFields = v.object({
  loanId: id,
  type: kind,
  oldId: optionalField(v.union([v.literal(NO_FILE), fileId], "Send the id of a file.")),
});
export type LoanFileFields = v.InferOutput<typeof LoanFileFields>;

/** `current`: the sender saw no newer version of the file. */
const current = v.optional(flag, false);
export const OtherFileInput = v.object({ id: fileId, loanId: id, current });
export type OtherFileInput = v.InferOutput<typeof OtherFileInput>;
export const OpenOtherFile = v.object({ id: fileId, loanId: id, download: v.optional(flag, false) });
export const LoanFileInput = v.object({ id: fileId, type: kind, loanId: id, current });
export type LoanFileInput = v.InferOutput<typeof LoanFileInput>;
/** `new` is a cache buster of the specified client: accepted and ignored. */
export const OpenLoanFile = v.object({ id: fileId, type: v.optional(kind), new: v.optional(flag) });
