/** The portal's figures for a monitoring service that knows the token of METRICS_TOKEN; for others there is nothing. */
import { isBearer } from "../../lib/server/bearer.ts";
import { METRICS_TYPE } from "../../lib/server/metrics/exposition.ts";
import type { Deps } from "../../lib/server/deps.ts";
import { METRICS_PATH } from "../../lib/server/metrics/metrics_path.ts";
import type { Route } from "../../lib/server/route.ts";

export const metricsRoute = ({ env, meters }: Deps): Route => ({
  method: "GET",
  path: METRICS_PATH,
  async handle(c) {
    if (!meters || !isBearer(c.req.header("authorization"), env.metricsToken)) return c.text("Not found", 404);
    return c.body(await meters.text(), 200, { "content-type": METRICS_TYPE, "cache-control": "no-store" });
  },
});
