/** Both back ends of file storage, through one suite (docs/decisions/files.md). */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { withTimeout } from "../../../db/mod.ts";
import type { FileStore } from "../../../lib/domain/ports.ts";
import { createLocalStore } from "../../../lib/server/files/local_store.ts";
import { createS3Store } from "../../../lib/server/files/s3_store.ts";
import { withFolder } from "../../support/folder.ts";
import { startS3 } from "../../support/s3.ts";

const bytesOf = async (store: FileStore, id: string) => {
  const stream = await store.open(id);
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
};

const BACKENDS: Record<string, () => Promise<{ store: FileStore; stop(): Promise<void> }>> = {
  async "a local folder"() {
    const folder = await Deno.makeTempDir();
    return { store: await createLocalStore(folder + "/files"), stop: () => Deno.remove(folder, { recursive: true }) };
  },
  async "S3-compatible storage"() {
    const s3 = await startS3();
    return { store: createS3Store(s3.url), stop: s3.stop };
  },
};

for (const [name, start] of Object.entries(BACKENDS)) {
  Deno.test({
    name: `${name}: a stored file is there whole, a removed one is gone`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const { store, stop } = await start();
      try {
        const bytes = crypto.getRandomValues(new Uint8Array(60_000));
        await store.put("abcdefgh-1", bytes);
        assert.deepEqual(await bytesOf(store, "abcdefgh-1"), bytes);
        const path = await Deno.makeTempFile();
        await Deno.writeTextFile(path, "%PDF-1.7 small");
        await store.putFile("abcdefgh-2", path);
        await Deno.remove(path);
        assert.equal(new TextDecoder().decode((await bytesOf(store, "abcdefgh-2"))!), "%PDF-1.7 small");
        assert.equal(await store.open("abcdefgh-3"), null);
        const listed = async (before: number) => (await Array.fromAsync(store.list(before))).flat().sort();
        assert.deepEqual(await listed(Date.now() + 60_000), ["abcdefgh-1", "abcdefgh-2"]);
        assert.deepEqual(await listed(Date.now() - 60_000), [], "what is younger");
        await store.remove("abcdefgh-1");
        await store.remove("abcdefgh-1");
        assert.equal(await store.open("abcdefgh-1"), null);
        for (const id of ["../../etc/passwd", "a/b", "", "abc", "%2e%2e%2fabcdefgh"]) {
          await assert.rejects(async () => await store.open(id), /not a file id/);
          await assert.rejects(async () => await store.put(id, bytes), /not a file id/);
        }
      } finally {
        await stop();
      }
    },
  });
}

Deno.test("a copy that fails leaves no file and no part of one", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = await createLocalStore(folder);
    await assert.rejects(store.putFile("abcdefgh-1", folder + "/nothing-there"));
    assert.equal(await store.open("abcdefgh-1"), null);
    const left: string[] = [];
    for await (const entry of Deno.readDir(`${folder}/ab`)) left.push(entry.name);
    assert.deepEqual(left, []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a file that cannot be looked at ends a folder's listing: its backup would count as gone", () =>
  withFolder(async (folder) => {
    const store = await createLocalStore(folder);
    await store.put("abcdefgh-1", new Uint8Array(9));
    await Deno.symlink("abcdefgh-2", `${folder}/ab/abcdefgh-2`);
    await assert.rejects(Array.fromAsync(store.list(Infinity)), /symbolic links/);
  }));

Deno.test("a folder that is none of the store's is not looked into, as the lost+found of a disk mounted there", () =>
  withFolder(async (folder) => {
    const store = await createLocalStore(folder);
    await store.put("abcdefgh-1", new Uint8Array(9));
    await Deno.mkdir(`${folder}/lost+found`);
    await Deno.symlink("abcdefgh-2", `${folder}/lost+found/abcdefgh-2`);
    assert.deepEqual(await Array.fromAsync(store.list(Infinity)), [["abcdefgh-1"]]);
  }));

Deno.test("object storage that never answers fails the request in time", async () => {
  const never = Promise.withResolvers<Response>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => never.promise);
  try {
    const store = createS3Store(`http://key:secret@127.0.0.1:${server.addr.port}/bucket`, { timeoutMs: 200 });
    await assert.rejects(async () => await store.open("abcdefgh-1"), /did not answer a GET within 0\.2 seconds/);
    await assert.rejects(store.put("abcdefgh-1", new Uint8Array(9)), /did not answer a PUT within 0\.2 seconds/);
  } finally {
    never.resolve(new Response());
    await server.shutdown();
  }
});

