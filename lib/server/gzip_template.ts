/** A gzip file with holes of one length, compressed once: filling them costs a copy and one checksum of the filling. */
import zlib from "node:zlib";
import { type GzipPart, gzipPart } from "./gzip_pages.ts";

/** The checksum's polynomial and its x^0 and x^1, bits reflected as in RFC 1952. */
const POLYNOMIAL = 0xedb88320, ONE = 0x80000000, X = 0x40000000;
const HEADER = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
const END = [3, 0];
const encoder = new TextEncoder();

/** The product of two polynomials over GF(2) modulo the checksum's. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= b;
    b = b & 1 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1;
  }
  return product >>> 0;
}

/** x^(8 n): what a checksum is multiplied by when n more bytes follow it. */
function shiftBy(bytes: number): number {
  let result = ONE, base = X;
  for (let n = bytes * 8; n > 0; n = Math.floor(n / 2)) {
    if (n % 2) result = multiply(result, base);
    base = multiply(base, base);
  }
  return result;
}

/** A deflate block that holds bytes as they are, before its bytes. */
const storedHead = (size: number) => [0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255];

/** What stands between two holes: text, or text and parts that are compressed already. */
type Piece = string | readonly (string | GzipPart)[];

const partsOf = (piece: Piece): GzipPart[] =>
  typeof piece === "string"
    ? [gzipPart(piece)]
    : piece.map((part) => typeof part === "string" ? gzipPart(part, 6) : part);

/**
 * Compresses `pieces` with a hole of `size` bytes between each two. The result fills the holes with exactly so many ASCII
 * characters; the checksum is linear in theirs, so nothing is read again. All results share one buffer, each valid until
 * the next, as a Response copies it.
 */
export function gzipTemplate(pieces: readonly Piece[], size: number): (filling: string) => Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [Uint8Array.from(HEADER)];
  const holes: number[] = [];
  let length = HEADER.length, text = 0, crc = 0, factor = 0;
  const hole = shiftBy(size);
  const add = (chunk: Uint8Array) => {
    chunks.push(chunk);
    length += chunk.length;
  };
  pieces.forEach((piece, i) => {
    if (i > 0) {
      add(Uint8Array.from(storedHead(size)));
      holes.push(length);
      add(new Uint8Array(size));
      crc = multiply(hole, crc);
      factor = multiply(hole, factor) ^ ONE;
      text += size;
    }
    for (const { raw, deflated } of partsOf(piece)) {
      if (raw.length === 0) continue;
      add(deflated);
      const shift = shiftBy(raw.length);
      crc = multiply(shift, crc) ^ zlib.crc32(raw);
      factor = multiply(shift, factor);
      text += raw.length;
    }
  });
  add(Uint8Array.from(END));
  const template = new Uint8Array(length + 8);
  let at = 0;
  for (const chunk of chunks) {
    template.set(chunk, at);
    at += chunk.length;
  }
  const view = new DataView(template.buffer);
  view.setUint32(length + 4, text, true);
  const raw = new Uint8Array(size);
  return (filling) => {
    const { read, written } = encoder.encodeInto(filling, raw);
    if (filling.length !== size || read !== size || written !== size) {
      throw new Error(`the filling has ${filling.length} characters where ${size} ASCII ones belong`);
    }
    for (const hole of holes) template.set(raw, hole);
    view.setUint32(length, (multiply(factor, zlib.crc32(raw)) ^ crc) >>> 0, true);
    return template;
  };
}
