import { finishEmailChange } from "../../../lib/features/accounts/finish_email_change.ts";
import { LinkInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";
import { type PageLike, Redirect } from "../../../lib/server/page.tsx";
import { changeEmailPage } from "../../account/change_email.tsx";

/** A refused confirmation goes to / and says why there (specification of accounts, section 8). */
const homeWithReason: PageLike = {
  ...changeEmailPage,
  prepare: (_ctx, _request, form) => {
    throw new Redirect("/", { text: form?.reason ?? "Not found", kind: "bad" });
  },
};

/** POST finishEmailChange: confirms an email change; for the signed-in account that asked for it. */
export const finishEmailChangeCall = call({
  method: "POST",
  path: "/api/auth/finishEmailChange",
  permission: "signedIn",
  input: LinkInput,
  async run(ctx, input) {
    await finishEmailChange(ctx, input);
    return {};
  },
  form: { page: homeWithReason, done: () => ({ to: "/", toast: "Email Changed" }) },
});
