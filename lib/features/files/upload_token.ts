/** The tmpUploadId: a signed, expiring token with which a submission page uploads without credentials. */
import type { Context } from "../../../db/mod.ts";
import { DAY_MS } from "../../domain/dates.ts";
import { forbidden } from "../../domain/refusal.ts";
import { newToken } from "../tokens.ts";

/** Lifetime of a submission page's uploads, in milliseconds. */
export const UPLOAD_LIFETIME_MS = 7 * DAY_MS;

/** The content of a valid token. */
export interface UploadTicket {
  /** The upload's id, stored with files and loan. */
  uploadId: string;
  accountId: number;
  expiresAt: number;
}

const signedText = (uploadId: string, accountId: string, expiresAt: string) =>
  `upload|${uploadId}|${accountId}|${expiresAt}`;

/**
 * A token for the signed-in account: of a new upload, or of the one that a draft continues. Nothing is stored until the
 * first file.
 */
export function issueUploadToken(ctx: Context, uploadId = newToken().slice(0, 24)): string {
  if (!ctx.actor) throw forbidden();
  const parts = [uploadId, String(ctx.actor.id), String(ctx.now + UPLOAD_LIFETIME_MS)] as const;
  return `${parts.join(".")}.${ctx.signer.sign(signedText(...parts))}`;
}

/** Verifies a token of the actor's own. Throws 403 for another account's too. */
export function readOwnToken(ctx: Context, token: string): UploadTicket {
  const ticket = readUploadToken(ctx, token);
  if (ticket.accountId === ctx.actor?.id) return ticket;
  throw forbidden("This form was opened by another account. Open it again.");
}

/** Verifies a token. Throws the same 403 for a forged and an expired one. */
export function readUploadToken(ctx: Context, token: string): UploadTicket {
  const [uploadId = "", accountId = "", expiresAt = "", signature = "", ...more] = token.split(".");
  const genuine = more.length === 0 && ctx.signer.verify(signedText(uploadId, accountId, expiresAt), signature);
  if (!genuine) {
    throw forbidden("This upload does not belong to an open loan form. Open the form again, then add the files.");
  }
  if (Number(expiresAt) <= ctx.now) {
    throw forbidden("This form was open for more than 7 days. Open a new one, then add the files again.");
  }
  return { uploadId, accountId: Number(accountId), expiresAt: Number(expiresAt) };
}
