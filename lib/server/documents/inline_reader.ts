/**
 * Reads uploaded PDFs in the server's own thread, where there is no worker. Its bundle limits every buffer; computing
 * between two buffers is not limited, nor what is no buffer: a crafted kilobyte can stop the server for many seconds
 * and take gigabytes. So it is on only where the operator trusts all who upload.
 */
import type { ReadOutcome } from "../../domain/ports.ts";
import { readingBundle } from "../build/manifest.ts";
import { FairTurns } from "../fair_turns.ts";
import { StartError } from "../operator_errors.ts";
import type { readInline } from "./inline.ts";
import { outcomeOf, unread, type WatchedReader } from "./outcomes.ts";

/** Bytes of a file, and milliseconds for it. */
const MOST_BYTES = 10 * 1024 * 1024, TIME_MS = 3000;

/** A reader of one file at a time; accounts take turns. Throws StartError where the bundle is not built. */
export async function createInlineReader(
  readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
  { bundle = readingBundle, timeMs = TIME_MS }: { bundle?: URL; timeMs?: number } = {},
): Promise<WatchedReader> {
  const read = await load(bundle);
  const turns = new FairTurns();
  let waiting = 0;
  return {
    async read(path, accountId, onPage = () => {}) {
      waiting++;
      const endTurn = await turns.take(accountId);
      try {
        const bytes = await readFile(path);
        if (bytes.length > MOST_BYTES) return unread("large");
        let soFar: ReadOutcome | undefined, first: ReadOutcome | undefined;
        await read({ bytes, timeMs }, (result) => {
          if (result.kind === "page") onPage(result.page, result.of);
          else if (result.kind === "soFar") soFar = outcomeOf(result);
          else if (result.kind === "read") first ??= outcomeOf(result);
          else if (result.kind === "unreadable") first ??= result.why === "late" && soFar || unread(result.why);
        });
        return first ?? soFar ?? unread("late");
      } finally {
        waiting--;
        endTurn();
      }
    },
    // Nobody can say what one file takes of the server's own memory.
    state: () => ({ waiting, grownBytes: 0 }),
    close: () => {},
  };
}

async function load(bundle: URL): Promise<typeof readInline> {
  try {
    return (await import(bundle.href)).readInline;
  } catch (cause) {
    throw new StartError("The bundle that reads PDFs is not built: run `deno task build` first.", { cause });
  }
}
