/** Tokens that other services show. */
import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/**
 * True where the Authorization header has this token, compared in constant time. Always false without a token. The
 * scheme's case is the sender's choice (RFC 9110, 11.1).
 */
export const isBearer = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined &&
  timingSafeEqual(digest((header ?? "").replace(/^bearer /i, "Bearer ")), digest(`Bearer ${token}`));
