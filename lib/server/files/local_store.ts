/** File storage in a folder: written to a temporary name, flushed, then renamed, so that files are never partial. */
import type { FileStore } from "../../domain/ports.ts";
import { requireFileId } from "./file_id.ts";

export async function createLocalStore(folder: string): Promise<FileStore> {
  await Deno.mkdir(folder, { recursive: true });
  const path = (id: string) => `${folder}/${requireFileId(id).slice(0, 2)}/${id}`;
  async function whole(id: string, write: (temporary: string) => Promise<void>) {
    const target = path(id);
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    const temporary = `${target}.${crypto.randomUUID()}.part`;
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
  return {
    putFile: (id, source) => whole(id, (temporary) => Deno.copyFile(source, temporary)),
    put: (id, bytes) => whole(id, (temporary) => Deno.writeFile(temporary, bytes, { createNew: true })),
    async open(id) {
      try {
        return (await Deno.open(path(id), { read: true })).readable;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },
    async remove(id) {
      await Deno.remove(path(id)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    },
  };
}
