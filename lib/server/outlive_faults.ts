/** Faults that no request and no job waits for: Deno would end the process, and with it everybody's work. */
import { faultFacts, type Log } from "./log.ts";

/** Logs such faults from now on, as errors of the day, and lets the process live. */
export function outliveFaults(log: Log): void {
  const outlive = (event: Event, error: unknown) => {
    event.preventDefault();
    log({ level: "error", message: "something failed that nothing waited for", ...faultFacts(error) });
  };
  addEventListener("unhandledrejection", (event) => outlive(event, event.reason));
  addEventListener("error", (event) => outlive(event, event.error));
}
