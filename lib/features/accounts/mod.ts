/** The public face of the feature accounts: what routes and the server's tasks use of it. */
export { activateDevice } from "./activate_device.ts";
export { changeEmail } from "./change_email.ts";
export { checkSession } from "./check_session.ts";
export { createFirstOwner } from "./create_first_owner.ts";
export { finishEmailChange } from "./finish_email_change.ts";
export { finishRecovery } from "./finish_recovery.ts";
export { forgetDevice } from "./forget_device.ts";
export { getRecovery } from "./get_recovery.ts";
export { listSignIns, type SignIns } from "./list_sign_ins.ts";
export { saveLink } from "./_links.ts";
export { recoverAccount } from "./recover_account.ts";
export { registerAccount } from "./register_account.ts";
export { type SignIn, signIn } from "./sign_in.ts";
export { signOut } from "./sign_out.ts";
export { signOutOthers } from "./sign_out_others.ts";
export { updateSettings } from "./update_settings.ts";
