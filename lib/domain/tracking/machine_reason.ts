/** Decides whether an open or click is a machine's, with the reason (docs/decisions/tracking.md). */
import { networkFinder } from "./address_range.ts";
import { KNOWN_AGENTS, KNOWN_NETWORKS } from "./machines.ts";

/** An open so soon after the mail left is a machine's. */
export const TOO_SOON_MS = 10_000;
/** Clicks on several links of one mail within this time are a machine's. */
export const TOGETHER_MS = 2_000;

export const TOGETHER_REASON = "Several links within two seconds";

/** One request for a mail's picture or link. */
export interface Hit {
  method: string;
  userAgent: string;
  /** Network address; empty where it is unknown. */
  address: string;
  /** Milliseconds since the mail left; null where that is unknown. */
  sinceSentMs: number | null;
  /** The link that is hidden from people. */
  isTrap: boolean;
}

const knownNetwork = networkFinder(KNOWN_NETWORKS);

/** Why a request is a machine's, as a short phrase; empty for a person's. */
export function machineReason(hit: Hit): string {
  const { method, userAgent, address, sinceSentMs, isTrap } = hit;
  if (isTrap) return "A link that people cannot see";
  if (method === "HEAD") return "Asked without reading (HEAD)";
  const agent = userAgent.trim();
  if (agent === "") return "No browser named";
  const known = KNOWN_AGENTS.find((one) => one.agent.test(agent)) ?? knownNetwork(address);
  if (known) return known.reason;
  if (sinceSentMs !== null && sinceSentMs < TOO_SOON_MS) return "Within ten seconds of sending";
  return "";
}
