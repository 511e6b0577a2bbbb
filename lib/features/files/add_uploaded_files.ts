/** Files of an unfinished submission: stored with the upload until the loan is created. */
import { and, count, eq } from "drizzle-orm";
import type { Context, Tx } from "../../../db/mod.ts";
import { accounts, files, loans, uploads } from "../../../db/schema/mod.ts";
import { maskSins } from "../../domain/documents/sin.ts";
import type { ReceivedFile, RefusedFile } from "../../domain/files/received.ts";
import { FILE_TYPES, type FileType, UPLOADED_FILES_MAX } from "../../domain/files/submitted.ts";
import { type Actor, allows, isAdministrator } from "../../domain/permissions.ts";
import { conflict, forbidden, Refusal } from "../../domain/refusal.ts";
import { storeFiles } from "./_store_files.ts";
import { type DocumentData, type OnPage, readDocuments } from "./_read_documents.ts";
import { readUploadToken, type UploadTicket } from "./upload_token.ts";

/**
 * A stored file (loans specification 3.14 and 7.2) with the reading's result. `field` is the form's name for it, `size`
 * bytes, `type` detected, or as the form says.
 */
export interface UploadedFile extends Omit<DocumentData, "type"> {
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
 * Reads files and stores them under their tmpUploadId; `type0` … are the fallback types of `file0` …. Returns the
 * stored and the refused ones. Throws for a bad token, a submitted form, or where no file was stored. Read values are
 * not stored.
 */
export async function addUploadedFiles(
  ctx: Context,
  input: UploadInput,
  onPage?: OnPage,
): Promise<{ uploadedFiles: UploadedFile[]; refused: { name: string; reason: string }[]; reason?: string }> {
  const ticket = readUploadToken(ctx, input.fields.tmpUploadId ?? "");
  const refused = input.refused.map(({ name, reason }) => ({ name: maskSins(name), reason }));
  const reason = refused.map((one) => `${one.name}: ${one.reason}`).join(" ");
  if (input.files.length === 0) {
    throw new Refusal(
      input.refused[0]?.status ?? 422,
      reason || "This upload has no file. Choose one, then send it again.",
    );
  }
  const owner = await openForm(ctx.db, ticket);
  const view = isAdministrator(owner) ? "admin" : "broker";
  const documents = await readDocuments(ctx, owner.id, input.files, view, onPage);
  const uploadedFiles = await storeFiles(ctx, input.files, async (tx, kept) => {
    await openForm(tx, ticket);
    await tx.insert(uploads).values({
      id: ticket.uploadId,
      accountId: ticket.accountId,
      createdAt: ctx.now,
      expiresAt: ticket.expiresAt,
    }).onConflictDoNothing();
    const [{ there }] = await tx.select({ there: count() }).from(files).where(eq(files.uploadId, ticket.uploadId));
    if (there + kept.length > UPLOADED_FILES_MAX) {
      throw new Refusal(
        413,
        "This form has the maximum number of files. Add the rest on the loan's page later.",
      );
    }
    const rows = kept.map((row, index) => ({
      ...row,
      uploadId: ticket.uploadId,
      kind: documents[index].type ?? typeOf(input, input.files[index].field),
      uploadedBy: ticket.accountId,
    }));
    await tx.insert(files).values(rows);
    return rows.map(({ id, name, kind, size }, index) => ({
      ...documents[index],
      id,
      field: input.files[index].field,
      name,
      type: kind,
      size,
    }));
  });
  return { uploadedFiles, refused, ...(reason && { reason }) };
}

/** The account of the form. Throws where it may no longer submit, or the form became a loan. */
async function openForm(db: Context["db"] | Tx, ticket: UploadTicket): Promise<Actor> {
  const owner = await db.select().from(accounts).where(and(eq(accounts.id, ticket.accountId), eq(accounts.status, 1)))
    .get();
  if (!owner || !allows(owner, "submitLoan")) throw forbidden();
  const submitted = await db.select({ id: loans.id }).from(loans).where(eq(loans.tmpUploadId, ticket.uploadId)).get();
  if (submitted) throw conflict("This form was already submitted. Add further files on the loan's own page.");
  return owner;
}

/** Throws 403 for a bad token, before the request's files are read. */
export function checkUploadToken(ctx: Context, token: string): void {
  readUploadToken(ctx, token);
}

function typeOf(input: UploadInput, field: string): FileType {
  const sentType = input.fields[field.replace(/^file/, "type")];
  return FILE_TYPES.find((type) => type === sentType) ?? "other";
}
