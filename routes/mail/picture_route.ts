/** Pictures of mails: served to mail programs before any session is read, without a cookie. */
import { openPicture } from "../../lib/features/mail/mod.ts";
import { PICTURE_PATH } from "../../lib/domain/mail/picture.ts";
import { checkedBody } from "../../lib/server/files/checked_body.ts";
import { contextOf, type Http } from "../../lib/server/http.ts";
import type { Route } from "../../lib/server/route.ts";
import { dataResponse } from "../../lib/server/security.ts";
import { bodyToSend } from "../../lib/server/serve_file.ts";

/** Headers for mail programs: they show pictures on pages of their own, and send no referrer. */
const SHOWN_ELSEWHERE = { "referrer-policy": "no-referrer", "cross-origin-resource-policy": "cross-origin" };

async function servePicture(c: Http): Promise<Response> {
  const picture = await openPicture(contextOf(c), c.req.param("token") ?? "");
  if (!picture) {
    const headers = { ...SHOWN_ELSEWHERE, "content-type": "text/plain; charset=utf-8" };
    return dataResponse(c, "There is no such picture.", headers, 404);
  }
  const { log } = c.get("deps"), { id } = c.get("request");
  const body = checkedBody(
    picture.body,
    picture,
    () => log({ level: "error", message: "stored picture is not what was uploaded", id, file: picture.id }),
  );
  return dataResponse(c, bodyToSend(c, body), {
    ...SHOWN_ELSEWHERE,
    "content-type": picture.mediaType,
    "content-length": String(picture.size),
    // What is under an address never changes.
    "cache-control": "public, max-age=31536000, immutable",
  });
}

export const PICTURE_ROUTE: Route = { method: "GET", path: `${PICTURE_PATH}:token`, handle: servePicture };
