import { callApi, type CallResult } from "../../lib/client/call_api.ts";

/** The reason shown where a call got no answer, or one without a reason. */
export const NO_RESPONSE = "The server did not answer. Check the connection, then try again.";

/** A form's call whose refusal has a reason in any case: `call: callWithReason("/api/loans/recordledger")`. */
export const callWithReason = <T extends object>(path: string) => async (values: object): Promise<CallResult<T>> => {
  const result = await callApi<T>(path, values);
  return result.response ? result : { ...result, reason: result.reason ?? NO_RESPONSE };
};
