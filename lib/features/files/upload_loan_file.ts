/** Uploads a loan's application, bureau, appraisal or commitment. */
import type { Context, Tx } from "../../../db/mod.ts";
import { files } from "../../../db/schema/mod.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import { NO_FILE } from "../../domain/files/loan_files.ts";
import { conflict, notFound } from "../../domain/refusal.ts";
import type { LoanFileFields } from "../../schemas/files.ts";
import { audit } from "../audit.ts";
import { getLoanFor } from "../loans/load.ts";
import { storeFiles } from "./_store_files.ts";
import { currentFile, getFile, refuseReplaced, replaceFile } from "./load.ts";

/**
 * Stores the PDF as the loan's file of its type, replacing `oldId` or the current one. Throws 404 for an unknown loan
 * or `oldId`, 409 where `oldId` was replaced meanwhile, or is NO_FILE and there is one by now.
 */
export async function uploadLoanFile(
  ctx: Context,
  input: LoanFileFields & { file: ReceivedFile },
): Promise<{ id: string; name: string }> {
  const { loanId, type, file } = input;
  await fileToReplace(ctx, ctx.db, input);
  return await storeFiles(ctx, [file], async (tx, [kept]) => {
    const old = await fileToReplace(ctx, tx, input);
    await tx.insert(files).values({ ...kept, loanId, kind: type, uploadedBy: ctx.actor!.id });
    if (old) await replaceFile(tx, old.id, kept.id);
    await audit(tx, ctx, {
      action: "file.upload",
      entityId: kept.id,
      before: old && { id: old.id, name: old.name },
      after: { loanId, kind: type, name: kept.name, size: kept.size, sha256: kept.sha256 },
    });
    return { id: kept.id, name: kept.name };
  });
}

const ARRIVED = "Nothing was stored: this loan got such a file meanwhile. Load the page again to see it; " +
  "there you may replace it.";

/** The file to replace. */
async function fileToReplace(ctx: Context, db: Context["db"] | Tx, { loanId, type, oldId }: LoanFileFields) {
  await getLoanFor(ctx.actor, db, loanId);
  if (!oldId || oldId === NO_FILE) {
    const current = await currentFile(db, loanId, type);
    if (oldId && current) throw conflict(ARRIVED);
    return current;
  }
  const old = await getFile(db, loanId, oldId);
  if (old.kind !== type) throw notFound("file");
  refuseReplaced(old);
  return old;
}
