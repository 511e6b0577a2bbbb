/** Runs due jobs and queues for callers with TICK_TOKEN; answers 404 to others. */
import { isBearer } from "../../lib/server/bearer.ts";
import type { Deps } from "../../lib/server/deps.ts";
import type { Route } from "../../lib/server/route.ts";

export const tickRoute = ({ env, tick }: Deps): Route => ({
  method: "POST",
  path: "/internal/tick",
  async handle(c) {
    if (!isBearer(c.req.header("authorization"), env.tickToken)) return c.text("Not found", 404);
    return c.json(await tick(), 200, { "cache-control": "no-store" });
  },
});
