/** The calls about a person's data. */
import { erasePerson, exportPerson } from "../../lib/features/brokers/mod.ts";
import { IdInput } from "../../lib/schemas/brokers/account.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { sendZip } from "../../lib/server/send_zip.ts";
import { accountPage } from "./account.tsx";

/**
 * POST exportPersonalData: a zip of what the portal holds of an account: JSON by table, and the files they uploaded.
 */
const exportPersonalDataCall = call({
  method: "POST",
  path: "/api/auth/exportPersonalData",
  permission: "manageSecurity",
  input: IdInput,
  run: (ctx, input) => exportPerson(ctx, input),
  reply: sendZip,
});

/**
 * POST erasePersonalData: erases what need not be kept and disables the account. Answers how many loans stay with it.
 */
const erasePersonalDataCall = call({
  method: "POST",
  path: "/api/auth/erasePersonalData",
  permission: "manageSecurity",
  input: IdInput,
  run: (ctx, input) => erasePerson(ctx, input),
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}#personal-data`, toast: "Personal data erased" }),
  },
});

export const personalCalls: readonly Call[] = [exportPersonalDataCall, erasePersonalDataCall];
