/**
 * Streams of a libSQL server that are kept from read to read. A stream is a connection, and to open one the server
 * parses the whole schema: 7.5 ms of its CPU time with ours, where a read on a kept stream takes 1.5.
 */
import { failed, parsePipelineResponse, refusalOf, type StatementResult } from "./read_pipeline.ts";

/** Posts JSON to a path of the server, or of another one that it named, and reads its answer whole. */
export type Post = (body: string, base: string | null) => Promise<{ status: number; text: string }>;

/** Milliseconds after which an idle stream is not used again. */
const IDLE_MS = 5_000;
/** Milliseconds after which a server ends an idle stream by itself. */
const ENDED_MS = 10_000;

const CLOSE = `{"type":"close"}`;

/** True where the server no longer has the stream, so that a new one may be asked the same. */
const isLost = (status: number, text: string): boolean =>
  status === 400 || status === 404 || text.includes("STREAM_EXPIRED");

/**
 * A sender of one request (JSON) that takes a kept stream where there is one. An ended or unknown stream is replaced,
 * and the read sent again. `now` in milliseconds. Throws LibsqlError where the server refuses the pipeline as a whole.
 */
export function createStreamPool(
  post: Post,
  now: () => number = () => performance.now(),
): (request: string) => Promise<StatementResult | undefined> {
  const idle: { baton: string; usedAt: number }[] = [];
  /** False once the server's streams cannot be kept: then each read closes its own. */
  let keeps = true;

  /**
   * Ends a stream, whose connection the server would otherwise hold for a while. Not awaited; its failure is ignored.
   */
  const close = (stream: string, base: string | null = null) => {
    post(`{"baton":${JSON.stringify(stream)},"requests":[${CLOSE}]}`, base).catch(() => {});
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

  return async (request) => {
    const ask = (stream: string | null) => {
      const requests = keeps ? request : `${request},${CLOSE}`;
      return post(`{"baton":${JSON.stringify(stream)},"requests":[${requests}]}`, null);
    };
    const reused = take();
    let { status, text } = await ask(reused);
    if (status !== 200 && reused !== null && isLost(status, text)) {
      // The others were idle for longer.
      idle.length = 0;
      ({ status, text } = await ask(null));
    }
    if (status !== 200) throw refusalOf(status, text);
    const { baton, base_url, results: [result] } = parsePipelineResponse(text);
    const stays = typeof baton === "string" && base_url === null;
    if (stays && keeps && !failed(result)) idle.push({ baton, usedAt: now() });
    else {
      if (baton) close(baton, base_url);
      if (!stays && keeps && !failed(result)) {
        keeps = false;
        closeIdle();
      }
    }
    return result;
  };
}
