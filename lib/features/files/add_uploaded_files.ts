/** Files of a submission that is still being filled in: kept with its upload until the loan takes them. */
import { and, count, eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { accounts, files, loans, uploads } from "../../../db/schema/mod.ts";
import type { ReceivedFile, RefusedFile } from "../../domain/files/received.ts";
import { FILE_TYPES, type FileType, SUBMISSION_FILES_MAX } from "../../domain/files/submitted.ts";
import { allows } from "../../domain/permissions.ts";
import { conflict, forbidden, Refusal } from "../../domain/refusal.ts";
import { keepFiles } from "./_keep.ts";
import { readUploadToken } from "./_upload_token.ts";

/** A kept file as the submit page lists it. `field` is the form's name for it, `size` bytes. */
export interface UploadedFile {
  id: string;
  field: string;
  name: string;
  type: FileType;
  size: number;
}

export interface UploadInput {
  fields: Readonly<Record<string, string>>;
  files: readonly ReceivedFile[];
  refused: readonly RefusedFile[];
}

/**
 * Keeps what came in under its tmpUploadId; `type0` … name what `file0` … are. Answers what was kept, what was refused
 * and why. Throws where the token is not good, the form was already submitted, or no file could be kept.
 */
export async function addUploadedFiles(
  ctx: Context,
  input: UploadInput,
): Promise<{ uploadedFiles: UploadedFile[]; refused: { name: string; reason: string }[]; reason?: string }> {
  const ticket = readUploadToken(ctx, input.fields.tmpUploadId ?? "");
  const refused = input.refused.map(({ name, reason }) => ({ name, reason }));
  const reason = refused.map((one) => `${one.name}: ${one.reason}`).join(" ");
  if (input.files.length === 0) {
    throw new Refusal(input.refused[0]?.status ?? 422, reason || "There is no file in this upload.");
  }
  const uploadedFiles = await keepFiles(ctx, input.files, async (tx, kept) => {
    const owner = await tx.select().from(accounts).where(and(eq(accounts.id, ticket.accountId), eq(accounts.status, 1)))
      .get();
    if (!owner || !allows(owner, "submitLoan")) throw forbidden();
    const submitted = await tx.select({ id: loans.id }).from(loans).where(eq(loans.tmpUploadId, ticket.uploadId)).get();
    if (submitted) throw conflict("This form was already submitted. Add further files on the loan's own page.");
    await tx.insert(uploads).values({
      id: ticket.uploadId,
      accountId: ticket.accountId,
      createdAt: ctx.now,
      expiresAt: ticket.expiresAt,
    }).onConflictDoNothing();
    const [{ there }] = await tx.select({ there: count() }).from(files).where(eq(files.uploadId, ticket.uploadId));
    if (there + kept.length > SUBMISSION_FILES_MAX) {
      throw new Refusal(413, `A loan form takes ${SUBMISSION_FILES_MAX} files. Remove some, or send the rest later.`);
    }
    const rows = kept.map((row, index) => ({
      ...row,
      uploadId: ticket.uploadId,
      kind: typeOf(input, input.files[index].field),
      uploadedBy: ticket.accountId,
    }));
    await tx.insert(files).values(rows);
    return rows.map(({ id, name, kind, size }, index) => ({
      id,
      field: input.files[index].field,
      name,
      type: kind,
      size,
    }));
  });
  return { uploadedFiles, refused, ...(reason && { reason }) };
}

/** Throws 403 where the token is not good, so that a request can be stopped before its files are read. */
export function checkUploadToken(ctx: Context, token: string): void {
  readUploadToken(ctx, token);
}

function typeOf(input: UploadInput, field: string): FileType {
  const told = input.fields[field.replace(/^file/, "type")];
  return FILE_TYPES.find((type) => type === told) ?? "other";
}
