/** Uploads in memory, where there is no disk. All requests together have so much room and no more. */
import { Refusal } from "../../domain/refusal.ts";
import type { Incoming } from "./incoming.ts";

const MEGABYTE = 1024 * 1024;
/** Bytes of all uploads that are being received. */
const MOST_BYTES = 96 * MEGABYTE;
/** The part of them that one sender may have, so that nobody shuts the others out. */
const SHARE = 0.5;

const full = () => new Refusal(429, "Many files are being received right now. Try again in a minute.", undefined, 60);
const shareFull = () =>
  new Refusal(429, "Your other files are still being received. Try again in a minute.", undefined, 60);
const tooMuch = (bytes: number) =>
  new Refusal(413, `This is more than ${Math.floor(bytes / MEGABYTE)} MB. Send fewer files at a time.`);

/** One sender has half of the room at most. `mostBytes` is for tests. */
export function incomingInMemory(mostBytes = MOST_BYTES): Incoming {
  const files = new Map<string, Uint8Array<ArrayBuffer>[]>();
  const heldBy = new Map<string, number>(), share = mostBytes * SHARE;
  let held = 0;
  const hold = (sender: string, bytes: number) => {
    held += bytes;
    const now = (heldBy.get(sender) ?? 0) + bytes;
    if (now > 0) heldBy.set(sender, now);
    else heldBy.delete(sender);
  };
  return {
    open(sender) {
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
              if (bytes + piece.length > share) return Promise.reject(tooMuch(share));
              if ((heldBy.get(sender) ?? 0) + piece.length > share) return Promise.reject(shareFull());
              if (held + piece.length > mostBytes) return Promise.reject(full());
              hold(sender, piece.length);
              bytes += piece.length;
              pieces.push(new Uint8Array(piece));
              return Promise.resolve();
            },
            [Symbol.dispose]: () => {},
          });
        },
        remove() {
          for (const path of mine.splice(0)) files.delete(path);
          hold(sender, -bytes);
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
