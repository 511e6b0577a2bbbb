/** The tmpUploadId: a signed, expiring token that lets one person's submission page upload without credentials. */
import type { Context } from "../../../db/mod.ts";
import { forbidden } from "../../domain/refusal.ts";
import { newToken } from "../tokens.ts";

const DAY = 24 * 3600_000;

/** How long a submission page may be open before its files and its form are no longer taken. */
export const UPLOAD_LIFETIME_MS = 7 * DAY;

/** What a good token says. */
export interface UploadTicket {
  /** The upload's id: files and the loan remember it. */
  uploadId: string;
  accountId: number;
  expiresAt: number;
}

const said = (uploadId: string, accountId: string, expiresAt: string) => `upload|${uploadId}|${accountId}|${expiresAt}`;

/**
 * A new token for the signed-in person: of a new upload, or of one of theirs that a draft goes on with. Nothing is stored
 * until the first file arrives.
 */
export function issueUploadToken(ctx: Context, uploadId = newToken().slice(0, 24)): string {
  if (!ctx.actor) throw forbidden();
  const parts = [uploadId, String(ctx.actor.id), String(ctx.now + UPLOAD_LIFETIME_MS)] as const;
  return `${parts.join(".")}.${ctx.signer.sign(said(...parts))}`;
}

/** Reads a token. Throws 403 where it was not made here or has expired; nothing tells which part was wrong. */
export function readUploadToken(ctx: Context, token: string): UploadTicket {
  const [uploadId = "", accountId = "", expiresAt = "", signature = "", ...more] = token.split(".");
  const genuine = more.length === 0 && ctx.signer.verify(said(uploadId, accountId, expiresAt), signature);
  if (!genuine) {
    throw forbidden("This upload does not belong to an open loan form. Open the form again, then add the files.");
  }
  if (Number(expiresAt) <= ctx.now) {
    throw forbidden("This form was open for more than 7 days. Open a new one, then add the files again.");
  }
  return { uploadId, accountId: Number(accountId), expiresAt: Number(expiresAt) };
}
