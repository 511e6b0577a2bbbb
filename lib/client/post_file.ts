import { type CallResult, networkError, pageAccount, parseResponse } from "./call_api.ts";

/** Posts a file as the request's body, under the media type `type`. Returns as `callApi` does. */
export async function postFile<T extends object>(path: string, file: File, type: string): Promise<CallResult<T>> {
  try {
    const headers = { accept: "application/json", "content-type": type, "x-account": pageAccount() };
    const response = await fetch(path, { method: "POST", body: file, headers });
    return parseResponse<T>(response.status, await response.text());
  } catch (error) {
    return networkError(path, error);
  }
}
