/** CPU time of views of the map of loans and of lists of 200, none asked for before, in turns, so that they compare. */
import type { Ask, Times } from "./_list_times.ts";
import { mapViews } from "./_map_views.ts";
import type { Running } from "./_process.ts";
import { median } from "./_share.ts";

/** Every place with every filter is in each turn. */
const TURNS = 7;

/** Of each call of the map its times, and how many times a list's CPU time they are: the middle of the turns. */
export async function mapTimes(
  ask: Ask,
  server: Running,
  names: string[],
  lists: string[],
): Promise<Record<string, Times & { ratio: number }>> {
  const part = (paths: string[], at: number) => {
    const size = Math.floor(paths.length / (TURNS + 1));
    return paths.slice(at * size, (at + 1) * size);
  };
  const calls = names.map((name) => ({
    name,
    views: mapViews(`/api/loans/${name}`),
    turns: [] as (Times & { ratio: number })[],
  }));
  for (const paths of [lists, ...calls.map(({ views }) => views)]) {
    const warm = part(paths, TURNS);
    await ask(server, warm, warm.length);
  }
  for (let at = 0; at < TURNS; at++) {
    const listed = part(lists, at), list = await ask(server, listed, listed.length);
    for (const { views, turns } of calls) {
      const asked = part(views, at), view = await ask(server, asked, asked.length);
      turns.push({ ...view, ratio: view.cpu / list.cpu });
    }
  }
  return Object.fromEntries(calls.map(({ name, turns }) => {
    const of = (what: keyof (typeof turns)[0]) => median(turns.map((one) => one[what]));
    return [name, { ms: of("ms"), cpu: of("cpu"), ratio: of("ratio") }];
  }));
}
