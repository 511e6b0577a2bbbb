import { activateDevice } from "../../../lib/features/auth/activate_device.ts";
import { withNext } from "../../../lib/domain/next_path.ts";
import { ActivateDeviceInput } from "../../../lib/schemas/sign_in.ts";
import { call } from "../../../lib/server/call.ts";
import { loginPage } from "../../account/login.tsx";

/** POST activateDevice: a good code saves the browser for a year, and the person signs in again. */
export const activateDeviceCall = call({
  method: "POST",
  path: "/api/auth/activateDevice",
  permission: "public",
  input: ActivateDeviceInput,
  async run(ctx, input, c) {
    const { sessions } = c.get("deps");
    sessions.saveDevice(c, await activateDevice(ctx, { ...input, deviceCookie: sessions.deviceToken(c) }));
    return {};
  },
  form: {
    page: loginPage,
    secret: ["code"],
    done: (_output, { next }) => ({ to: withNext("/login", next), toast: "Device Saved!" }),
  },
});
