/** A small pmtiles archive (version 3): every tile is one square of land, in Protomaps' layer `earth`. */

/** The deepest zoom in the file. */
const ZOOM_MAX = 7;
const HEADER = 127;

const varint = (n: number): number[] => n > 127 ? [(n % 128) + 128, ...varint(Math.floor(n / 128))] : [n];
const text = (words: string): number[] => [...new TextEncoder().encode(words)];
/** A field of a protocol buffer with bytes, or with a number. */
const bytes = (field: number, content: number[]): number[] => [field * 8 + 2, ...varint(content.length), ...content];
const number = (field: number, value: number): number[] => [field * 8, ...varint(value)];

const EXTENT = 4096;
/** Move to a corner, three lines along the sides, close: a vector tile's commands, in zigzag. */
const SQUARE = [9, 0, 0, 26, EXTENT * 2, 0, 0, EXTENT * 2, EXTENT * 2 - 1, 0, 15];

function landTile(): number[] {
  const feature = [...number(3, 3), ...bytes(4, SQUARE.flatMap(varint))];
  return bytes(3, [...number(15, 2), ...bytes(1, text("earth")), ...bytes(2, feature), ...number(5, EXTENT)]);
}

/** The archive's bytes: a header, a directory of one run of tiles, its description, the tile. */
export function smallPmtiles(): Uint8Array {
  const tile = landTile(), tiles = (4 ** (ZOOM_MAX + 1) - 1) / 3;
  const directory = [1, 0, tiles, tile.length, 1].flatMap(varint);
  const description = text(JSON.stringify({ name: "Land", vector_layers: [{ id: "earth", fields: {} }] }));
  const file = new Uint8Array(HEADER + directory.length + description.length + tile.length);
  const view = new DataView(file.buffer);
  const put = (at: number, ...values: number[]) =>
    values.forEach((n, i) => view.setBigUint64(at + i * 8, BigInt(n), true));
  const afterDirectory = HEADER + directory.length, tileAt = afterDirectory + description.length;
  file.set(text("PMTiles"));
  file[7] = 3;
  put(8, HEADER, directory.length, afterDirectory, description.length, 0, 0, tileAt, tile.length, tiles, 1, 1);
  // Clustered; directories and tiles uncompressed; vector tiles; the zooms.
  file.set([1, 1, 1, 1, 0, ZOOM_MAX], 96);
  [-95.4, 41.6, -74, 57].forEach((degrees, i) => view.setInt32(102 + i * 4, Math.round(degrees * 1e7), true));
  file[118] = 6;
  [-79.4, 43.8].forEach((degrees, i) => view.setInt32(119 + i * 4, Math.round(degrees * 1e7), true));
  file.set([...directory, ...description, ...tile], HEADER);
  return file;
}
