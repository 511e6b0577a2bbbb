import type { ReactNode } from "react";
import { FILTER_BROKERS_MOST } from "../../domain/loans/filter_brokers.ts";

/** The last line of a filter by broker, where it has no room for all. */
export function OtherBrokers({ listed }: { listed: number }): ReactNode {
  return listed >= FILTER_BROKERS_MOST && <option disabled>{`The first ${listed}: search for others`}</option>;
}
