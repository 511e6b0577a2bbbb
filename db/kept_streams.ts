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

/** Milliseconds after which an idle stream is not used again. */
const IDLE_MS = 5_000;
/** Milliseconds after which a server ends an idle stream by itself. */
const ENDED_MS = 10_000;

/** The stream of an answer that goes on at the same address; undefined elsewhere. */
const streamOf = (answer: string): string | undefined =>
  /^\{"baton":"([^"\\]+)","base_url":null,"results":\[/.exec(answer)?.[1];

/** True where a statement failed. Within a text of the data these quotes would be escaped. */
const failedIn = (answer: string): boolean =>
  answer.includes('{"type":"error"') || /"step_errors":\[(?!(?:null,?)*\])/.test(answer);

/** True where the server no longer has the stream, so that a new one may be asked the same. */
const isLost = async (answer: Response): Promise<boolean> =>
  answer.status === 400 || answer.status === 404 || (await answer.clone().text()).includes("STREAM_EXPIRED");

/**
 * A sender of reads that takes a kept stream where there is one. An ended or unknown stream is replaced, and the read
 * sent again. `now` in milliseconds. Answers are those that a stream of its own would give.
 */
export function keepStreams(send: Send, now: () => number = () => performance.now()): Send {
  const idle: { baton: string; usedAt: number }[] = [];
  /** False once the server's streams cannot be kept: then each of the client's reads closes its own. */
  let keeps = true;

  return async (request) => {
    if (request.method !== "POST" || !keeps) return await send(request);
    const { url, headers } = request, body = await request.text();
    const ask = (sent: string, to = url) => send(new Request(to, { method: "POST", headers, body: sent }));
    const { baton, requests }: Pipeline = JSON.parse(body);
    if (baton || requests.at(-1)?.type !== "close") return await ask(body);
    /** Ends a stream, whose connection the server would hold a while else. Nobody waits for it, nor hears it fail. */
    const close = (stream: string, base: string | null = null) => {
      const to = base === null ? url : new URL(url.split("/").slice(-2).join("/"), base).href;
      ask(JSON.stringify({ baton: stream, requests: [{ type: "close" }] }), to).catch(() => {});
    };
    const closeIdle = () => {
      for (const { baton, usedAt } of idle.splice(0)) if (now() - usedAt < ENDED_MS) close(baton);
    };
    /** The stream used last; where it was idle for too long, so were the others. */
    const take = (): string | null => {
      const last = idle.at(-1);
      if (last && now() - last.usedAt <= IDLE_MS) return idle.pop()!.baton;
      closeIdle();
      return null;
    };
    const asked = requests.slice(0, -1);
    // The stream forgets the texts that the client numbers anew in the next one.
    const forgotten = asked.flatMap(({ type, sql_id }) => type === "store_sql" ? [{ type: "close_sql", sql_id }] : []);
    const on = (stream: string | null) => ask(JSON.stringify({ baton: stream, requests: [...asked, ...forgotten] }));
    const kept = take();
    let answer = await on(kept);
    if (!answer.ok && kept !== null && await isLost(answer)) {
      // The others were idle for longer.
      idle.length = 0;
      answer = await on(null);
    }
    if (!answer.ok) return answer;
    const told = await answer.text(), stream = streamOf(told), failed = failedIn(told);
    if (stream !== undefined && !failed && keeps) idle.push({ baton: stream, usedAt: now() });
    else {
      const { baton, base_url }: { baton?: string | null; base_url?: string | null } = JSON.parse(told);
      if (baton) close(baton, base_url);
      if (stream === undefined && !failed) {
        keeps = false;
        closeIdle();
      }
    }
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
