/** CPU time of a list of loans, not asked for before and again; of several servers in turns, so that they compare. */
import { COOKIE } from "./_data.ts";
import { askOnce } from "./_http.ts";
import type { Running } from "./_process.ts";
import { median } from "./_share.ts";

const TURNS = 7;

export interface Times {
  /** Milliseconds by the clock, and of CPU time. */
  ms: number;
  cpu: number;
}

/** Asks for paths one after the other, so many times. */
export type Ask = (server: Running, paths: string[], times: number) => Promise<Times>;

/** What a server is asked for: `asked` is a multiple of the turns, and `list` is asked for again and again. */
export interface Lists {
  warmUp: string[];
  asked: string[];
  list: string;
  times: number;
  /** Requests of the list before it is measured. */
  before: number;
}

/** One turn of each server after the other: the times of each, turn by turn. */
async function inTurns(servers: Running[], turn: (server: Running, at: number) => Promise<Times>): Promise<Times[][]> {
  const seen: Times[][] = servers.map(() => []);
  for (let at = 0; at < TURNS; at++) {
    for (const [n, server] of servers.entries()) seen[n].push(await turn(server, at));
  }
  return seen;
}

const middleOf = (turns: Times[]): Times => ({
  ms: median(turns.map(({ ms }) => ms)),
  cpu: median(turns.map(({ cpu }) => cpu)),
});

interface Compared extends Times {
  /** How many times the last server's CPU time the first one's are: in each turn, and the middle one. */
  ratios: number[];
  ratio: number;
}

/** The first server's times beside the last one's. */
function compared(seen: Times[][]): Compared {
  const last = seen.at(-1)!, ratios = seen[0].map(({ cpu }, turn) => cpu / last[turn].cpu);
  return { ...middleOf(seen[0]), ratios, ratio: median(ratios) };
}

/** How many ratios are beyond `most`, and the largest: "11 of 30 more than 2x, at most 3.6x". */
export const toldBeyond = (ratios: readonly number[], most: number): string =>
  `${ratios.filter((ratio) => ratio > most).length} of ${ratios.length} more than ${most}x, at most ${
    Math.max(...ratios).toFixed(1)
  }x`;

/** The times of the first server; of what is asked for again, times those of the other one, which has fewer loans. */
export async function listTimes(
  ask: Ask,
  servers: [server: Running, few?: Running],
  { warmUp, asked, list, times, before }: Lists,
): Promise<{ first: Times; again: Compared }> {
  const all = servers.filter((one) => one !== undefined), part = asked.length / TURNS;
  for (const server of all) await ask(server, warmUp, warmUp.length);
  const first = await inTurns(all, (server, at) => ask(server, asked.slice(at * part, (at + 1) * part), part));
  for (const server of all) await ask(server, [list], before);
  const again = await inTurns(all, (server) => ask(server, [list], Math.ceil(times / TURNS)));
  return { first: middleOf(first[0]), again: compared(again) };
}

/** A small edit of the administrator's. */
async function saveFilter({ port }: Running): Promise<void> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie: COOKIE };
  const body = JSON.stringify({ name: "Seconds", query: "type=second" });
  const { status } = await askOnce({ port, method: "POST", path: "/api/loans/savefilter", headers, body });
  if (status !== 200) throw new Error(`a filter was not saved: ${status}`);
}

/** How often such a page is asked for: a thread that ends meanwhile takes its CPU time along. */
const PAGE_ASKS = 3;

/**
 * Times of pages that were not asked for before, each of both servers one after the other and right after a small
 * edit, by which a server forgets its answers: the middle one of each page's three.
 */
export async function pageTimes(
  ask: Ask,
  servers: [server: Running, few: Running],
  paths: readonly string[],
): Promise<Compared> {
  const seen: Times[][] = servers.map(() => []);
  for (const path of paths) {
    const asked: Times[][] = servers.map(() => []);
    for (let at = 0; at < PAGE_ASKS; at++) {
      for (const [n, server] of servers.entries()) {
        await saveFilter(server);
        asked[n].push(await ask(server, [path], 1));
      }
    }
    for (const [n, turns] of asked.entries()) seen[n].push(middleOf(turns));
  }
  return compared(seen);
}
