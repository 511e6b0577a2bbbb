/** A way to a libSQL server that counts round trips and can be made longer. */

export interface Way {
  url: string;
  /** Requests that were answered so far, without those of the settings' watch, which asks each second. */
  trips(): number;
  /** Holds every answer back for so many milliseconds from now on. */
  delay(ms: number): void;
  stop(): Promise<void>;
}

const isWatch = (sent: string): boolean =>
  sent.includes("config_versions") && !sent.includes("sessions") && !sent.includes("loans");

/** Opens a way to the server at `target` on a free port of this machine. */
export function countTrips(target: string): Way {
  let trips = 0, heldMs = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const body = request.method === "POST" ? await request.text() : undefined;
    const type = request.headers.get("content-type") ?? "text/plain";
    const { pathname } = new URL(request.url);
    const answer = await fetch(target + pathname, { method: request.method, headers: { "content-type": type }, body });
    const bytes = await answer.arrayBuffer();
    if (heldMs > 0) await new Promise((done) => setTimeout(done, heldMs));
    if (body && !isWatch(body)) trips++;
    const told = answer.headers.get("content-type") ?? "text/plain";
    return new Response(bytes, { status: answer.status, headers: { "content-type": told } });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    trips: () => trips,
    delay: (ms) => void (heldMs = ms),
    stop: () => server.shutdown(),
  };
}
