/** Tokens that other services show. */
import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/**
 * True where the Authorization header has this token; takes as long for any wrong one. Nothing fits where none is set.
 */
export const isBearer = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
