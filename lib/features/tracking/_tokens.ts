import { randomBytes } from "node:crypto";
import type { TokenKind } from "../../domain/tracking/hit.ts";
import type { TrackedAddresses } from "../../domain/tracking/rewrite_links.ts";

/** What a token in a mail stands for: its picture, one of its links, or the link that only machines see. */
export interface TrackerToken {
  /** 128 random bits. */
  token: string;
  kind: TokenKind;
  link: string;
}

/** New tokens for a mail with these links, and the addresses that the mail has instead. */
export function newTokens(
  publicUrl: string,
  links: readonly string[],
): { tokens: TrackerToken[]; addresses: TrackedAddresses } {
  const tokens: TrackerToken[] = [];
  const addressOf = (kind: TrackerToken["kind"], link: string) => {
    const token = randomBytes(16).toString("base64url");
    tokens.push({ token, kind, link });
    return kind === "pixel" ? `${publicUrl}/t/o/${token}.gif` : `${publicUrl}/t/l/${token}`;
  };
  const addresses = {
    pixel: addressOf("pixel", ""),
    trap: addressOf("trap", publicUrl),
    links: new Map(links.map((link) => [link, addressOf("link", link)])),
  };
  return { tokens, addresses };
}
