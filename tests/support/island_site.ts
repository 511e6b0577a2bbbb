/** The small application of shells and test islands, built and served to browsers. */
import { type Assets, openAssets } from "../../lib/server/assets.ts";
import { buildBundles, stopBuilder } from "../../lib/server/build/build.ts";
import { islandApp } from "./island_app.tsx";

/** What the tests of one file share; `url` is there once their beforeAll has run. */
export function useIslandSite(): { url: string } {
  const site = { url: "" };
  const outDir = new URL(`file://${Deno.makeTempDirSync({ prefix: "harbourline-build-" })}/`);
  let server: Deno.HttpServer<Deno.NetAddr>, assets: Assets;
  Deno.test.beforeAll(async () => {
    await buildBundles({ runtime: "preact", outDir, islandFolders: ["tests/support/islands"] });
    await stopBuilder();
    assets = openAssets(outDir);
    server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      islandApp(new Set(), () => assets).fetch,
    );
    site.url = `http://127.0.0.1:${server.addr.port}`;
  });
  Deno.test.afterAll(async () => {
    await server.shutdown();
    await Deno.remove(outDir, { recursive: true });
  });
  return site;
}
