import { getRecovery } from "../../../lib/features/auth/get_recovery.ts";
import { LinkInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";

/** POST getRecovery: response tells whether the id is valid. */
export const getRecoveryCall = call({
  method: "POST",
  path: "/api/auth/getRecovery",
  permission: "public",
  input: LinkInput,
  async run(ctx, input) {
    await getRecovery(ctx, input);
    return {};
  },
});
