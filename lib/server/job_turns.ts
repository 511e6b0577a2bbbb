/** Remembers the last turn of each job in this process. */
import type { PortalState } from "../domain/ports.ts";
import { faultText } from "./log.ts";

type LastTurn = Pick<
  ReturnType<PortalState["jobs"]>[number],
  "ranAt" | "succeededAt" | "tookMs" | "failure" | "runsSince"
>;

export interface JobTurns {
  /** Runs a job; throws what it throws. */
  run(job: { name: string; run(): Promise<unknown> }): Promise<void>;
  last(name: string): LastTurn;
}

const NEVER: LastTurn = { ranAt: null, succeededAt: null, tookMs: 0, failure: "", runsSince: null };

export function createJobTurns(clock: () => number): JobTurns {
  const turns = new Map<string, LastTurn>(), running = new Map<string, number>();
  return {
    async run(job) {
      const ranAt = clock(), started = performance.now();
      running.set(job.name, ranAt);
      const end = (failure: string) => {
        running.delete(job.name);
        const succeededAt = failure ? turns.get(job.name)?.succeededAt ?? null : ranAt;
        turns.set(job.name, { ranAt, succeededAt, tookMs: performance.now() - started, failure, runsSince: null });
      };
      try {
        await job.run();
        end("");
      } catch (error) {
        end(faultText(error));
        throw error;
      }
    },
    last: (name) => ({ ...turns.get(name) ?? NEVER, runsSince: running.get(name) ?? null }),
  };
}
