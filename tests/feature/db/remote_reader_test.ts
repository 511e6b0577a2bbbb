/** Reads written and read by the portal itself: what they send and answer is what the client sends and answers. */
import assert from "node:assert/strict";
import { createClient, type InStatement } from "@libsql/client/web";
import { openRemoteClient } from "../../../db/remote_client.ts";
import { httpAddress, openReader } from "../../../db/remote_reader.ts";
import { hasLibsqlServer, startLibsqlServer } from "../../support/sqld.ts";

Deno.test("the address of a server by HTTP, and the token in it", () => {
  for (
    const [url, base, token] of [
      ["http://127.0.0.1:8080", "http://127.0.0.1:8080/", null],
      ["https://db.example/portal/", "https://db.example/portal/", null],
      ["libsql://db.example", "https://db.example/", null],
      ["LIBSQL://db.example?authToken=a%2Eb", "https://db.example/", "a.b"],
      ["libsql://db.example:8080?tls=0", "http://db.example:8080/", null],
      ["http://db.example?tls=0&authToken=x", "http://db.example/", "x"],
    ] as const
  ) assert.deepEqual(httpAddress(url), { base, token }, url);
});

/** A test with a server of its own. */
const onServer = (name: string, work: (url: string) => Promise<void>): void =>
  Deno.test({
    name,
    ignore: !hasLibsqlServer,
    async fn() {
      const server = await startLibsqlServer();
      try {
        await work(server.url);
      } finally {
        await server.stop();
      }
    },
  });

const VALUES = [null, "", 'ü " \\ \n 漢 🏠', 0, -1, 1.5, 2 ** 53 - 1, 1e300, 7n, -(2n ** 40n), true, false];
const BYTES = [new Uint8Array([0, 255, 128, 7]), new Uint8Array(0), new Uint8Array([1, 2]).buffer];
const [marks, args] = [[...VALUES, ...BYTES].map(() => "?").join(), [...VALUES, ...BYTES, new Date(5)]];

const READS: InStatement[] = [
  "select 1",
  "select 1 as a, 2 as a, null as b, 'x' as \"\", 4 as length where 1 = 0",
  "select 1 as a, 2 as a, null as b, 'x' as \"odd name\", 4 as length, x'00ff' as bytes, 1.0 as real",
  { sql: `select ${marks}, ?`, args },
  { sql: `select typeof(column1) from (values ${args.map(() => "(?)").join()})`, args },
  { sql: "select :a + $b + @c as sum", args: { a: 1, b: 2, c: 3 } },
  "with n(i) as (values (1) union all select i + 1 from n where i < 500) select i, i * 2 as twice from n",
  "select name, n, at from kinds order by n",
  // One column that is named as the two of the next one, in two lines.
  'select 1 as "a\nb"',
  "select 1 as a, 2 as b",
  "explain query plan select * from kinds",
  'select 1 as constructor, 2 as "__proto__", 3 as "toString", 4 as "hasOwnProperty", 5 as "valueOf"',
];

onServer("an answer is the client's, one by one and together", async (url) => {
  const client = createClient({ url }), read = openReader(url, undefined, 30_000);
  await client.executeMultiple(`create table if not exists kinds (name text not null, n integer, at real);
    delete from kinds; insert into kinds values ('a', 1, 0.5), ('b', null, null);`);
  const seen = ({ columns, columnTypes, rows }: Awaited<ReturnType<typeof client.execute>>) => ({
    columns,
    columnTypes,
    keys: rows.map((row) => Object.keys(row)),
    cells: rows.map((row) =>
      Array.from({ length: Number.isInteger(row.length) ? columns.length : 0 }, (_, i) => row[i])
    ),
    named: rows.map((row) => columns.map((name) => row[name])),
  });
  const expected = [];
  for (const one of READS) {
    const usual = seen(await client.execute(one));
    expected.push(usual);
    assert.deepEqual(seen((await read([one], false))[0]), usual, JSON.stringify(one, (_, v) => String(v)));
  }
  for (const together of [true, false]) assert.deepEqual((await read(READS, together)).map(seen), expected);
  client.close();
});

onServer("what fails has the client's code, and the reads after it are answered", async (url) => {
  const client = createClient({ url }), read = openReader(url, undefined, 30_000);
  for (const one of ["select * from nothing_there", "select abs(-9223372036854775808)", "select '", "select 9e999"]) {
    const { code } = await client.execute(one).then(() => assert.fail(one), (error) => error);
    for (const together of [true, false]) {
      await assert.rejects(read(["select 1", one, "select 2"], together), { code });
      assert.equal((await read(["select 3 as n"], together))[0].rows[0].n, 3);
    }
  }
  for (const value of [NaN, Infinity, undefined, 2n ** 63n]) {
    await assert.rejects(read([{ sql: "select ?", args: [value as number] }], false), /Error/);
  }
  await assert.rejects(read(["select 9007199254740993"], false), RangeError);
  client.close();
});

onServer("reads together see one moment of the data", async (url) => {
  const client = createClient({ url }), read = openReader(url, undefined, 30_000);
  await client.executeMultiple("create table if not exists counted (n integer); delete from counted;");
  const reads = Array.from({ length: 20 }, () => "select count(*) as n from counted");
  let over = false;
  const writing = (async () => {
    for (let n = 0; n < 60; n++) await client.execute("insert into counted values (1)");
    over = true;
  })();
  while (!over) {
    const counts = new Set((await read(reads, true)).map(({ rows }) => rows[0].n));
    assert.equal(counts.size, 1);
  }
  await writing;
  client.close();
});

onServer("a closed client reads no more", async (url) => {
  const client = openRemoteClient(url);
  await client.execute("select 1");
  client.close();
  await assert.rejects(client.execute("select 1"), { code: "CLIENT_CLOSED" });
});
