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
function noAnswer(path: string, error: unknown): Answer<never> {
  console.warn("no answer from", path, error);
  return { response: false, status: 0, network: true };
}

/** Reads an answer. A body without `response` (the settings) is taken as a success when the status is one. */
function readAnswer<T extends object>(status: number, text: string): Answer<T> {
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

const LINES_TYPE = "application/x-ndjson";

/** The whole lines of an answer that comes in lines; none of an answer in one piece. */
function linesOf(request: XMLHttpRequest): string[] {
  const inLines = (request.getResponseHeader("content-type") ?? "").startsWith(LINES_TYPE);
  return inLines ? request.responseText.split("\n").slice(0, -1) : [];
}

/**
 * Posts a multipart form. `onProgress` gets the part of the bytes that has left, 0 to 1; fetch cannot tell, so this is
 * XMLHttpRequest. With `onLine` the server may tell in lines how far it is. Answers as `callApi` does.
 */
export function uploadForm<T extends object = object>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
  onLine?: (line: Record<string, unknown>) => void,
): Promise<Answer<T>> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("accept", onLine ? `${LINES_TYPE}, application/json` : "application/json");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    let told = 0;
    request.addEventListener("progress", () => {
      const lines = linesOf(request);
      for (; told < lines.length; told++) onLine?.(JSON.parse(lines[told]));
    });
    request.addEventListener(
      "load",
      () => done(readAnswer<T>(request.status, linesOf(request).at(-1) ?? request.responseText)),
    );
    for (const type of ["error", "abort", "timeout"]) {
      request.addEventListener(type, () => done(noAnswer(path, type)));
    }
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
