import { useEffect, useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import type { Rating } from "../../lib/domain/accounts/account_values.ts";

export interface FoundBroker {
  id: number;
  name: string;
  brokerage: string;
  rating: Rating;
}

/** Brokers by name, at most so many; `more` says that there are others. */
interface Found {
  brokers: FoundBroker[];
  more: boolean;
}

/** Between a keystroke and the search. */
const WAIT_MS = 200;

/** Enabled brokers whose name has what is typed, null before the first answer; asked while `asks`. */
export function useFoundBrokers(search: string, asks: boolean): { found: Found | null; failed: boolean } {
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!asks) return setFound(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const body = { search: search.trim() }, { signal } = stop;
      const result = await callApi<{ data: Found }>("/api/loans/findbrokers", body, { signal });
      if (signal.aborted) return;
      setFailed(!result.response);
      if (result.response) setFound(result.data);
    }, found === null ? 0 : WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asks, search]);
  return { found, failed };
}
