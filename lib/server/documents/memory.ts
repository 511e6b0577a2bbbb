/** What reading one file may take of memory: buffers are refused before they are made, however the file packs them. */
import { inflateSync } from "node:zlib";

export interface BufferLimits {
  /** Bytes of one buffer, and twice those of an unpacked stream. */
  each: number;
  /** Bytes of all buffers that reading one file makes, those given back included. */
  all: number;
}

const MEGABYTE = 1024 * 1024;
/** A whole file (25 MB) fits. */
const IN_WORKER: BufferLimits = { each: 32 * MEGABYTE, all: 256 * MEGABYTE };

const KINDS = [
  "ArrayBuffer",
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
] as const;

/** What may still be taken; a RangeError beyond it. */
export interface Room {
  take(bytes: number): void;
  /** Bytes that one more buffer may have. */
  largest(): number;
}

/**
 * Limits every later buffer and unpacked stream of this worker, once. Beyond a limit `refuse` is called, and this and
 * every later one throws a RangeError. WebAssembly, whose memory is no buffer, serves pictures alone and is taken away.
 */
export function limitBuffers(refuse: () => void): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  Object.assign(scope, limitedGlobals(roomOf(IN_WORKER, refuse)));
  delete scope.WebAssembly;
}

/** Room for reading one file. `refuse` is called once, when it is used up. */
export function roomOf({ each, all }: BufferLimits, refuse: () => void): Room {
  let left = all;
  return {
    largest: () => Math.max(0, Math.min(each, left)),
    take(bytes) {
      const refused = left < 0;
      left = bytes > each ? -1 : left - bytes;
      if (left >= 0) return;
      if (!refused) refuse();
      throw new RangeError("The file unpacks to more than may be read");
    },
  };
}

/** What makes buffers, by its global name, within this room. */
export function limitedGlobals(room: Room): Readonly<Record<string, unknown>> {
  const kinds = KINDS.map((kind) => [kind, limitedKind(globalThis[kind] as unknown as Kind, room)]);
  return { ...Object.fromEntries(kinds), DecompressionStream: limitedUnpacking(room) };
}

type Kind = { new (...args: unknown[]): object; readonly BYTES_PER_ELEMENT?: number };

function limitedKind(kind: Kind, room: Room): Kind {
  const width = kind.BYTES_PER_ELEMENT ?? 1;
  const limited: Kind = new Proxy(kind, {
    construct(target, args, caller) {
      room.take(lengthOf(args[0]) * width);
      return Reflect.construct(target, args, caller === limited ? target : caller);
    },
  });
  return limited;
}

/** Elements that a constructor's first argument asks for; a view of a buffer asks for none. */
function lengthOf(wanted: unknown): number {
  if (typeof wanted === "number") return wanted;
  return ArrayBuffer.isView(wanted) || Array.isArray(wanted) ? (wanted as unknown as ArrayLike<unknown>).length : 0;
}

/** In place of the platform's unpacking, which has no limit. pdf.js writes a stream's bytes in one piece. */
function limitedUnpacking(room: Room) {
  return class {
    readonly readable: ReadableStream<Uint8Array>;
    readonly writable: WritableStream<Uint8Array>;

    constructor(format: string) {
      if (format !== "deflate") throw new TypeError("pdf.js unpacks it by itself, into limited buffers");
      const unpacking = new TransformStream<Uint8Array, Uint8Array>({
        transform: (packed, controller) => controller.enqueue(unpack(packed, room)),
      });
      this.readable = unpacking.readable;
      this.writable = unpacking.writable;
    }
  };
}

function unpack(packed: Uint8Array, room: Room): Uint8Array {
  // It is held twice for a moment: in small pieces, then joined.
  const most = Math.max(1, Math.floor(room.largest() / 2));
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: most });
    room.take(2 * unpacked.length);
    return unpacked;
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") room.take(Infinity);
    throw error;
  }
}
