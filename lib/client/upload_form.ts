import { type CallResult, networkError, pageAccount, parseResponse } from "./call_api.ts";

const NDJSON_TYPE = "application/x-ndjson";

/** The complete lines of an NDJSON response so far; none for other types. */
function linesOf(request: XMLHttpRequest): string[] {
  const inLines = (request.getResponseHeader("content-type") ?? "").startsWith(NDJSON_TYPE);
  return inLines ? request.responseText.split("\n").slice(0, -1) : [];
}

/**
 * Posts a multipart form. `onProgress` gets the fraction of bytes sent, 0 to 1; fetch has no upload progress, so this
 * uses XMLHttpRequest. `onLine` gets each line of an NDJSON response. Returns as `callApi` does.
 */
export function uploadForm<T extends object = object>(
  path: string,
  form: FormData,
  onProgress: (part: number) => void = () => {},
  signal?: AbortSignal,
  onLine?: (line: Record<string, unknown>) => void,
): Promise<CallResult<T>> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("accept", onLine ? `${NDJSON_TYPE}, application/json` : "application/json");
    request.setRequestHeader("x-account", pageAccount());
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    let linesRead = 0;
    request.addEventListener("progress", () => {
      const lines = linesOf(request);
      for (; linesRead < lines.length; linesRead++) onLine?.(JSON.parse(lines[linesRead]));
    });
    request.addEventListener(
      "load",
      () => done(parseResponse<T>(request.status, linesOf(request).at(-1) ?? request.responseText)),
    );
    for (const type of ["error", "abort", "timeout"]) {
      request.addEventListener(type, () => done(networkError(path, type)));
    }
    signal?.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

/** What a refused upload says: the server's reason where it gives one (loans specification 8). */
export const uploadErrorText = (reason?: string): string => reason ? `Error: ${reason}` : "Error: Try again";
