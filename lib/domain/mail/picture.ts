/** Pictures of campaigns' texts: uploaded, kept in file storage, and served to mail programs by a signed address. */
import type { MediaType } from "../files/media_type.ts";

/** What every mail program shows. */
export const PICTURE_TYPES: readonly MediaType[] = ["image/png", "image/jpeg"];
/** Largest picture, in bytes: readers load it on their phones. */
export const PICTURE_MAX_BYTES = 2_000_000;
/** Widest that a mail shows one, in CSS pixels: the sheet's 560 without its border and padding. */
export const PICTURE_WIDTH = 494;
/** Longest text in place of a picture, in characters. */
export const PICTURE_WORDS_MAX = 200;

export const PICTURE_PATH = "/mail/picture/";
const ADDRESS = /^\/mail\/picture\/[A-Za-z0-9_-]{8,80}\.[\w-]{20,100}$/;

/** The address of a picture on the portal, as texts keep it. */
export const picturePath = (id: string, signature: string): string => `${PICTURE_PATH}${id}.${signature}`;

/** Whether an address in a text is a picture of this portal: a mail shows no others. */
export const isPicturePath = (address: string): boolean => ADDRESS.test(address);

/** A width in a text, in CSS pixels, as its attribute; undefined where it is none or wider than a mail. */
export function pictureWidth(width: string | undefined): string | undefined {
  return width && /^[1-9]\d{0,2}$/.test(width) && Number(width) <= PICTURE_WIDTH ? width : undefined;
}

/** The HTML with absolute addresses of its pictures, as mail programs need them. */
export const withWholePictures = (html: string, publicUrl: string): string =>
  html.replaceAll(`src="${PICTURE_PATH}`, `src="${publicUrl}${PICTURE_PATH}`);
