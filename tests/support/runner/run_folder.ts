/** The folder in which the tests of a run keep their applications and databases. */
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { RUN_FOLDER } from "../folder.ts";

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = "/dev/shm";

/** Bytes that have to be free there, far more than the tests of a run have at a time. */
const FILES = 4 * 2 ** 30;

/** Bytes of memory that have to be free: the files' and those of the lanes' programs and browsers. */
const FREE_MEMORY = 12 * 2 ** 30;

/** Bytes that are free: of memory, and in the folder that is kept there, null where there is none. */
export interface Room {
  memory: number;
  folder: number | null;
}

/** What this machine has. */
export function roomHere(): Room {
  if (Deno.build.os !== "linux") return { memory: 0, folder: null };
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return { memory: Deno.systemMemoryInfo().available, folder: bavail * bsize };
  } catch {
    return { memory: 0, folder: null };
  }
}

/** Milliseconds after which a program that was ended has let go of its files. */
const LET_GO_MS = 1000;

/**
 * Makes the folder and answers it with the environment of the run's processes. It is in memory where there is `room`:
 * databases that wait for the disk at each write cost the tests a tenth of their CPU. Removed where the run is ended
 * before its time, otherwise by `removeRunFolder`.
 */
export async function makeRunFolder(room: Room = roomHere()): Promise<{ folder: string; env: Record<string, string> }> {
  const isRoom = room.folder !== null && room.folder >= FILES && room.memory >= FREE_MEMORY;
  const folder = await Deno.makeTempDir({ dir: isRoom ? IN_MEMORY : tmpdir(), prefix: "harbourline-run-" });
  if (isRoom) {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      Deno.addSignalListener(signal, () => void removeRunFolder(folder).then(() => Deno.exit(130)));
    }
  }
  return { folder, env: { [RUN_FOLDER]: folder } };
}

/** Removes the folder and what tests left in it; says where it is if a program still writes there. */
export async function removeRunFolder(folder: string): Promise<void> {
  const remove = () => Deno.remove(folder, { recursive: true });
  await remove().catch(() => delay(LET_GO_MS).then(remove)).catch(({ message }) => console.error(message));
}
