/** The files of a zip that stores its bytes as they are, by name: its central directory is read, as unpackers do. */
export function unzip(zip: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const words = (at: number, length: number) => new TextDecoder().decode(zip.subarray(at, at + length));
  const end = zip.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("no end of a zip");
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for (let at = view.getUint32(end + 16, true), left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("no entry of a zip");
    if (view.getUint16(at + 10, true) !== 0) throw new Error("compressed");
    const size = view.getUint32(at + 24, true), from = view.getUint32(at + 42, true);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    found.set(words(at + 46, name), zip.slice(start, start + size));
    at += 46 + name + extra + comment;
  }
  return found;
}
