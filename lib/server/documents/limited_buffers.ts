/** In the bundle of inline.ts these stand in place of the globals of the same names. */
import { type BufferLimits, limitedGlobals, type Room, roomOf } from "./memory.ts";

const MEGABYTE = 1024 * 1024;
/** Less than in a worker: the memory is the whole server's. */
const LIMITS: BufferLimits = { each: 16 * MEGABYTE, all: 96 * MEGABYTE };

let room: Room | undefined;
let until = Infinity;
let onLate = () => {};

/** The room of the file that is read now; a file whose time has run out gets no more of it. */
const current: Room = {
  largest: () => room?.largest() ?? LIMITS.each,
  take(bytes) {
    if (performance.now() > until) {
      onLate();
      throw new RangeError("Reading the file took too long");
    }
    room?.take(bytes);
  },
};

/** Limits what is made from now on, for a file that may take so many milliseconds. `refuse` gets what is used up. */
export function limitNext(timeMs: number, refuse: (why: "large" | "late") => void): void {
  room = roomOf(LIMITS, () => refuse("large"));
  until = performance.now() + timeMs;
  onLate = () => refuse("late");
}

type Globals = typeof globalThis;
const limited = limitedGlobals(current) as unknown as Globals;

const limitedArrayBuffer = limited.ArrayBuffer;
const limitedInt8Array = limited.Int8Array;
const limitedUint8Array = limited.Uint8Array;
const limitedUint8ClampedArray = limited.Uint8ClampedArray;
const limitedInt16Array = limited.Int16Array;
const limitedUint16Array = limited.Uint16Array;
const limitedInt32Array = limited.Int32Array;
const limitedUint32Array = limited.Uint32Array;
const limitedFloat32Array = limited.Float32Array;
const limitedFloat64Array = limited.Float64Array;
const limitedDecompressionStream = limited.DecompressionStream;
// Its memory is no buffer; it serves pictures alone.
const noWebAssembly = undefined;

export {
  limitedArrayBuffer as ArrayBuffer,
  limitedDecompressionStream as DecompressionStream,
  limitedFloat32Array as Float32Array,
  limitedFloat64Array as Float64Array,
  limitedInt16Array as Int16Array,
  limitedInt32Array as Int32Array,
  limitedInt8Array as Int8Array,
  limitedUint16Array as Uint16Array,
  limitedUint32Array as Uint32Array,
  limitedUint8Array as Uint8Array,
  limitedUint8ClampedArray as Uint8ClampedArray,
  noWebAssembly as WebAssembly,
};
