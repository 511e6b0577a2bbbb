/** A copy of a libSQL server's database, made of the dump that the server gives of one moment. */
import Database from "libsql";
import { httpAddress } from "../../../db/remote_reader.ts";
import type { Env } from "../env.ts";
import { StartError } from "../operator_errors.ts";

/** Letters of statements that are run together. */
const TOGETHER = 1_000_000;

type ServerEnv = Pick<Env, "databaseUrl" | "databaseAuthToken">;

/** The address of a server's dump, and what it asks for. */
function dumpOf({ databaseUrl, databaseAuthToken }: ServerEnv): [URL, Headers] {
  const { base, token } = httpAddress(databaseUrl.replace(/^ws/i, "http"));
  const bearer = token ?? databaseAuthToken;
  return [new URL("dump", base), new Headers(bearer ? { authorization: `Bearer ${bearer}` } : {})];
}

/** A virtual table's line, in which sqld 0.24 leaves the quotes of its SQL as they are. */
const VIRTUAL = /^(INSERT INTO sqlite_schema\(type,name,tbl_name,rootpage,sql\) VALUES\('table',.*,0,')(.*)('\);)$/;

const mended = (line: string): string =>
  line.replace(VIRTUAL, (whole, before: string, sql: string, after: string) => {
    const isQuoted = !sql.replaceAll("''", "").includes("'");
    return isQuoted ? whole : `${before}${sql.replaceAll("'", "''")}${after}`;
  });

/** Indexes, triggers and views come last; a trigger has statements of its own. */
const LAST = /^CREATE (UNIQUE )?(INDEX|TRIGGER|VIEW)\b/i;

/** Whole statements, some at a time. A line that ends in a semicolon outside of quotes ends one, but for the last. */
async function* statements(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = "", isLast = false, isQuoted = false;
  for await (const read of lines) {
    const line = mended(read);
    isLast ||= !isQuoted && LAST.test(line);
    text += `${line}\n`;
    if (line.split("'").length % 2 === 0) isQuoted = !isQuoted;
    if (isLast || isQuoted || !line.endsWith(";") || text.length < TOGETHER) continue;
    yield text;
    text = "";
  }
  yield text;
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    rest += text;
    // It comes in pieces of a hundred bytes.
    if (!text.includes("\n")) continue;
    const lines = rest.split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

/** Writes the server's whole database into a new file. Throws StartError where the server gives no whole dump. */
export async function copyServer(env: ServerEnv, target: string): Promise<void> {
  const [address, headers] = dumpOf(env);
  const refused = (why: string) =>
    new StartError(
      `The libSQL server at ${address.host} gives no copy of its database to check (${why}). Put a backup of it, ` +
        "made by its host's means, into a file, and check that: DATABASE_URL=file:/path/to/copy.db deno task verify, " +
        "with the portal's own STORAGE_URL.",
    );
  const answer = await fetch(address, { headers });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw refused(`${address.pathname} answers HTTP status ${answer.status}`);
  }
  const database = new Database(target);
  try {
    database.exec("pragma journal_mode = off; pragma synchronous = off");
    let end = "";
    for await (const text of statements(linesOf(answer.body))) {
      end = text.slice(-100).trimEnd();
      database.exec(text);
    }
    if (!/(^|\n)COMMIT;$/.test(end)) throw refused("its dump broke off");
  } finally {
    database.close();
  }
}
