/** The calls of the area brokers. */
import {
  addRequestedAccount,
  createAccount,
  deleteAccount,
  deleteRequestedAccount,
  getAllUsers,
  getRequestedAccount,
  getUser,
  signOutEverywhere,
  updateAccount,
  validateBroker,
} from "../../lib/features/brokers/mod.ts";
import {
  AddRequest,
  CreateAccount,
  IdInput,
  LicenceCheckInput,
  UpdateAccount,
} from "../../lib/schemas/brokers/account.ts";
import { EmptyInput } from "../../lib/schemas/fields.ts";
import { type Call, call } from "../../lib/server/call.ts";
import { accountPage } from "./account.tsx";

/** Answers `data.accounts` and the open `data.requests` (accounts specification 7). */
const getAllUsersCall = call({
  method: "GET",
  path: "/api/auth/getAllUsers",
  permission: "manageBrokers",
  input: EmptyInput,
  run: async (ctx) => ({ data: await getAllUsers(ctx) }),
});

/** Answers the account as `data`; 404 for one that is not there. */
const getUserCall = call({
  method: "POST",
  path: "/api/auth/getUser",
  permission: "manageBrokers",
  input: IdInput,
  run: async (ctx, input) => ({ data: await getUser(ctx, input) }),
});

/** Makes an account, and mails it an introduction with `introEmail` (accounts specification 5). */
const createAccountCall = call({
  method: "POST",
  path: "/api/auth/createAccount",
  permission: "manageBrokers",
  input: CreateAccount,
  run: (ctx, input) => createAccount(ctx, input),
  form: {
    page: accountPage,
    done: () => ({ to: "/dashboard/brokers", toast: "Account Created" }),
    secret: ["password", "confirmPassword"],
  },
});

/**
 * Changes an account. A broker needs a `license`; what else is left out stays. 409 where it was changed since
 * `updatedAt`.
 */
const updateAccountCall = call({
  method: "POST",
  path: "/api/auth/updateAccount",
  permission: "manageBrokers",
  input: UpdateAccount,
  run: async (ctx, input) => void await updateAccount(ctx, input),
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}`, toast: "Changes Saved" }),
    secret: ["password", "confirmPassword"],
  },
});

/** Deletes an account; 409 for one with loans (docs/decisions/accounts-with-loans.md). */
const deleteAccountCall = call({
  method: "POST",
  path: "/api/auth/deleteAccount",
  permission: "manageBrokers",
  input: IdInput,
  run: async (ctx, input) => void await deleteAccount(ctx, input),
});

/** POST signOutEverywhere: for administrators. Returns how many sessions ended and browsers were forgotten. */
const signOutEverywhereCall = call({
  method: "POST",
  path: "/api/auth/signOutEverywhere",
  permission: "manageBrokers",
  input: IdInput,
  run: signOutEverywhere,
  form: {
    page: accountPage,
    done: (_, { id }) => ({ to: `/dashboard/viewbroker?id=${id}#sign-ins`, toast: "Signed out everywhere" }),
  },
});

/** Answers the open request as `data`. */
const getRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/getRequestedAccount",
  permission: "manageBrokers",
  input: IdInput,
  run: async (ctx, input) => ({ data: await getRequestedAccount(ctx, input) }),
});

/** Also returns the account's id, the same one for a repeated request. */
const addRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/addRequestedAccount",
  permission: "manageBrokers",
  input: AddRequest,
  run: (ctx, input) => addRequestedAccount(ctx, input),
});

/** Closes a request without an account. */
const deleteRequestedAccountCall = call({
  method: "POST",
  path: "/api/auth/deleteRequestedAccount",
  permission: "manageBrokers",
  input: IdInput,
  run: async (ctx, input) => void await deleteRequestedAccount(ctx, input),
});

/**
 * `data` is true for a verified licence, also for one of the right form where no register is loaded (`unchecked`);
 * `class` comes from the register, `note` is the reason or a warning.
 */
const validateBrokerCall = call({
  method: "POST",
  path: "/api/auth/validateBroker",
  permission: "manageBrokers",
  input: LicenceCheckInput,
  run: async (ctx, input) => {
    const { verified, ...more } = await validateBroker(ctx, input);
    return { data: verified, ...more };
  },
});

export const brokersCalls: readonly Call[] = [
  getAllUsersCall,
  getUserCall,
  createAccountCall,
  updateAccountCall,
  deleteAccountCall,
  signOutEverywhereCall,
  getRequestedAccountCall,
  addRequestedAccountCall,
  deleteRequestedAccountCall,
  validateBrokerCall,
];
