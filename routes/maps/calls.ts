/** The calls of the area maps. */
import type { Call } from "../../lib/server/call.ts";

export const mapsCalls: readonly Call[] = [];
