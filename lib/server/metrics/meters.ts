/** What the process counts of itself, and all of it as text. Kept in memory, from the start of the process. */
import { gauge, histogram, type Labels } from "./exposition.ts";
import { figuresOf, type Measured } from "./figures.ts";
import { watchLoop } from "./loop_lag.ts";
import type { Telemetry } from "./telemetry.ts";
import { Timing } from "./timing.ts";

/** Counts one answer with its status and milliseconds. */
export type CountResponse = (status: number, ms: number) => void;

export interface Meters {
  /** What counts the answers of one route. */
  route(method: string, path: string): CountResponse;
  /** Counts a run of the verb of a call, with its milliseconds. */
  verb(call: string, ms: number): void;
  /** Everything as text. */
  text(): Promise<string>;
  stop(): void;
}

/** The classes of statuses by their first digit. */
const CLASSES = ["", "1xx", "2xx", "3xx", "4xx", "5xx"] as const;

const REQUESTS = ["harbourline_request_seconds", "Requests by route and class of status."] as const;
const VERBS = ["harbourline_verb_seconds", "Runs of the verb behind each call."] as const;
const LAG = ["harbourline_loop_lag_seconds", "How late the event loop was, four times a second."] as const;

/** Counts from now on. `telemetry` gets the same figures where Deno exports them. */
export function createMeters(measured: Measured, telemetry: Telemetry | null = null): Meters {
  const timing = ([name, help]: readonly [string, string], labels: Labels) =>
    new Timing(telemetry?.timer(name, help, labels));
  const responses: [Labels, Timing][] = [], verbs = new Map<string, [Labels, Timing]>(), lag = timing(LAG, {});
  const stop = watchLoop(lag);
  telemetry?.gauges(() => figuresOf(measured));
  return {
    route(method, route) {
      const byClass: Timing[] = [];
      return (status, ms) => {
        const digit = Math.floor(status / 100);
        let counted = byClass[digit];
        if (!counted) {
          const labels = { method, route, status: CLASSES[digit] };
          responses.push([labels, counted = byClass[digit] = timing(REQUESTS, labels)]);
        }
        counted.add(ms);
      };
    },
    verb(call, ms) {
      let counted = verbs.get(call);
      if (!counted) verbs.set(call, counted = [{ call }, timing(VERBS, { call })]);
      counted[1].add(ms);
    },
    async text() {
      const figures = await figuresOf(measured);
      return [
        histogram(...REQUESTS, responses),
        histogram(...VERBS, verbs.values()),
        histogram(...LAG, [[{}, lag]]),
        ...figures.map(({ name, help, samples }) => gauge(name, help, samples)),
      ].join("");
    },
    stop,
  };
}
