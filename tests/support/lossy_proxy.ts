/**
 * A proxy before a libSQL server that drops answers on demand: the server has done its work, and the client never
 * learns of it.
 */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

interface LossyProxy {
  url: string;
  /** How many answers to commits were lost. */
  lost(): number;
  /** Starts or stops dropping the answers to commits. */
  loseCommits(lose: boolean): void;
  /** Answers everything with this status, as a gateway does whose server is gone. */
  answerAll(status: number): void;
  stop(): Promise<void>;
}

async function passOn(server: string, { url, method, headers }: IncomingMessage, sent: Buffer) {
  const answer = await fetch(server + url, {
    method,
    headers: { "content-type": headers["content-type"] ?? "text/plain" },
    body: sent.length ? new Uint8Array(sent) : undefined,
  });
  const type = answer.headers.get("content-type") ?? "text/plain";
  return { received: new Uint8Array(await answer.arrayBuffer()), status: answer.status, type };
}

/** Starts a proxy on a free port of this machine; `target` tells before which server. */
export async function startLossyProxy(target: () => string): Promise<LossyProxy> {
  let losing = false, lost = 0, status = 0;
  const server = createServer(async (request, response) => {
    const parts = await Array.fromAsync(request).catch(() => null);
    if (!parts) return;
    const sent = Buffer.concat(parts);
    if (status) return void response.writeHead(status, { "content-type": "text/html" }).end("<p>Bad gateway");
    const answer = await passOn(target(), request, sent).catch(() => null);
    // The server is being stopped, or starts: its client loses the connection.
    if (!answer) return void response.destroy();
    const { received, status: answered, type } = answer;
    // Reads that go together are committed as well, and nothing is lost with them.
    if (losing && sent.includes("COMMIT") && !sent.includes("BEGIN DEFERRED")) {
      lost++;
      response.destroy();
      return;
    }
    response.writeHead(answered, { "content-type": type });
    response.end(received);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    answerAll: (one) => void (status = one),
    loseCommits: (lose) => void (losing = lose),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
