/** A server that says by its answers how many it has answered; run where few files may be open. */
import { listen } from "../../lib/server/listening/listen.ts";

// As the portal does first: Deno needs a handle for its signals.
Deno.addSignalListener("SIGTERM", () => Deno.exit());

// As a version of Deno may be that no longer serves one connection by itself.
if (Deno.args[0] === "later") {
  const { internal } = Deno as unknown as { internal: symbol };
  delete (Deno as unknown as Record<symbol, { serveHttpOnConnection?: unknown }>)[internal].serveHttpOnConnection;
}

let answered = 0;
listen(
  { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(`port ${port}`) },
  async (request) => {
    if (new URL(request.url).pathname === "/slow") await new Promise((done) => setTimeout(done, 1500));
    return new Response(`answer ${++answered}`, { headers: { connection: "close" } });
  },
  (line) => console.log(JSON.stringify(line)),
  Deno.args[0] === "edge" ? "edge" : "machine",
);
