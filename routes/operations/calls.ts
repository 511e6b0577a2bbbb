import { saveRetention } from "../../lib/features/operations/mod.ts";
import { SaveRetentionInput } from "../../lib/schemas/operations.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { retentionPage } from "./retention.tsx";

/**
 * POST /api/loans/saveretention: how long drafts, news, addresses, opens, sign-ins and files of closed loans are kept.
 * With `seen` a stale save is refused.
 */
const saveRetentionCall = call({
  method: "POST",
  path: "/api/loans/saveretention",
  permission: "operatePortal",
  input: SaveRetentionInput,
  async run(ctx, input) {
    await saveRetention(ctx, input);
    return {};
  },
  form: {
    page: retentionPage,
    done: () => ({ to: retentionPage.path, toast: "Saved. The next run is tonight." }),
  },
});

export const operationsCalls: readonly Call[] = [saveRetentionCall];
