import { getAllUsers } from "../../../lib/features/brokers/get_all_users.ts";
import { nothing } from "../../../lib/schemas/fields.ts";
import { call } from "../../../lib/server/call.ts";

export const getAllUsersCall = call({
  method: "GET",
  path: "/api/auth/getAllUsers",
  permission: "manageBrokers",
  input: nothing,
  run: async (ctx) => ({ data: await getAllUsers(ctx) }),
});
