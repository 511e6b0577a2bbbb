/** Every JSON call, one line each. */
import type { Call } from "../lib/server/call.ts";

export const CALLS: readonly Call[] = [];
