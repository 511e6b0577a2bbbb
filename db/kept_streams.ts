/**
 * Streams of a libSQL server that are kept from read to read. A stream is a connection, and to open one the server
 * parses the whole schema: 7.5 ms of its CPU time with ours, where a read on a kept stream takes 1.5.
 */

type Send = (request: Request) => Promise<Response>;

/** What the client posts: it opens a stream without a baton, and closes it with its last request. */
interface Pipeline {
  baton: string | null;
  requests: { type: string; sql_id?: number }[];
}

/** Milliseconds after which an idle stream is not used again: a server ends it after ten seconds. */
const IDLE_MS = 5_000;

/** The stream of an answer, where it goes on at the same address and nothing failed in it; undefined elsewhere. */
function streamOf(answer: string): string | undefined {
  const baton = /^\{"baton":"([^"\\]+)","base_url":null,"results":\[/.exec(answer)?.[1];
  // Within a text of the data these quotes would be escaped.
  const failed = answer.includes('{"type":"error"') || /"step_errors":\[(?!(?:null,?)*\])/.test(answer);
  return failed ? undefined : baton;
}

/**
 * A sender of reads that takes a kept stream where there is one. An ended or unknown stream is replaced, and the read
 * sent again. `now` in milliseconds. Answers are those that a stream of its own would give.
 */
export function keepStreams(send: Send, now: () => number = () => performance.now()): Send {
  const idle: { baton: string; usedAt: number }[] = [];

  /** The stream used last; where it was idle for too long, so were the others. */
  function take(): string | null {
    const last = idle.pop();
    if (last && now() - last.usedAt <= IDLE_MS) return last.baton;
    idle.length = 0;
    return null;
  }

  return async (request) => {
    if (request.method !== "POST") return await send(request);
    const { url, headers } = request, body = await request.text();
    const ask = (sent: string) => send(new Request(url, { method: "POST", headers, body: sent }));
    const { baton, requests }: Pipeline = JSON.parse(body);
    if (baton || requests.at(-1)?.type !== "close") return await ask(body);
    const asked = requests.slice(0, -1);
    // The stream forgets the texts that the client numbers anew in the next one.
    const forgotten = asked.flatMap(({ type, sql_id }) => type === "store_sql" ? [{ type: "close_sql", sql_id }] : []);
    const on = (stream: string | null) => ask(JSON.stringify({ baton: stream, requests: [...asked, ...forgotten] }));
    const kept = take();
    let answer = await on(kept);
    if (!answer.ok && kept !== null) answer = await on(null);
    if (!answer.ok) return answer;
    const told = await answer.text(), stream = streamOf(told);
    if (stream !== undefined) idle.push({ baton: stream, usedAt: now() });
    return new Response(asClosed(told, asked.length, forgotten.length), {
      headers: { "content-type": "application/json" },
    });
  };
}

const CLOSED = `{"type":"ok","response":{"type":"close"}}`,
  FORGOTTEN = `,{"type":"ok","response":{"type":"close_sql"}}`;

/** The answers to the client's own requests, the last of which was to close the stream. */
function asClosed(told: string, asked: number, forgotten: number): string {
  const end = FORGOTTEN.repeat(forgotten) + "]}";
  // By its end alone: to read a long answer as JSON takes as long again as the client does.
  if (told.endsWith(end)) return `${told.slice(0, -end.length)},${CLOSED}]}`;
  const { results, ...more } = JSON.parse(told);
  return JSON.stringify({ ...more, results: [...results.slice(0, asked), JSON.parse(CLOSED)] });
}
