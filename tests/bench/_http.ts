/**
 * HTTP over a bare socket with keep-alive: the cheapest client there is, the same for what is measured and for its
 * floor.
 */

export interface Target {
  port: number;
  method: "GET" | "POST";
  path: string;
  /** Asked in turn instead of `path`. */
  paths?: readonly string[];
  headers: Record<string, string>;
  body: string;
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/** The request's bytes. */
export function requestBytes(target: Target): Uint8Array {
  const lines = Object.entries({
    host: `127.0.0.1:${target.port}`,
    ...target.headers,
    ...(target.method === "POST" ? { "content-length": String(encoder.encode(target.body).length) } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return encoder.encode(`${target.method} ${target.path} HTTP/1.1\r\n${lines}\r\n${target.body}`);
}

/** The bytes of each of its paths. */
export const requestsOf = (target: Target): Uint8Array[] =>
  (target.paths ?? [target.path]).map((path) => requestBytes({ ...target, path }));

/** One connection that asks and waits for the whole answer, again and again. */
export async function connect(port: number) {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  socket.setNoDelay(true);
  const buffer = new Uint8Array(1 << 20);
  let end = 0;

  /** Sends a request and reads its answer; gives the bytes of head and body in the buffer, valid until the next one. */
  async function ask(request: Uint8Array): Promise<{ head: string; body: Uint8Array }> {
    await socket.write(request);
    end = 0;
    let headEnd = -1, size = 0, head = "";
    for (;;) {
      const n = await socket.read(buffer.subarray(end));
      if (n === null) throw new Error("the server closed the connection");
      const from = Math.max(0, end - 3);
      end += n;
      if (headEnd < 0) {
        headEnd = endOfHead(buffer, from, end);
        if (headEnd < 0) continue;
        head = decoder.decode(buffer.subarray(0, headEnd));
        const length = /\r\ncontent-length: *(\d+)/i.exec(head);
        if (!length) throw new Error(`an answer without a length: ${head}`);
        size = Number(length[1]);
      }
      if (end >= headEnd + size) return { head, body: buffer.subarray(headEnd, headEnd + size) };
    }
  }
  return { ask, close: () => socket.close() };
}

/** The index after the blank line that ends a head; -1 where it has not come yet. */
function endOfHead(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i + 3 < to; i++) {
    if (bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 && bytes[i + 3] === 10) return i + 4;
  }
  return -1;
}

/** One request on a connection of its own. */
export async function askOnce(target: Target): Promise<RawAnswer> {
  const connection = await connect(target.port);
  try {
    const { head, body } = await connection.ask(requestBytes(target));
    const [first, ...lines] = head.trim().split("\r\n");
    const headers = Object.fromEntries(lines.map((line) => {
      const cut = line.indexOf(":");
      return [line.slice(0, cut).toLowerCase(), line.slice(cut + 1).trim()];
    }));
    return { status: Number(first.split(" ")[1]), headers, body: body.slice() };
  } finally {
    connection.close();
  }
}
