/**
 * A call's result. A refusal has the server's sentence in `reason`; `network: true` means that there was no response.
 * `status` is the HTTP status, 0 without a response.
 */
export type CallResult<T extends object = object> =
  | ({ response: true; status: number } & T)
  | {
    response: false;
    status: number;
    reason?: string;
    fields?: Record<string, string>;
    network?: true;
    /** What a person has to confirm: the call goes through once its input names these sentences as confirmed. */
    toConfirm?: string[];
  };

export type Refused = Extract<CallResult, { response: false }>;

/**
 * Request options. The default method is GET without a body and POST with one. `keepalive` lets it outlive the page.
 */
export type CallOptions = { method?: "GET" | "POST"; signal?: AbortSignal; keepalive?: boolean };

/** Network errors are only logged, without a message (accounts specification 8). */
export function networkError(path: string, error: unknown): CallResult<never> {
  console.warn("no answer from", path, error);
  return { response: false, status: 0, network: true };
}

/** Whose page this is, empty for nobody's: another account may have signed in in this browser since. */
export const pageAccount = (): string => globalThis.document?.documentElement.dataset.account ?? "";

/** Parses a response. A body without `response` (the settings) counts as a success where the status does. */
export function parseResponse<T extends object>(status: number, text: string): CallResult<T> {
  const ok = status >= 200 && status < 300;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const fields = typeof body === "object" && body !== null ? body as Record<string, unknown> : {};
  const response = typeof fields.response === "boolean" ? fields.response : ok && body !== null;
  return { ...fields, response, status } as CallResult<T>;
}

/**
 * Calls the server with JSON and cookies: `await callApi<{ data: Quote }>("/api/loans/getquote", input)`. Never throws:
 * refusals and network errors are values.
 */
export async function callApi<T extends object = object>(
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<CallResult<T>> {
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  try {
    const response = await fetch(path, {
      method,
      headers: {
        accept: "application/json",
        "x-account": pageAccount(),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
    return parseResponse<T>(response.status, await response.text());
  } catch (error) {
    return networkError(path, error);
  }
}
