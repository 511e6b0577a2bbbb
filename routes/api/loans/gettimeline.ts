import { loadTimeline } from "../../../lib/features/loans/load_timeline.ts";
import { LoanInput } from "../../../lib/schemas/conditions.ts";
import { call } from "../../../lib/server/call.ts";

/** A loan's timeline in its broker's words; the page reads it again when something was done. */
export const getTimelineCall = call({
  method: "POST",
  path: "/api/loans/gettimeline",
  permission: "completeConditions",
  input: LoanInput,
  run: async (ctx, input) => ({ data: await loadTimeline(ctx, input) }),
});
