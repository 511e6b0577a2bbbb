/** Packages are named exactly, locked, and asked about. */
import assert from "node:assert/strict";
import { audit, lockedPackages } from "../../../lib/server/tasks/audit.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => Deno.readTextFile(new URL(path, ROOT));

Deno.test("every package is pinned to an exact version, and no run may change the lock file", async () => {
  const config = JSON.parse(await read("deno.json"));
  const named = [config.imports, ...Object.values(config.scopes)].flatMap((map) => Object.values(map)) as string[];
  assert.ok(named.length > 30);
  assert.deepEqual(named.filter((specifier) => !/^npm:(@[^/]+\/)?[^@/]+@\d+\.\d+\.\d+(-[\w.]+)?$/.test(specifier)), []);
  assert.equal(config.lock.frozen, true);
  for (const path of ["deno.lock", "tests/deno.lock"]) {
    const locked = JSON.parse(await read(path)).workspace.dependencies;
    assert.deepEqual(named.toSorted().filter((one) => !locked.includes(one)), [], path);
    assert.doesNotMatch(await read(path), /https?:/, "no registry's address");
  }
});

Deno.test("a lock file's packages are read with scopes, several versions and peers", async () => {
  const npm = { "@a/b@1.2.3_react@19.0.0": {}, "c@0.1.0-pre.2": {}, "c@2.0.0": {}, "c@2.0.0_d@1.0.0": {} };
  assert.deepEqual(lockedPackages(JSON.stringify({ npm })), { "@a/b": ["1.2.3"], c: ["0.1.0-pre.2", "2.0.0"] });
  assert.ok("hono" in lockedPackages(await read("deno.lock")));
});

Deno.test("the audit fails on a high advisory, passes a lesser one, and says where a registry did not answer", async () => {
  let answer: () => Response = () => Response.json({});
  let asked: unknown;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    asked = [new URL(request.url).pathname, await request.json()];
    return answer();
  });
  const registry = `http://127.0.0.1:${server.addr.port}/`;
  const said: string[] = [];
  const run = () => audit(registry, { c: ["2.0.0"] }, (text) => void said.push(text));
  const hole = (severity: string) => ({ severity, title: "A hole", url: "https://example.com/1" });
  assert.equal(await run(), 0);
  assert.deepEqual(asked, ["/-/npm/v1/security/advisories/bulk", { c: ["2.0.0"] }]);
  answer = () => Response.json({ c: [hole("moderate")] });
  assert.equal(await run(), 0);
  assert.equal(said.at(-1), "1 package looked up: 1 known hole, 0 of them high or critical.");
  answer = () => Response.json({ c: [hole("low"), hole("high")] });
  assert.equal(await run(), 1);
  assert.deepEqual(said.slice(-3, -1).map((line) => line.split(":")[0]), ["high", "low"], "the worst first");
  answer = () => new Response("busy", { status: 503 });
  assert.equal(await run(), 2);
  assert.match(said.at(-1)!, /^The registry 127\.0\.0\.1:\d+ answered 503, .* nothing is known of 1 package\./);
  assert.match(said.at(-1)!, /name a registry that answers .* in NPM_CONFIG_REGISTRY/);
  for (const page of ["<html>", "[]", '{"c":"none"}']) {
    answer = () => new Response(page);
    assert.equal(await run(), 2, page);
    assert.match(said.at(-1)!, /^The registry .* answered with something else, .* nothing is known of 1 package\./);
  }
  await server.shutdown();
  assert.equal(await run(), 2, "nobody listens");
  assert.match(said.at(-1)!, /^The registry .* gave no answer .*, so nothing is known of 1 package\./);
});
