/** Takes in a picture for a campaign's text. */
import type { Context } from "../../../db/mod.ts";
import { mailPictures } from "../../../db/schema/mod.ts";
import { fileSizeText } from "../../domain/files/file_size.ts";
import type { ReceivedFile } from "../../domain/files/received.ts";
import { PICTURE_MAX_BYTES } from "../../domain/mail/picture.ts";
import { Refusal } from "../../domain/refusal.ts";
import { audit } from "../audit.ts";
import { storeFiles } from "../files/mod.ts";
import { campaignOf } from "./_campaign.ts";
import { pathOfPicture } from "./_picture_address.ts";

/** Answers the address that the text keeps. Throws 404 for the campaign, 413 for a picture too large for a mail. */
export async function uploadPicture(
  ctx: Context,
  { id, file }: { id: number; file: ReceivedFile },
): Promise<{ src: string }> {
  await campaignOf(ctx.db, id);
  if (file.size > PICTURE_MAX_BYTES) {
    const most = fileSizeText(PICTURE_MAX_BYTES);
    throw new Refusal(413, `This picture has ${fileSizeText(file.size)}; a mail's may have ${most}. Make it smaller.`);
  }
  return await storeFiles(ctx, [file], async (tx, [{ name, ...kept }]) => {
    await tx.insert(mailPictures).values(kept);
    const after = { picture: kept.id, name, size: kept.size };
    await audit(tx, ctx, { action: "campaign.picture", entityId: id, after });
    return { src: pathOfPicture(ctx, kept.id) };
  });
}
