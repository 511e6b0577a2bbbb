/** The address of a picture in mails: signed, so that only what was written into a text is served. */
import type { Context } from "../../../db/mod.ts";
import { picturePath } from "../../domain/mail/picture.ts";

const signed = (id: string): string => `mailPicture:${id}`;

export const pathOfPicture = ({ signer }: Pick<Context, "signer">, id: string): string =>
  picturePath(id, signer.sign(signed(id)));

/** The id in an address's last part; null where we did not sign it. */
export function pictureOfToken({ signer }: Pick<Context, "signer">, token: string): string | null {
  const [, id, signature] = /^([A-Za-z0-9_-]{8,80})\.([\w-]{20,100})$/.exec(token) ?? [];
  return id && signer.verify(signed(id), signature) ? id : null;
}
