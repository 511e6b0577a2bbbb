import { validateBroker } from "../../../lib/features/brokers/validate_broker.ts";
import { LicenceQuestion } from "../../../lib/schemas/broker_account.ts";
import { call } from "../../../lib/server/call.ts";

/** `data` is true for a verified licence; `class` is what the register says, `note` why not, or what to watch. */
export const validateBrokerCall = call({
  method: "POST",
  path: "/api/auth/validateBroker",
  permission: "manageBrokers",
  input: LicenceQuestion,
  run: async (ctx, input) => {
    const { verified, ...more } = await validateBroker(ctx, input);
    return { data: verified, ...more };
  },
});
