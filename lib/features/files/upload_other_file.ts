/** Uploads a supporting document, or the file of a condition, which completes it. */
import type { Context } from "../../../db/mod.ts";
import { files } from "../../../db/schema/mod.ts";
import { acceptedTypes, kindOfCondition } from "../../domain/files/file_kinds.ts";
import { mediaTypeNames } from "../../domain/files/media_type.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import type { ConditionState } from "../../domain/loans/condition_item.ts";
import { actOnCondition } from "../../domain/loans/conditions.ts";
import { isAdministrator } from "../../domain/permissions.ts";
import { forbidden, invalid, Refusal } from "../../domain/refusal.ts";
import type { OtherFileFields } from "../../schemas/files.ts";
import { audit } from "../audit.ts";
import { changeCondition } from "../conditions/broker_acted.ts";
import { asCondition, getCondition, requireAct } from "../conditions/load.ts";
import { getLoanFor } from "../loans/load.ts";
import { storeFiles } from "./_store_files.ts";
import { currentFile, replaceFile } from "./load.ts";

export interface UploadedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  conditionId: number | null;
  /** What it changed of the condition. */
  condition?: ConditionState;
}

/**
 * Stores the file. With a condition it completes it and replaces its file; conditions 1, 2, 3 and 6 store theirs as a
 * main file, PDF only. Throws 404, 403 for a broker without a condition, on a restricted one or on a closed loan,
 * 409 for a condition that is another by now, 415 for a type not allowed.
 */
export async function uploadOtherFile(
  ctx: Context,
  input: OtherFileFields & { file: ReceivedFile },
): Promise<UploadedFile> {
  const { loanId, conditionId, file } = input;
  const kind = kindOfCondition(conditionId);
  // Checked before the bytes are stored and again in the transaction, as the list may have changed meanwhile.
  await requireUpload(ctx, ctx.db, input);
  return await storeFiles(ctx, [file], async (tx, [kept]) => {
    const row = await requireUpload(ctx, tx, input);
    const before = row?.fileId ?? (kind === "other" ? undefined : (await currentFile(tx, loanId, kind))?.id);
    await tx.insert(files).values({ ...kept, loanId, kind, uploadedBy: ctx.actor!.id });
    if (before) await replaceFile(tx, before, kept.id);
    await audit(tx, ctx, {
      action: "file.upload",
      entityId: kept.id,
      before: before ? { id: before } : undefined,
      after: { loanId, kind, name: kept.name, size: kept.size, sha256: kept.sha256, conditionId },
    });
    const change = { completed: true, fileId: kept.id };
    const acted = row && await changeCondition(tx, ctx, row, change);
    const { id, name, size } = kept;
    const condition = acted ? { ...acted.condition, fileId: id, fileName: name, fileSize: size } : undefined;
    return { id, name, size, conditionId: conditionId ?? null, condition };
  });
}

async function requireUpload(
  ctx: Context,
  db: Parameters<typeof getLoanFor>[1],
  input: OtherFileFields & { file: ReceivedFile },
) {
  const { loanId, conditionId, title, file } = input;
  const loan = await getLoanFor(ctx.actor, db, loanId);
  const row = conditionId === undefined ? null : await getCondition(db, loanId, conditionId);
  if (row) requireAct(ctx, loan, row, title);
  else if (!isAdministrator(ctx.actor)) throw forbidden("Upload a file to one of the conditions.");
  if (row && !actOnCondition(asCondition(row), { fileName: file.name })) {
    throw invalid("This condition takes no file. Complete it with a tick or a text.");
  }
  const types = acceptedTypes(kindOfCondition(conditionId));
  if (!types.includes(file.mediaType)) {
    throw new Refusal(415, `This is not a ${mediaTypeNames(types)} file. Choose another.`);
  }
  return row;
}
