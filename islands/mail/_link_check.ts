import { useState } from "react";
import { callApi } from "../../lib/client/call_api.ts";
import type { CheckedLink } from "../../lib/domain/mail/link_check.ts";

/**
 * What a check of the saved mail's links found; `check` asks again and answers it, empty where the check itself failed.
 */
export function useLinkCheck(id: number) {
  const [links, setLinks] = useState<readonly CheckedLink[] | null>(null);
  async function check(): Promise<readonly CheckedLink[]> {
    const result = await callApi<{ data: CheckedLink[] }>("/api/loans/checkemaillinks", { id });
    const found = result.response ? result.data : [];
    setLinks(result.response ? found : null);
    return found;
  }
  return { links, check };
}
