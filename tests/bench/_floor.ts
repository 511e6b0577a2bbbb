/**
 * The floor: a bare Deno.serve that takes the same request and sends the same head and bytes to everybody, as fast as
 * this machine can. A call in JSON it answers as any server must: it parses what was sent and writes the answer's text
 * anew. Told a database, it stores a row of every request before it answers, as the simplest counter of clicks does.
 */
const [file, headers, database] = Deno.args;
const body = Deno.readFileSync(file);
const head = JSON.parse(headers) as Record<string, string>;
const content = isJson(head["content-type"]) ? JSON.parse(new TextDecoder().decode(body)) : undefined;

function isJson(type: string | null | undefined): boolean {
  return type?.startsWith("application/json") === true;
}

const store = database === undefined ? () => {} : await storeIn(database);

/**
 * Stores what was asked for, by which program and when, and counts it by address, program and minute: each in a commit
 * of its own that waits for no disk.
 */
async function storeIn(path: string): Promise<(request: Request) => void> {
  // Only here: a start is measured against this program's without it.
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal;
    create table hits (id integer primary key, url text not null, program text not null, at integer not null);
    create index hits_by_url on hits (url, at);
    create index hits_by_program on hits (program, at);
    create table tallies (name text not null, key text not null, hits integer not null, primary key (name, key));
    create trigger hits_counted after insert on hits begin
      insert into tallies values ('url', new.url, 1), ('program', new.program, 1), ('minute', new.at / 60000, 1)
        on conflict do update set hits = hits + 1;
    end;`);
  const insert = db.prepare("insert into hits (url, program, at) values (?, ?, ?)");
  return ({ url, headers }) => insert.run(url, headers.get("user-agent"), Date.now());
}

const answer = () => new Response(body, { headers: head });

async function answerCall(request: Request): Promise<Response> {
  if (!isJson(request.headers.get("content-type"))) {
    await request.text();
    return answer();
  }
  await request.json();
  return content === undefined ? answer() : new Response(JSON.stringify(content), { headers: head });
}

Deno.serve({
  port: 0,
  hostname: "127.0.0.1",
  onListen: ({ port }) => console.log(`open at http://127.0.0.1:${port}`),
}, (request) => {
  store(request);
  return request.method === "POST" ? answerCall(request) : answer();
});
