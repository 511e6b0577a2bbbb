/** The address by which a broker ends mails: signed, so it holds as long as the account, whatever its email address. */
import type { Context } from "../../../db/mod.ts";

const unsubscribePath = "/unsubscribe/";
const signed = (accountId: number): string => `unsubscribe:${accountId}`;

/** The absolute address, for mails. */
export function unsubscribeUrl({ signer, site }: Pick<Context, "signer" | "site">, accountId: number): string {
  return `${site.publicUrl}${unsubscribePath}${accountId}.${signer.sign(signed(accountId))}`;
}

/** The account of an address's token; null where we did not sign it. */
export function accountOfToken({ signer }: Pick<Context, "signer">, token: string): number | null {
  const [, id, signature] = /^(\d{1,15})\.([\w-]{20,100})$/.exec(token) ?? [];
  return id && signer.verify(signed(Number(id)), signature) ? Number(id) : null;
}
