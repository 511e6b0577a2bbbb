/** The portal's figures for a monitoring service that knows the token of METRICS_TOKEN; for others there is nothing. */
import { createHash, timingSafeEqual } from "node:crypto";
import { countWaitingMails } from "../../lib/features/operations/mod.ts";
import { METRICS_TYPE } from "../../lib/server/metrics/exposition.ts";
import type { Deps } from "../../lib/server/deps.ts";
import { METRICS_PATH } from "../../lib/server/metrics/metrics_path.ts";
import type { Route } from "../../lib/server/route.ts";

const digest = (text: string): Uint8Array => createHash("sha256").update(text).digest();

/** Takes as long for any wrong token. */
const isBearer = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));

export const metricsRoute = ({ env, db, meters }: Deps): Route => ({
  method: "GET",
  path: METRICS_PATH,
  async handle(c) {
    const allowed = env.metricsToken !== undefined && isBearer(c.req.header("authorization"), env.metricsToken);
    if (!meters || !allowed) return c.text("Not found", 404);
    const mails = await countWaitingMails({ db }).catch(() => null);
    return c.body(meters.text(mails), 200, { "content-type": METRICS_TYPE, "cache-control": "no-store" });
  },
});
