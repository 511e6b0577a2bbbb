import { type Answer, noAnswer, readAnswer } from "./call_api.ts";

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
