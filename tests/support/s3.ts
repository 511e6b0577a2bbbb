/** A real S3-compatible server on a free port, with one bucket. */
import type { Server } from "node:http";
import S3rver from "s3rver";

export async function startS3(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await Deno.makeTempDir({ prefix: "harbourline-s3-" });
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "papers", configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/papers/loans?region=us-east-1`,
    async stop() {
      const closed = server.close();
      // A client keeps a spare connection for a minute and more, and the server would wait for it.
      (server as unknown as { httpServer: Server }).httpServer.closeAllConnections();
      await closed;
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    },
  };
}
