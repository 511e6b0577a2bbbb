/** Tokens that other services show. */
import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/** True where the Authorization header has this token, compared in constant time. Always false without a token. */
export const isBearer = (header: string | undefined, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
