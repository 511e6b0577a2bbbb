/** Worker that renders documents as PDF one by one. */
import type { PrintDocument } from "../../domain/print/document.ts";
import { withHeap } from "../metrics/worker_heaps.ts";
import { print } from "./print.ts";

interface Scope {
  onmessage: (event: MessageEvent<PrintDocument>) => void;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

const scope = self as unknown as Scope;

scope.onmessage = async ({ data: document }) => {
  try {
    const bytes = await print(document);
    scope.postMessage(withHeap({ bytes }), [bytes.buffer]);
  } catch (error) {
    scope.postMessage(withHeap({ error: error instanceof Error ? error.stack ?? error.message : String(error) }));
  }
};
