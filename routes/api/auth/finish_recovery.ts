import { finishRecovery } from "../../../lib/features/auth/finish_recovery.ts";
import { FinishRecoveryInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";
import { recoverPage } from "../../account/recover.tsx";

/** POST finishRecovery: sets the password and ends the account's sessions. */
export const finishRecoveryCall = call({
  method: "POST",
  path: "/api/auth/finishRecovery",
  permission: "public",
  input: FinishRecoveryInput,
  async run(ctx, input) {
    await finishRecovery(ctx, input);
    return {};
  },
  form: {
    page: recoverPage,
    secret: ["password", "confirmPassword"],
    done: () => ({ to: "/login", toast: "Password Changed!" }),
  },
});
