/** The address by which a broker ends mails: signed, so it holds as long as the account, whatever its email address. */
import type { Context } from "../../../db/mod.ts";
import { UNSUBSCRIBE_PATH } from "../../domain/mail/consent.ts";

const signed = (of: string): string => `unsubscribe:${of}`;

/** The mail that a link was in: a campaign's run; touch-base has no campaign. */
export interface LinkedMail {
  campaignId?: number;
  sentId: number;
}

/** The absolute address, for mails. Without a mail it stands in none that is counted. */
export function unsubscribeUrl(
  { signer, site }: Pick<Context, "signer" | "site">,
  accountId: number,
  mail?: LinkedMail,
): string {
  const of = mail ? `${accountId}.${mail.campaignId ?? 0}.${mail.sentId}` : String(accountId);
  return `${site.publicUrl}${UNSUBSCRIBE_PATH}${of}.${signer.sign(signed(of))}`;
}

/** Stands in previews and tests: their readers are not the broker whose consent a link changes. */
export const PREVIEW_TOKEN = "preview";

/** The absolute address of a preview, which ends no mails and says so. */
export const previewUrl = ({ site }: Pick<Context, "site">): string =>
  `${site.publicUrl}${UNSUBSCRIBE_PATH}${PREVIEW_TOKEN}`;

/** The account of an address's token, and the mail where it names one; null where we did not sign it. */
export function readUnsubscribeToken(
  { signer }: Pick<Context, "signer">,
  token: string,
): { accountId: number; mail: LinkedMail | null } | null {
  const [, of, signature] = /^(\d{1,15}(?:\.\d{1,15}\.\d{1,15})?)\.([\w-]{20,100})$/.exec(token) ?? [];
  if (!of || !signer.verify(signed(of), signature)) return null;
  const [accountId, campaignId, sentId] = of.split(".").map(Number);
  return { accountId, mail: sentId === undefined ? null : { campaignId: campaignId || undefined, sentId } };
}
