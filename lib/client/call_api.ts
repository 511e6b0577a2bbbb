/**
 * What a call answers. A refusal has the server's sentence in `reason`; `network: true` means that no answer came.
 * `status` is the HTTP status, 0 without an answer.
 */
export type Answer<T extends object = object> =
  | ({ response: true; status: number } & T)
  | { response: false; status: number; reason?: string; fields?: Record<string, string>; network?: true };

/** How a call goes out: GET without a body and POST with one, unless it says otherwise. `keepalive` outlives the page. */
export type CallOptions = { method?: "GET" | "POST"; signal?: AbortSignal; keepalive?: boolean };

/** Network errors are only logged; the person sees no message (accounts specification, section 8). */
export function noAnswer(path: string, error: unknown): Answer<never> {
  console.warn("no answer from", path, error);
  return { response: false, status: 0, network: true };
}

/** Reads an answer. A body without `response` (the settings) is taken as a success when the status is one. */
export function readAnswer<T extends object>(status: number, text: string): Answer<T> {
  const ok = status >= 200 && status < 300;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const fields = typeof body === "object" && body !== null ? body as Record<string, unknown> : {};
  const response = typeof fields.response === "boolean" ? fields.response : ok && body !== null;
  return { ...fields, response, status } as Answer<T>;
}

/**
 * Calls the server with JSON and cookies: `await callApi<{ data: Quote }>("/api/loans/getquote", input)`.
 * It never throws: a refusal and a missing answer are values.
 */
export async function callApi<T extends object = object>(
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<Answer<T>> {
  const method = options.method ?? (body === undefined ? "GET" : "POST");
  try {
    const answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
      keepalive: options.keepalive,
    });
    return readAnswer<T>(answer.status, await answer.text());
  } catch (error) {
    return noAnswer(path, error);
  }
}
