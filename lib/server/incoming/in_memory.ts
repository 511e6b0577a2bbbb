/** Uploads in memory, where there is no disk. All requests together have so much room and no more. */
import type { Incoming } from "./incoming.ts";
import { Shares } from "./shares.ts";

/** Bytes of all uploads that are being received. */
const MOST_BYTES = 96 * 1024 * 1024;
/** The part of them that one sender may have. */
const SHARE = 0.5;

/** One sender has half of the room at most. `mostBytes` is for tests. */
export function incomingInMemory(mostBytes = MOST_BYTES): Incoming {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  const shares = new Shares({ most: mostBytes, share: mostBytes * SHARE });
  return {
    open(sender) {
      const mine: string[] = [], held = shares.open(sender);
      return Promise.resolve({
        create(name) {
          const path = `memory:${crypto.randomUUID()}/${name}`;
          const pieces: Uint8Array<ArrayBuffer>[] = [];
          files.set(path, pieces);
          mine.push(path);
          return Promise.resolve({
            path,
            // deno-lint-ignore require-await -- async turns the refusal into a rejection
            async write(piece) {
              held.take(piece.length);
              pieces.push(new Uint8Array(piece));
            },
            [Symbol.dispose]: () => {},
          });
        },
        remove() {
          for (const path of mine.splice(0)) files.delete(path);
          held.giveBack();
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
