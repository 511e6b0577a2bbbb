/** Opens a picture of a mail by its signed address. */
import { eq } from "drizzle-orm";
import type { Context } from "../../../db/mod.ts";
import { mailPictures } from "../../../db/schema/mod.ts";
import { pictureOfToken } from "./_picture_address.ts";

/** The picture with its bytes; null for an unknown address. Throws where the storage lacks the bytes. */
export async function openPicture(ctx: Pick<Context, "db" | "files" | "signer">, token: string) {
  const id = pictureOfToken(ctx, token);
  const row = id === null ? undefined : await ctx.db.select().from(mailPictures).where(eq(mailPictures.id, id)).get();
  if (!row) return null;
  const body = await ctx.files.open(row.id);
  if (!body) throw new Error(`The storage has no bytes of the picture ${row.id}.`);
  return { ...row, body };
}
