/** Random tokens for links, codes and devices. What is mailed or set as a cookie is never what is stored. */
import { createHash, randomBytes, randomInt } from "node:crypto";

/** 256 bits, safe in a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
/** Six digits, each as likely as the next. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, "0");
/** An id for a stored file. */
export const newFileId = (): string => randomBytes(18).toString("base64url");
