/** The actor's draft as it stands, for a page that was made before the last edits were kept. */
import type { Context } from "../../../db/mod.ts";
import { issueUploadToken } from "../files/upload_token.ts";
import { loadDraft, type LoadedDraft } from "./load_draft.ts";

/** The draft and the token of its upload; null where there is none or it is empty. */
export async function getDraft(ctx: Context): Promise<{ draft: LoadedDraft; tmpUploadId: string } | null> {
  const draft = await loadDraft(ctx);
  return draft && { draft, tmpUploadId: issueUploadToken(ctx, draft.uploadId) };
}