Deno.test("a listing that begins and then stalls fails in time: its sweep waited until the next start", async () => {
  const pens: ReadableStreamDefaultController[] = [];
  const begun = () => new Response(new ReadableStream({ start: (pen) => void pens.push(pen) }));
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, begun);
  // Where nothing else ends it, the page ends by itself.
  const timer = setTimeout(() => pens.forEach((pen) => pen.close()), 3000);
  try {
    const store = createS3Store(`http://key:secret@127.0.0.1:${server.addr.port}/bucket`, { timeoutMs: 200 });
    const page = () => store.list(0)[Symbol.asyncIterator]().next();
    await assert.rejects(page, /did not answer a GET within 0\.2 seconds/);
  } finally {
    clearTimeout(timer);
    await server.shutdown();
  }
});

Deno.test("a file that begins and then stalls fails in time, and is let go: who downloads it would wait for ever", async () => {
  const gone = Promise.withResolvers<void>(), ending = new AbortController();
  const start = (pen: ReadableStreamDefaultController) => {
    pen.enqueue(new Uint8Array(9));
    ending.signal.onabort = () => pen.error(new Error("The storage ends."));
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {}, onError: () => new Response() },
    () => new Response(new ReadableStream({ start, cancel: () => gone.resolve() })),
  );
  try {
    const store = createS3Store(`http://key:secret@127.0.0.1:${server.addr.port}/bucket`, { timeoutMs: 200 });
    const body = (await store.open("abcdefgh-1"))!.getReader();
    assert.equal((await body.read()).value?.length, 9);
    const piece = withTimeout(body.read(), 3000, () => new Error("It waits on."));
    await assert.rejects(piece, /stalled for 0\.2 seconds amid a file/);
    await gone.promise;
  } finally {
    ending.abort();
    await server.shutdown();
  }
});

Deno.test("what is stored says its SHA-256, by which the storage refuses bytes that were damaged on their way", async () => {
  const said: (string | null)[] = [], sent: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    said.push(request.headers.get("x-amz-content-sha256"));
    sent.push(createHash("sha256").update(await request.bytes()).digest("hex"));
    return new Response();
  });
  try {
    const store = createS3Store(`http://key:secret@127.0.0.1:${server.addr.port}/bucket`);
    await store.put("abcdefgh-1", crypto.getRandomValues(new Uint8Array(3000)));
    await store.put("abcdefgh-2", new Uint8Array());
    assert.deepEqual(said, sent);
  } finally {
    await server.shutdown();
  }
});

/** What a bucket's listing yields whose storage answers these pages, and the tokens that it was asked with. */
async function listPages(pages: string[]): Promise<{ ids: string[]; tokens: (string | null)[]; error?: Error }> {
  const tokens: (string | null)[] = [], ids: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    tokens.push(new URL(url).searchParams.get("continuation-token"));
    return new Response(pages[tokens.length - 1]);
  });
  try {
    const store = createS3Store(`http://key:secret@127.0.0.1:${server.addr.port}/bucket/a&b`);
    for await (const page of store.list(Date.UTC(2026, 10, 21))) ids.push(...page);
    return { ids, tokens };
  } catch (error) {
    return { ids, tokens, error: error as Error };
  } finally {
    await server.shutdown();
  }
}

Deno.test("a long listing of object storage is read page by page, and foreign objects are left out", async () => {
  const object = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-20T12:00:00.000Z</LastModified></Contents>`;
  const page = (next: string | null, ...keys: string[]) =>
    `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${keys.map(object).join("")}${
      next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""
    }</ListBucketResult>`;
  const first = page("1/x+y&amp;z=", "a&amp;b/abcdefgh-1", "a&amp;b/read me");
  const long = await listPages([first, page("t2"), page(null, "a&amp;b/abcdefgh-2", "a&amp;b/x/y")]);
  assert.deepEqual(long, { ids: ["abcdefgh-1", "abcdefgh-2"], tokens: [null, "1/x+y&z=", "t2"] });
  const { tokens, error } = await listPages([first, first, first]);
  assert.equal(tokens.length, 2);
  assert.match(error!.message, /the same page of its objects over and over/);
  assert.match((await listPages([page("", "a&amp;b/abcdefgh-1")])).error!.message, /not how to ask for the rest/);
  const last = page(null, "a&amp;b/abcdefgh-1");
  for (const wrong of ["<html></html>", last.slice(0, -20), last.replace(/<LastModified>.*?</, "<LastModified><")]) {
    assert.match((await listPages([wrong])).error!.message, /something else, or with a part of one/, wrong);
  }
});
