/** The JavaScript memory of workers, as each said last: from outside only that of the whole process is seen. */

export interface WorkerHeaps {
  /** Takes what the messages of this worker say, until it is terminated. Returns the worker. */
  watch(kind: string, worker: Worker): Worker;
  /** Bytes by kind of worker. */
  bytes(): ReadonlyMap<string, number>;
}

/** A message of a worker that says its heap. */
interface WithHeap {
  heapBytes?: unknown;
}

/** Those of the given kinds, which are 0 while no worker runs. */
export function createWorkerHeaps(kinds: readonly string[]): WorkerHeaps {
  const heaps = new Map<Worker, { kind: string; bytes: number }>();
  return {
    watch(kind, worker) {
      const heap = { kind, bytes: 0 };
      heaps.set(worker, heap);
      worker.addEventListener("message", ({ data }: MessageEvent<WithHeap | null>) => {
        // A crafted file may have changed its worker.
        if (Number.isSafeInteger(data?.heapBytes)) heap.bytes = Math.max(0, data!.heapBytes as number);
      });
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        heaps.delete(worker);
        terminate();
      };
      return worker;
    },
    bytes() {
      const sums = new Map(kinds.map((kind) => [kind, 0]));
      for (const { kind, bytes } of heaps.values()) sums.set(kind, (sums.get(kind) ?? 0) + bytes);
      return sums;
    },
  };
}

/** Within a worker: what it answers, with its heap. */
export function withHeap<T extends object>(result: T): T & { heapBytes: number } {
  const { heapUsed, external } = Deno.memoryUsage();
  return { ...result, heapBytes: heapUsed + external };
}
