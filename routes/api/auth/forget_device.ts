import { forgetDevice } from "../../../lib/features/accounts/forget_device.ts";
import { DeviceHandle } from "../../../lib/schemas/sign_ins.ts";
import { call } from "../../../lib/server/call.ts";
import { accountSettingsPage } from "../../account/account_settings.tsx";

/** POST forgetDevice: forgets one of the person's own saved browsers. */
export const forgetDeviceCall = call({
  method: "POST",
  path: "/api/auth/forgetDevice",
  permission: "signedIn",
  input: DeviceHandle,
  async run(ctx, input) {
    await forgetDevice(ctx, input);
    return {};
  },
  form: {
    page: accountSettingsPage,
    done: () => ({ to: "/dashboard/accountsettings#sign-ins", toast: "Browser forgotten" }),
  },
});
