/** Uploads in memory, where there is no disk. All requests together have so much room and no more. */
import { Refusal } from "../../domain/refusal.ts";
import type { Incoming } from "./incoming.ts";

const MEGABYTE = 1024 * 1024;
/** Bytes of all uploads that are being received. */
const MOST_BYTES = 96 * MEGABYTE;

const full = () => new Refusal(429, "Many files are being received right now. Try again in a minute.", undefined, 60);
const tooMuch = (bytes: number) =>
  new Refusal(413, `This is more than ${Math.floor(bytes / MEGABYTE)} MB. Send fewer files at a time.`);

/** `mostBytes` is for tests. */
export function incomingInMemory(mostBytes = MOST_BYTES): Incoming {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  let held = 0;
  return {
    open() {
      const mine: string[] = [];
      let bytes = 0;
      return Promise.resolve({
        create(name) {
          const path = `memory:${crypto.randomUUID()}/${name}`;
          const pieces: Uint8Array<ArrayBuffer>[] = [];
          files.set(path, pieces);
          mine.push(path);
          return Promise.resolve({
            path,
            write(piece) {
              if (bytes + piece.length > mostBytes) return Promise.reject(tooMuch(mostBytes));
              if (held + piece.length > mostBytes) return Promise.reject(full());
              held += piece.length;
              bytes += piece.length;
              pieces.push(new Uint8Array(piece));
              return Promise.resolve();
            },
            [Symbol.dispose]: () => {},
          });
        },
        remove() {
          for (const path of mine.splice(0)) files.delete(path);
          held -= bytes;
          bytes = 0;
          return Promise.resolve();
        },
      });
    },
    async read(path) {
      const pieces = files.get(path);
      if (!pieces) throw new Error(`There is no upload ${path} any more.`);
      return new Uint8Array(await new Blob(pieces).arrayBuffer());
    },
    removeOld: () => Promise.resolve(),
  };
}
