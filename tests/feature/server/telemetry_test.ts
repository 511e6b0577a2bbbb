/** OpenTelemetry: what a collector gets of a portal under the server's permissions, as Deno exports it. */
import assert from "node:assert/strict";
import { withFolder } from "../../support/folder.ts";
import { startServer } from "../../support/server_process.ts";
import { until } from "../../support/until.ts";

interface Exported {
  resourceMetrics: { scopeMetrics: { scope: { name: string }; metrics: { name: string }[] }[] }[];
}

Deno.test("a collector gets the figures of /metrics by their names, with requests by route", () =>
  withFolder(async (folder) => {
    const got = new Map<string, string>();
    await using collector = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
      const body = await request.text();
      if (new URL(request.url).pathname === "/v1/metrics") {
        for (const { scopeMetrics } of (JSON.parse(body) as Exported).resourceMetrics) {
          for (const { scope, metrics } of scopeMetrics) {
            if (scope.name === "harbourline") { for (const one of metrics) got.set(one.name, JSON.stringify(one)); }
          }
        }
      }
      return Response.json({});
    });
    const server = await startServer({
      DATA_DIR: folder,
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
      OTEL_METRIC_EXPORT_INTERVAL: "200",
    });
    await (await fetch(server.url)).body?.cancel();
    await until("the request in its histogram", () => {
      return Promise.resolve(/"\/"/.test(got.get("harbourline_request_seconds") ?? ""));
    });
    for (
      const name of [
        "harbourline_mails_waiting",
        "harbourline_events_waiting",
        "harbourline_loop_lag_seconds",
        "harbourline_worker_heap_bytes",
        "process_resident_memory_bytes",
      ]
    ) await until(name, () => Promise.resolve(got.has(name)));
    assert.match(got.get("harbourline_mails_waiting")!, /"campaign"/);
    // Without METRICS_TOKEN nobody reads them here.
    const page = await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer undefined" } });
    assert.equal(page.status, 404);
    await page.body?.cancel();
    assert.equal(await server.stop(), 0);
  }));
