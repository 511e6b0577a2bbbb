/** File storage in a folder: written to a temporary name, flushed, then renamed, so that files are never partial. */
import type { FileStore } from "../../domain/ports.ts";
import { isFileId, requireFileId } from "./file_id.ts";

const PART = ".part";
/** Letters of an id that are its folder's name. */
const FOLDER_LENGTH = 2;
/** Folders for this user alone, as the database file is: people's papers, or a whole database. */
const OWN = { recursive: true, mode: 0o700 };

function nullWhereGone(error: unknown): null {
  if (error instanceof Deno.errors.NotFound) return null;
  throw error;
}

export async function createLocalStore(folder: string): Promise<FileStore> {
  await Deno.mkdir(folder, OWN);
  const folderOf = (id: string) => `${folder}/${requireFileId(id).slice(0, FOLDER_LENGTH)}`;
  const path = (id: string) => `${folderOf(id)}/${id}`;
  async function whole(id: string, write: (temporary: string) => Promise<void>) {
    const target = path(id);
    await Deno.mkdir(folderOf(id), OWN);
    const temporary = `${target}.${crypto.randomUUID()}${PART}`;
    try {
      await write(temporary);
      using file = await Deno.open(temporary, { write: true });
      await file.sync();
      await Deno.rename(temporary, target);
    } catch (error) {
      await Deno.remove(temporary).catch(() => {});
      throw error;
    }
  }
  const remove = async (path: string) => void await Deno.remove(path).catch(nullWhereGone);
  /** The paths of what was last written before an instant and whose name is wanted, by folder. */
  async function* old(
    before: number,
    wanted: (name: string) => boolean,
  ): AsyncGenerator<[parent: string, names: string[]]> {
    for await (const { name: short, isDirectory } of Deno.readDir(folder)) {
      // None of ours, as the lost+found of a disk that is mounted here, which this user may not read.
      if (!isDirectory || short.length !== FOLDER_LENGTH) continue;
      const parent = `${folder}/${short}`, names: string[] = [];
      for await (const { name } of Deno.readDir(parent)) {
        if (!wanted(name)) continue;
        // Renamed or removed meanwhile: then it is not old.
        const found = await Deno.stat(`${parent}/${name}`).catch(nullWhereGone);
        if (found?.mtime && found.mtime.getTime() < before) names.push(name);
      }
      yield [parent, names];
    }
  }
  return {
    putFile: (id, source) => whole(id, (temporary) => Deno.copyFile(source, temporary)),
    put: (id, bytes) => whole(id, (temporary) => Deno.writeFile(temporary, bytes, { createNew: true, mode: 0o600 })),
    open: async (id) => (await Deno.open(path(id), { read: true }).catch(nullWhereGone))?.readable ?? null,
    remove: (id) => remove(path(id)),
    async *list(before, begin = "") {
      for await (const [, names] of old(before, (name) => name.startsWith(begin) && isFileId(name))) {
        for (let at = 0; at < names.length; at += 1000) yield names.slice(at, at + 1000);
      }
    },
    async removeUnfinished(before) {
      for await (const [parent, names] of old(before, (name) => name.endsWith(PART))) {
        for (const name of names) await remove(`${parent}/${name}`);
      }
    },
  };
}
