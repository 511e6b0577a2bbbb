/** A file's type from its first bytes; names and declared types prove nothing (docs/decisions/files.md). */

export type MediaType = "application/pdf" | "image/png" | "image/jpeg" | "image/heic";

/** For application, bureau, appraisal and commitment. */
export const PDF_ONLY: readonly MediaType[] = ["application/pdf"];
/** For supporting documents. */
export const SUPPORTING: readonly MediaType[] = ["application/pdf", "image/png", "image/jpeg", "image/heic"];

/** Bytes of a file's beginning that `sniffMediaType` needs. */
export const SNIFF_BYTES = 1024;

const NAMES: Readonly<Record<MediaType, string>> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
  "image/heic": "HEIC",
};

const EXTENSIONS: Readonly<Record<MediaType, readonly string[]>> = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/heic": ["heic", "heif"],
};

/** HEIF brands of still pictures. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Bytes as Latin-1 text, one character for each byte. */
function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** The type that the first bytes prove, or null. A PDF may have up to 1024 bytes before its `%PDF-`. */
export function sniffMediaType(head: Uint8Array): MediaType | null {
  if (startsWith(head, PNG)) return "image/png";
  if (startsWith(head, JPEG)) return "image/jpeg";
  if (latin(head.subarray(4, 8)) === "ftyp" && HEIC_BRANDS.has(latin(head.subarray(8, 12)))) return "image/heic";
  return latin(head.subarray(0, SNIFF_BYTES)).includes("%PDF-") ? "application/pdf" : null;
}

/** `PDF`, or `PDF, PNG, JPEG or HEIC`. */
export function mediaTypeNames(types: readonly MediaType[]): string {
  const names = types.map((type) => NAMES[type]);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** Extensions of a type; the first is the usual one. */
export const extensionsOf = (type: MediaType): readonly string[] => EXTENSIONS[type];
