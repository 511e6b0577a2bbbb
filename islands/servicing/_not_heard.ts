import { callApi, type CallResult } from "../../lib/client/call_api.ts";

/** Said where a call got no answer, or one without a reason. */
export const NOT_HEARD = "Nothing was heard from the server. Check the connection, then try again.";

/** A form's call whose refusal has a reason in any case: `call: heard("/api/loans/recordledger")`. */
export const heard = <T extends object>(path: string) => async (values: object): Promise<CallResult<T>> => {
  const answer = await callApi<T>(path, values);
  return answer.response ? answer : { ...answer, reason: answer.reason ?? NOT_HEARD };
};
