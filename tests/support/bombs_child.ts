/**
 * Reads bombs for one account and a good file for another, and tells on stdout what became of them and how far the
 * process grew: a process of its own, whose memory is nobody else's. Arguments: who reads ("worker", or "inline" with
 * the bundle of a build), the good file, then the bombs.
 */
import { basename } from "node:path";
import { createInlineReader } from "../../lib/server/documents/inline_reader.ts";
import { createDocumentReader } from "../../lib/server/documents/reader.ts";

/** The most memory that this program had. On Linux `maxRSS` may be that of the process which started it. */
function peakBytes(): number {
  if (Deno.build.os !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(Deno.readTextFileSync("/proc/self/status"))![1]) * 1024;
}

const [by, good, ...bombs] = Deno.args;
const [ATTACKER, BROKER] = [1, 2];
// The limit of time has a test of its own, and a busy machine would meet it before that of memory.
const timeMs = 120_000;
const reader = by === "inline"
  ? await createInlineReader((path) => Deno.readFile(path), { timeMs })
  : createDocumentReader({ timeMs });
// What pdf.js takes the first time is no bomb's.
await reader.read(good, BROKER);

const before = Deno.memoryUsage().rss;
const order: number[] = [];
const notes: [string, string | null][] = [];
const underWay = Promise.withResolvers<void>();

const request = async () => {
  for (const bomb of bombs) {
    const reading = reader.read(bomb, ATTACKER);
    underWay.resolve();
    const { note } = await reading;
    order.push(ATTACKER);
    notes.push([basename(bomb), note]);
  }
};
const attack = Promise.all([request(), request()]);
await underWay.promise;
const broker = await reader.read(good, BROKER);
order.push(BROKER);
await attack;
reader.close();

const peak = peakBytes();
const { reading, note } = broker;
console.log(JSON.stringify({ grownBytes: peak - before, order, notes, good: { type: reading.type, note } }));
