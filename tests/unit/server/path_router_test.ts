import assert from "node:assert/strict";
import { PathRouter } from "../../../lib/server/path_router.ts";

const handlers = (router: PathRouter<string>, method: string, path: string) =>
  router.match(method, path)[0].map(([handler]) => handler);

Deno.test("a path has one handler, fixed or with parameters, and middleware runs before it", () => {
  const router = new PathRouter<string>();
  router.add("ALL", "/t/*", "first");
  router.add("ALL", "/t/*", "second");
  router.add("GET", "/loans/:id", "one");
  router.add("POST", "/loans/:id", "save");
  router.add("GET", "/loans/new", "new");
  router.add("GET", "/t/:code", "track");
  assert.deepEqual(handlers(router, "GET", "/loans/7"), ["one"]);
  assert.deepEqual(handlers(router, "POST", "/loans/7"), ["save"]);
  assert.deepEqual(handlers(router, "GET", "/loans/new"), ["new"]);
  assert.deepEqual(handlers(router, "GET", "/t/a"), ["first", "second", "track"]);
  assert.deepEqual(handlers(router, "GET", "/none"), []);
});

for (const [path, again] of [["/loans", "/loans"], ["/loans/:id", "/loans/:loan"], ["/assets/*", "/assets/*"]]) {
  Deno.test(`${again} beside ${path} is refused at the program's start`, () => {
    const router = new PathRouter<string>();
    router.add("GET", path, "one");
    router.add("POST", again, "another method");
    assert.throws(() => router.add("GET", again, "two"), /has two handlers/);
  });
}
