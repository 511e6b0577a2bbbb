/**
 * A proxy before a libSQL server that drops answers on demand: the server has done its work, and the client never
 * learns of it.
 */
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface LossyProxy {
  url: string;
  /** How many answers to commits were lost. */
  lost(): number;
  /** Starts or stops dropping the answers to commits. */
  loseCommits(lose: boolean): void;
  /** Answers everything with this status, as a gateway does whose server is gone. */
  answerAll(status: number): void;
  stop(): Promise<void>;
}

/** Starts a proxy on a free port of this machine; `target` tells before which server. */
export async function startLossyProxy(target: () => string): Promise<LossyProxy> {
  let losing = false, lost = 0, status = 0;
  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await Array.fromAsync(request));
    if (status) return void response.writeHead(status, { "content-type": "text/html" }).end("<p>Bad gateway");
    const answer = await fetch(target() + request.url, {
      method: request.method,
      headers: { "content-type": request.headers["content-type"] ?? "text/plain" },
      body: sent.length ? new Uint8Array(sent) : undefined,
    });
    const received = new Uint8Array(await answer.arrayBuffer());
    // Reads that go together are committed as well, and nothing is lost with them.
    if (losing && sent.includes("COMMIT") && !sent.includes("BEGIN DEFERRED")) {
      lost++;
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
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
