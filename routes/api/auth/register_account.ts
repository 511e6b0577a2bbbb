import { registerAccount } from "../../../lib/features/accounts/register_account.ts";
import { RegistrationInput } from "../../../lib/schemas/registration.ts";
import { call } from "../../../lib/server/call.ts";
import { registerPage } from "../../account/register.tsx";

/** POST registerAccount: every well-formed request is answered alike (see the verb). */
export const registerAccountCall = call({
  method: "POST",
  path: "/api/auth/registerAccount",
  permission: "public",
  input: RegistrationInput,
  async run(ctx, input) {
    await registerAccount(ctx, input);
    return {};
  },
  form: {
    page: registerPage,
    secret: ["password", "confirmPassword"],
    done: () => ({ to: "/register?complete=1" }),
  },
});
